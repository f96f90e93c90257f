'use strict'

// A program that uses the installed package by `require`. Prints which engine it got, and why when it is not the addon.

const assert = require('node:assert')
const safeStringify = require('fast-safe-json')

const circular = { id: 1n, at: new Date(0), list: [1, 2.5, 'x'], rows: Array.from({ length: 50 }, (_, i) => ({ i, name: `row ${i}` })) }
const text = `{"id":"1","at":"1970-01-01T00:00:00.000Z","list":[1,2.5,"x"],"rows":${JSON.stringify(circular.rows)}}`
circular.self = circular

assert.strictEqual(safeStringify(circular), text)
assert.strictEqual(safeStringify.configure({ engine: 'portable' })(circular), text)
if (safeStringify.engine === 'native') {
  assert.strictEqual(safeStringify.configure({ engine: 'tape' })(circular), text)
  assert.strictEqual(safeStringify.loadError, undefined)
} else {
  assert.throws(() => safeStringify.configure({ engine: 'tape' }), error => error.cause instanceof Error)
  assert(safeStringify.loadError.cause instanceof Error)
}
assert.strictEqual(require('fast-safe-json/poppinss').safeStringify({ a: 1n }), '{"a":"1"}')
assert.strictEqual(typeof require('fast-safe-json/fastify'), 'function')
assert.strictEqual(require('fast-safe-json/package.json').name, 'fast-safe-json')
assert.throws(() => require('fast-safe-json/lib/binding'))

console.log(JSON.stringify({ engine: safeStringify.engine, reason: safeStringify.loadError?.message }))
