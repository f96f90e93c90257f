'use strict'

// The recipes of docs/express.md, docs/http.md and docs/pino.md.

const assert = require('node:assert/strict')
const http = require('node:http')
const { test } = require('node:test')
const express = require('express')
const pino = require('pino')
const { safeStringify } = require('fast-safe-json')
const { request, listen, UNSAFE, SAFE } = require('./helpers')

const JSON_TYPE = 'application/json; charset=utf-8'

/** docs/express.md */
function useSafeJson (app) {
  app.response.json = function (body) {
    if (!this.get('Content-Type')) this.set('Content-Type', 'application/json')
    return this.send(safeStringify(body, this.app.get('json replacer'), this.app.get('json spaces')))
  }
}

test('Express: res.json and res.send', async t => {
  const routes = app => {
    for (const [i, [, make]] of [...UNSAFE, ...SAFE].entries()) {
      app.get(`/json/${i}`, (req, res) => { res.json(make()) })
      app.get(`/send/${i}`, (req, res) => { res.send(make()) })
    }
    app.get('/own-type', (req, res) => { res.type('application/vnd.api+json').json({ a: 1 }) })
    app.get('/bad', (req, res) => { res.json({ get a () { throw new Error('from a getter') } }) })
    app.get('/text', (req, res) => { res.send('text') })
    app.use((error, req, res, next) => { res.status(500).json({ message: error.message, id: 1n }) })
  }
  const start = async prepare => {
    const app = express()
    app.set('json spaces', 1)
    prepare(app)
    routes(app)
    const port = await listen(t, http.createServer(app))
    return path => request(port, path)
  }
  const [get, getDefault] = [await start(useSafeJson), await start(() => {})]
  for (const kind of ['json', 'send']) {
    for (const [i, [name, make]] of [...UNSAFE, ...SAFE].entries()) {
      if (kind === 'send' && typeof make() === 'number') continue // a status code, once
      const { status, type, body } = await get(`/${kind}/${i}`)
      if (i < UNSAFE.length) assert.deepEqual([status, type, body], [200, JSON_TYPE, safeStringify(make(), null, 1)], name)
      else {
        const expected = await getDefault(`/${kind}/${i}`)
        assert.deepEqual([status, type, body], [expected.status, expected.type, expected.body], name)
      }
    }
  }
  for (const path of ['/own-type', '/text']) {
    const [a, b] = [await get(path), await getDefault(path)]
    assert.deepEqual([a.status, a.type, a.body], [b.status, b.type, b.body])
  }
  for (let i = 0; i < 2; i++) {
    const { status, body } = await get('/bad')
    assert.deepEqual([status, JSON.parse(body)], [500, { message: 'from a getter', id: '1' }])
    assert.equal((await get('/json/0')).status, 200)
  }
})

/** docs/http.md */
function sendJson (response, status, value) {
  let body
  try {
    body = safeStringify(value)
  } catch (error) {
    status = 500
    body = JSON.stringify({ message: 'Internal Server Error' })
  }
  response.writeHead(status, { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

test('node:http', async t => {
  const values = [...UNSAFE, ...SAFE]
  const port = await listen(t, http.createServer((req, res) => {
    const entry = values[Number(req.url.slice(1))]
    sendJson(res, 200, entry ? entry[1]() : { get a () { throw new Error('from a getter') } })
  }))
  for (const [i, [name, make]] of values.entries()) {
    const { status, type, body } = await request(port, `/${i}`)
    assert.deepEqual([status, type, body], [200, JSON_TYPE, safeStringify(make())], name)
    if (i % 5 === 0) assert.equal((await request(port, '/999')).status, 500)
  }
})

/** docs/pino.md */
function safeLogger (options, stream) {
  const log = pino(options, stream)
  // pino hands on a second argument, which would be taken for a replacer.
  log[pino.symbols.stringifySym] = value => safeStringify(value)
  return log
}

test('pino', () => {
  const lines = []
  const log = safeLogger({ base: null, timestamp: false, redact: ['token'] }, { write (line) { lines.push(line) } })
  const circular = { name: 'c', id: 3n }
  circular.self = circular
  const child = log.child({ request: { id: 7n } })
  child.info({ id: 1n, nested: { id: 2n }, circular, at: new Date(0), list: [1, 2.5], token: 't', text: 'x', none: undefined }, 'message')
  child.error(new Error('bad'), 'failed')
  const [first, second] = lines.map(line => line.replace(/"stack":"[^"]*"/, '"stack":""'))
  assert.equal(first, '{"level":30,"request":{"id":"7"},"id":"1","nested":{"id":"2"},"circular":{"name":"c","id":"3"},' +
    '"at":"1970-01-01T00:00:00.000Z","list":[1,2.5],"token":"[Redacted]","text":"x","msg":"message"}\n')
  assert.equal(second, '{"level":50,"request":{"id":"7"},"err":{"type":"Error","message":"bad","stack":""},"msg":"failed"}\n')
})
