import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'

test('orders, one order', async t => {
  const port = 20000 + process.pid % 20000
  const server = spawn(process.execPath, ['bin/server.js'], {
    cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, PORT: String(port), NODE_ENV: 'production' }
  })
  t.after(() => server.kill())
  await new Promise((resolve, reject) => {
    server.once('exit', code => reject(new Error(`the server ended with ${code}`)))
    server.stdout.once('data', resolve)
    setTimeout(() => reject(new Error('the server does not start')), 20_000).unref()
  })
  const get = async path => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5000) })
    return { status: response.status, body: await response.json() }
  }

  const orders = await get('/orders')
  assert.equal(orders.body.length, 20)
  assert.deepEqual(orders.body[1], {
    id: '9007199254740994', customer: 'Customer 2', total: 23.25, placedAt: '2026-01-02T09:30:00.000Z'
  })
  const order = await get('/orders/9007199254740994')
  assert.deepEqual(order.body.items, [{ name: 'Item 1', quantity: 1 }, { name: 'Item 2', quantity: 2 }])
  assert.deepEqual(await get('/orders/1'), { status: 404, body: { error: 'no such order', id: '1' } })
})
