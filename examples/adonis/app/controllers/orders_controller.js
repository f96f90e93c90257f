import Order from '#models/order'

export default class OrdersController {
  /** Models: BigInt ids become texts, dates ISO texts. */
  index () {
    return Order.all()
  }

  /** An order with its items. */
  show ({ params, response }) {
    const order = /^\d{1,18}$/.test(params.id) ? Order.find(params.id) : undefined
    return order ?? response.notFound({ error: 'no such order', id: params.id })
  }
}
