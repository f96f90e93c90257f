'use strict'

// Arrays in bulk (lib/bulk.js). Its use by the Fastify plugin is tested against fast-json-stringify: see integration/.

const assert = require('node:assert/strict')
const { test } = require('node:test')
const { binding } = require('../lib/binding')
const { createBulk } = require('../lib/bulk')

const skip = binding === null && 'the addon is not loaded'
const LENGTHS = [0, 1, 2, 2047, 2048, 2049, 4096, 5000]
const ELEMENTS = {
  number: [0.1, -0, 5, 1e21, 1e-7, Infinity, -Infinity, 2 ** 53, -1.5, 5e-324],
  integer: [0, -0, 5, 1e21, 2 ** 53, -(2 ** 31), 2 ** 31, -1e300],
  string: ['', 'a', 'é"\n', '日本', '\ud800', '\udc00', 'x'.repeat(40000), '\u0000']
}

for (const type of Object.keys(ELEMENTS)) {
  const some = ELEMENTS[type]
  const make = length => Array.from({ length }, (_, i) => some[i % some.length])
  const never = () => assert.fail('no element is odd')

  test(`${type}: as JSON.stringify`, { skip }, () => {
    const serialize = createBulk(binding)[type]
    for (const length of LENGTHS) assert.equal(serialize(make(length), length, never), JSON.stringify(make(length)))
  })

  test(`${type}: from an element of another type on, each is converted before the next one is read`, { skip }, () => {
    const serialize = createBulk(binding)[type]
    for (const odd of [null, undefined, 5n, {}, true, NaN, ...(type === 'string' ? [5] : ['5']), ...(type === 'integer' ? [1.5] : [])]) {
      for (const index of [0, 1, 100, 2047, 2048, 2999]) {
        const log = []
        const array = make(3000)
        array.forEach((element, i) => {
          Object.defineProperty(array, i, { get () { log.push(i); return i === index ? odd : element } })
        })
        const text = serialize(array, 3000, element => { log.push('c'); return typeof element === 'string' ? '"s"' : 'e' })
        const expected = make(3000).map((element, i) => {
          if (i < index) return JSON.stringify(element)
          return typeof (i === index ? odd : element) === 'string' ? '"s"' : 'e'
        })
        assert.equal(text, `[${expected}]`)
        assert.deepEqual(log, Array.from({ length: 3000 }, (_, i) => (i < index ? [i] : [i, 'c'])).flat())
      }
    }
  })

  test(`${type}: errors of getters and conversions pass, the next call is right`, { skip }, () => {
    const serialize = createBulk(binding)[type]
    for (const index of [0, 100, 2500]) {
      const array = make(3000)
      Object.defineProperty(array, index, { get () { throw new RangeError('read') } })
      assert.throws(() => serialize(array, 3000, never), new RangeError('read'))
      const other = make(3000)
      other[index] = null
      assert.throws(() => serialize(other, 3000, () => { throw new RangeError('converted') }), new RangeError('converted'))
      assert.equal(serialize(make(3000), 3000, never), JSON.stringify(make(3000)))
    }
  })

  test(`${type}: a call from inside a call is refused before it reads anything`, { skip }, () => {
    const serialize = createBulk(binding)[type]
    const array = make(300)
    Object.defineProperty(array, 150, { get () { assert.equal(serialize(make(10), 10, never), undefined); return some[0] } })
    const expected = make(300)
    expected[150] = some[0]
    assert.equal(serialize(array, 300, never), JSON.stringify(expected))
    // A conversion is no reading: the tape is free again.
    const other = make(300)
    other[200] = null
    let inner
    serialize(other, 300, () => { inner = serialize(make(10), 10, never); return '0' })
    assert.equal(inner, JSON.stringify(make(10)))
  })
}
