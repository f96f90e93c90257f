'use strict'

// The oracle against JSON.stringify, on JSON itself and on what fast-check takes for any value. The tables compare them
// case by case.

const assert = require('node:assert')
const { test } = require('node:test')
const fc = require('fast-check')
const { stringify } = require('./helpers/oracle')

test('any JSON', () => {
  fc.assert(fc.property(fc.jsonValue({ stringUnit: 'binary' }), value => assert.strictEqual(stringify(value), JSON.stringify(value))), { numRuns: 1000 })
})

test('anything', () => {
  const anything = fc.anything({ withBoxedValues: true, withDate: true, withMap: true, withNullPrototype: true, withObjectString: true, withSet: true, withSparseArray: true, withTypedArray: true })
  fc.assert(fc.property(anything, fc.oneof(fc.nat(12), fc.string()), (value, space) => assert.strictEqual(stringify(value, null, space), JSON.stringify(value, null, space))), { numRuns: 1000 })
})

test('BigInts and cycles by the options', () => {
  const circular = { a: 1 }
  circular.self = circular
  assert.strictEqual(stringify([1n, circular]), '["1",{"a":1}]')
  assert.throws(() => stringify(1n, null, 0, { bigint: 'throw' }), TypeError)
  assert.throws(() => stringify(circular, null, 0, { circularValue: TypeError }), TypeError)
  assert.strictEqual(stringify([1n], null, 0, { circularValue: TypeError }), '["1"]')
})
