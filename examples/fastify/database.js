'use strict'

// An in-memory SQLite database of orders. Ids do not fit into a double, so they are read as BigInts; times are stored
// in milliseconds and become Dates.

const initSqlJs = require('sql.js')

async function openDatabase () {
  const { Database } = await initSqlJs()
  const db = new Database()
  db.run(`
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT NOT NULL, total REAL NOT NULL, placed_at INTEGER NOT NULL,
                         shipped_at INTEGER);
    CREATE TABLE items (order_id INTEGER NOT NULL, name TEXT NOT NULL, quantity INTEGER NOT NULL);
    CREATE TABLE prices (at INTEGER PRIMARY KEY, price REAL NOT NULL);
  `)
  const first = 9007199254740993n // 2^53 + 1: as a number it would be another id
  for (let i = 0; i < 20; i++) {
    const placed = Date.UTC(2026, 0, 1 + i, 9, 30)
    db.run('INSERT INTO orders VALUES (?, ?, ?, ?, ?)',
      [String(first + BigInt(i)), `Customer ${i + 1}`, 19.9 + i * 3.35, placed, i % 3 === 0 ? null : placed + 86_400_000])
    for (let n = 0; n <= i % 3; n++) {
      db.run('INSERT INTO items VALUES (?, ?, ?)', [String(first + BigInt(i)), `Item ${n + 1}`, n + 1])
    }
  }
  for (let i = 0; i < 1000; i++) db.run('INSERT INTO prices VALUES (?, ?)', [i, Math.round(1e4 + 900 * Math.sin(i / 40)) / 100])

  /** All rows of a query, as objects. */
  function query (sql, parameters = []) {
    const statement = db.prepare(sql, parameters)
    const rows = []
    while (statement.step()) rows.push(statement.getAsObject(null, { useBigInt: true }))
    statement.free()
    return rows
  }

  function toOrder (row) {
    return {
      id: row.id,
      customer: row.customer,
      total: row.total,
      placedAt: new Date(Number(row.placed_at)),
      shippedAt: row.shipped_at === null ? null : new Date(Number(row.shipped_at))
    }
  }

  return {
    orders: () => query('SELECT * FROM orders ORDER BY id').map(toOrder),

    /** An order with its items; each of them knows its order, as objects of an ORM do. */
    order (id) {
      const [row] = query('SELECT * FROM orders WHERE id = ?', [id])
      if (row === undefined) return undefined
      const order = toOrder(row)
      order.items = query('SELECT name, quantity FROM items WHERE order_id = ?', [id])
        .map(({ name, quantity }) => ({ name, quantity: Number(quantity), order }))
      return order
    },

    prices: () => query('SELECT price FROM prices ORDER BY at').map(row => row.price)
  }
}

module.exports = { openDatabase }
