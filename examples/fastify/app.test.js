'use strict'

const assert = require('node:assert/strict')
const { test } = require('node:test')
const { buildApp } = require('./app')

test('orders, one order, summary, prices', async t => {
  const app = await buildApp()
  t.after(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const get = async path => {
    const response = await fetch(`http://127.0.0.1:${app.server.address().port}${path}`, { signal: AbortSignal.timeout(5000) })
    return { status: response.status, body: await response.json() }
  }

  const orders = await get('/orders')
  assert.equal(orders.body.length, 20)
  assert.deepEqual(orders.body[1], {
    id: '9007199254740994',
    customer: 'Customer 2',
    total: 23.25,
    placedAt: '2026-01-02T09:30:00.000Z',
    shippedAt: '2026-01-03T09:30:00.000Z'
  })

  const order = await get('/orders/9007199254740994')
  assert.deepEqual(order.body.items, [{ name: 'Item 1', quantity: 1 }, { name: 'Item 2', quantity: 2 }])
  assert.deepEqual(await get('/orders/1'), { status: 404, body: { error: 'no such order', id: '1' } })

  const summary = await get('/summary')
  assert.deepEqual(summary.body[0], { id: '9007199254740993', total: 19.9 })

  const prices = await get('/prices')
  assert.equal(prices.body.length, 1000)
  assert.equal(prices.body[0], 100)
})
