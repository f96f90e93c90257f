import { query } from './database.js'

/** A model in the manner of Lucid: attributes behind accessors, `toJSON` for responses. */
export default class Order {
  #attributes
  #items

  constructor (row) {
    this.#attributes = { ...row, placed_at: new Date(Number(row.placed_at)) }
  }

  static all () {
    return query('SELECT * FROM orders ORDER BY id').map(row => new Order(row))
  }

  static find (id) {
    const [row] = query('SELECT * FROM orders WHERE id = ?', [id])
    if (row === undefined) return undefined
    const order = new Order(row)
    order.#items = query('SELECT name, quantity FROM items WHERE order_id = ?', [id])
      .map(({ name, quantity }) => ({ name, quantity: Number(quantity) }))
    return order
  }

  get id () { return this.#attributes.id }

  toJSON () {
    const { id, customer, total, placed_at: placedAt } = this.#attributes
    return { id, customer, total, placedAt, items: this.#items }
  }
}
