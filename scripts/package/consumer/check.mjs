// A program that uses the installed package by `import`.

import assert from 'node:assert'
import safeStringify, { configure, engine, safeStringify as named } from 'fast-safe-json'
import { safeParse } from 'fast-safe-json/poppinss'
import fastify from 'fast-safe-json/fastify'

const circular = { id: 1n }
circular.self = circular

assert.strictEqual(safeStringify, named)
assert.strictEqual(safeStringify(circular), '{"id":"1"}')
assert.strictEqual(configure({ engine: 'portable' })(circular), '{"id":"1"}')
assert.deepStrictEqual(safeParse('{"a":1}'), { a: 1 })
assert.strictEqual(typeof fastify, 'function')

console.log(JSON.stringify({ engine }))
