'use strict'

const http = require('node:http')

/**
 * One request to a server on loopback, bounded in time.
 * @returns {Promise<{ status: number, type: string | undefined, headers: object, body: string }>}
 */
function request (port, path = '/', { method = 'GET', headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const req = http.request({ host: '127.0.0.1', port, path, method, headers, agent: false, timeout: 5000 }, res => {
      res.setEncoding('utf8')
      let body = ''
      res.on('data', chunk => { body += chunk })
      res.on('end', () => resolve({ status: res.statusCode, type: res.headers['content-type'], headers: res.headers, body }))
      res.on('error', reject)
    })
    req.on('timeout', () => req.destroy(new Error(`no answer to ${method} ${path}`)))
    req.on('error', reject)
    req.end()
  })
}

/** Listens on a free port of loopback, and closes when the test ends. */
async function listen (t, server) {
  await new Promise((resolve, reject) => server.listen(0, '127.0.0.1', resolve).on('error', reject))
  t.after(() => new Promise(resolve => server.close(resolve)))
  return server.address().port
}

/** Values that a default server answers with a 500, with what the package makes of them. */
const UNSAFE = [
  ['a BigInt', () => ({ id: 9007199254740993n }), '{"id":"9007199254740993"}'],
  ['rows with BigInts', () => [{ id: 1n }, { id: -2n }], '[{"id":"1"},{"id":"-2"}]'],
  ['a circular object', () => { const o = { a: 1 }; o.self = o; return o }, '{"a":1}'],
  ['a circular array', () => { const a = [1]; a.push(a); return { a } }, '{"a":[1,null]}'],
  ['children that know their parent', () => {
    const parent = { name: 'p', children: [] }
    parent.children.push({ name: 'c', parent })
    return parent
  }, '{"name":"p","children":[{"name":"c"}]}']
]

/** A model as an ORM has: columns in private state, shown by `toJSON`. */
class Model {
  #columns
  constructor (columns) { this.#columns = columns }
  get $attributes () { return this.#columns }
  toJSON () { return { ...this.#columns } }
}

/** Values that JSON.stringify takes, written the same. */
const SAFE = [
  ['a date', () => ({ at: new Date(Date.UTC(2024, 1, 29, 12, 30)) })],
  ['an invalid date', () => ({ at: new Date(NaN) })],
  ['models', () => [new Model({ id: 1, at: new Date(0) }), new Model({ id: 2, at: null })]],
  ['a class instance', () => new (class Point { constructor () { this.x = 1; this.y = undefined } })()],
  ['text', () => ({ a: 'ä€😀', b: '\ud800', c: '"\\\n\u2028' })],
  ['null', () => null],
  ['true', () => true],
  ['a number', () => 1.5],
  ['an empty list', () => []],
  ['numbers', () => Array.from({ length: 300 }, (_, i) => i / 7)]
]

module.exports = { request, listen, UNSAFE, SAFE, Model }
