// AdonisJS: the real HTTP server of @adonisjs/http-server 9.3 with `serializeJSON: safeStringify`.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import safeStringify from 'fast-safe-json'
import helpers from './helpers.js'

const { request, listen, UNSAFE, SAFE, Model } = helpers
const skip = Number(process.versions.node.split('.')[0]) < 24 && 'AdonisJS 7 needs Node 24'
const JSON_TYPE = 'application/json; charset=utf-8'

async function serve (t, routes, config = { serializeJSON: safeStringify }) {
  const { adonisServer } = await import('./adonis-server.mjs')
  const port = await listen(t, await adonisServer(routes, config))
  return path => request(port, path)
}

test('unsafe values', { skip }, async t => {
  const get = await serve(t, router => UNSAFE.forEach(([, make], i) => router.get(`/${i}`, () => make())))
  for (const [i, [name, , expected]] of UNSAFE.entries()) {
    const { status, type, body } = await get(`/${i}`)
    assert.deepEqual([status, type, body], [200, JSON_TYPE, expected], name)
  }
})

test('the same as with AdonisJS\' own serializer: values, models, content types, methods of the response', { skip }, async t => {
  const replies = [
    ...SAFE.map(([, make]) => () => make()),
    ...UNSAFE.map(([, make]) => () => make()),
    () => 'text',
    () => Buffer.from('bytes'),
    () => 5n,
    () => new Date(0),
    () => ({ rows: Array.from({ length: 20 }, (_, id) => new Model({ id: BigInt(id), createdAt: new Date(id) })) }),
    ({ response }) => response.status(201).send([{ a: 1 }]),
    ({ response }) => response.json({ a: 1n }),
    ({ response }) => response.jsonp({ a: '\u2028' }),
    ({ response }) => response.header('content-type', 'application/vnd.api+json').send({ a: 1 }),
    ({ response }) => response.badRequest({ errors: [{ message: 'bad', id: 1n }] }),
    ({ response }) => response.noContent(),
    () => { throw new Error('thrown') },
    () => { throw Object.assign(new Error('teapot'), { status: 418 }) },
    () => ({ get a () { throw new Error('from a getter') } }),
    () => [1, { toJSON () { throw new Error('from toJSON') } }]
  ]
  const routes = router => replies.forEach((reply, i) => router.get(`/${i}`, reply))
  const [get, getDefault] = [await serve(t, routes), await serve(t, routes, {})]
  for (let i = 0; i <= replies.length; i++) {
    const [a, b] = [await get(`/${i}`), await getDefault(`/${i}`)]
    assert.deepEqual([a.status, a.type, a.body], [b.status, b.type, b.body], String(replies[i]))
  }
})

test('a getter that throws half-way is a 500, and the next reply is right', { skip }, async t => {
  const rows = Array.from({ length: 50 }, (_, id) => ({ id: BigInt(id), text: 'x'.repeat(2000) }))
  const get = await serve(t, router => {
    router.get('/bad', () => [...rows, { get id () { throw new Error('from a getter') } }])
    router.get('/good', () => rows)
  })
  for (let i = 0; i < 3; i++) {
    const bad = await get('/bad')
    assert.deepEqual([bad.status, bad.body], [500, 'from a getter'])
    const good = await get('/good')
    assert.equal(good.status, 200)
    assert.equal(good.body, safeStringify(rows))
  }
})
