// An in-memory SQLite database of orders. Ids do not fit into a double, so they are read as BigInts.

import initSqlJs from 'sql.js'

const { Database } = await initSqlJs()
const db = new Database()

db.run(`
  CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT NOT NULL, total REAL NOT NULL, placed_at INTEGER NOT NULL);
  CREATE TABLE items (order_id INTEGER NOT NULL, name TEXT NOT NULL, quantity INTEGER NOT NULL);
`)
const first = 9007199254740993n // 2^53 + 1: as a number it would be another id
for (let i = 0; i < 20; i++) {
  const id = String(first + BigInt(i))
  db.run('INSERT INTO orders VALUES (?, ?, ?, ?)', [id, `Customer ${i + 1}`, 19.9 + i * 3.35, Date.UTC(2026, 0, 1 + i, 9, 30)])
  for (let n = 0; n <= i % 3; n++) db.run('INSERT INTO items VALUES (?, ?, ?)', [id, `Item ${n + 1}`, n + 1])
}

/** All rows of a query, as objects. */
export function query (sql, parameters = []) {
  const statement = db.prepare(sql, parameters)
  const rows = []
  while (statement.step()) rows.push(statement.getAsObject(null, { useBigInt: true }))
  statement.free()
  return rows
}
