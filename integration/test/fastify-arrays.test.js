'use strict'

// Arrays of numbers, integers and strings in response schemas: the builder of lib/fastify/arrays.js against
// fast-json-stringify, which is the oracle for texts, errors, the order of reads and of conversions.

const assert = require('node:assert/strict')
const { test } = require('node:test')
const fc = require('fast-check')
const SerializerSelector = require('@fastify/fast-json-stringify-compiler')
const { createBuilder } = require('../../lib/fastify/arrays')
const { createBulk } = require('../../lib/bulk')
const { binding } = require('../../lib/binding')

const RUNS = Number(process.env.RUNS ?? 300)
const TYPES = ['number', 'integer', 'string']
const plain = SerializerSelector()
const ours = createBuilder(plain)

/** Both serializers of a schema. */
function pair (schema, options, external) {
  const copy = value => structuredClone(value)
  return [
    plain(copy(external), options)({ schema: copy(schema) }),
    ours(copy(external), options)({ schema: copy(schema) })
  ]
}

/** What a serializer does with a value, including the log of what the value saw. */
function outcome (serialize, make) {
  const log = []
  let result
  try {
    result = { text: serialize(make(log)) }
  } catch (error) {
    // Merged schemas are numbered by a counter of the process.
    result = { error: error.name, message: error.message.replace(/__fjs_merged_\d+/, '__fjs_merged') }
  }
  return { ...result, log }
}

function same (pair, make, message) {
  assert.deepEqual(outcome(pair[1], make), outcome(pair[0], make), message)
}

/** An array of that length with other elements in some places. */
function arrayOf (usual, length, odd = {}) {
  return log => {
    const array = Array.from({ length }, (_, i) => usual(i))
    for (const [index, element] of Object.entries(odd)) array[index] = element(log)
    return array
  }
}

const USUAL = {
  number: i => (i % 3 === 0 ? i : i / 7),
  integer: i => i * 1001 - 500,
  string: i => `text ${i}`
}

/** Elements of other types, and values at the edges, made anew for each serializer; they log what is done to them. */
const ODD = {
  null: () => null,
  undefined: () => undefined,
  true: () => true,
  'a BigInt': () => 12345678901234567890n,
  NaN: () => NaN,
  Infinity: () => Infinity,
  '-Infinity': () => -Infinity,
  '-0': () => -0,
  1.5: () => 1.5,
  '-2.5': () => -2.5,
  '1e21': () => 1e21,
  '2^53': () => 2 ** 53,
  'a numeric text': () => ' 12.75 ',
  'another text': () => 'é"\\\n',
  'an empty text': () => '',
  'a lone surrogate': () => 'a\udc00b',
  'half a pair': () => 'a\ud83d',
  'a wide text': () => '日本😀',
  'a long text': () => 'x"'.repeat(40000),
  'a date': () => new Date(1234567890123),
  'an invalid date': () => new Date(NaN),
  'a regular expression': () => /a"b/g,
  'a boxed number': () => Object(5),
  'a boxed text': () => Object('five'),
  'an object': () => ({}),
  'an array': () => [7],
  'a symbol': () => Symbol('s'),
  'a function': () => function f () {},
  'an object with valueOf': log => ({ valueOf () { log.push('valueOf'); return 3.7 }, toString () { log.push('toString'); return '3.7' } }),
  'an object with toJSON': log => ({ toJSON () { log.push('toJSON'); return 1 }, toString () { log.push('toString'); return '8' } }),
  'an object that throws': log => ({ toString () { log.push('toString'); throw new RangeError('no') } })
}

const skip = binding === null && 'the addon is not loaded'
test('the addon is loaded, or fast-json-stringify is compared with itself here', { skip }, () => assert.notEqual(binding, null))

for (const type of TYPES) {
  const schema = { type: 'array', items: { type } }

  test(`${type}[]: lengths around every limit`, () => {
    const both = pair(schema)
    for (const length of [0, 1, 2, 23, 24, 25, 127, 128, 511, 512, 513, 2047, 2048, 2049, 4096, 4097, 6000, 20000]) {
      same(both, arrayOf(USUAL[type], length), `${length} elements`)
    }
  })

  test(`${type}[]: an element of another kind at every place that matters`, () => {
    for (const rounding of [undefined, 'floor', 'ceil', 'round', 'trunc']) {
      const both = pair(schema, rounding && { rounding })
      for (const [name, odd] of Object.entries(ODD)) {
        for (const length of [24, 600, 2100]) {
          for (const index of [0, 1, length >> 1, 2047, 2048, 2049, length - 1]) {
            if (index < length) same(both, arrayOf(USUAL[type], length, { [index]: odd }), `${name} at ${index} of ${length}`)
          }
        }
        // Two of them: the second one is not looked at before the first one is converted.
        same(both, arrayOf(USUAL[type], 700, { 3: ODD['an object with valueOf'], 9: odd, 690: ODD['an object with toJSON'] }), name)
        if (type !== 'integer') break
      }
    }
  })

  test(`${type}[]: random arrays`, () => {
    const usual = {
      number: fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.float({ noNaN: true })),
      integer: fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constantFrom(-0, 1e20, 1e21, 2 ** 31, -(2 ** 31))),
      string: fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '\udfff', '', '"'))
    }[type]
    const anything = fc.anything({ withBigInt: true, withDate: true })
    const odd = fc.option(fc.tuple(fc.nat(), anything), { nil: null })
    for (const rounding of [undefined, 'floor', 'ceil', 'round']) {
      const both = pair(schema, rounding && { rounding })
      fc.assert(fc.property(fc.array(usual, { maxLength: 60 }), fc.nat({ max: 40 }), odd, (some, times, odd) => {
        const array = []
        for (let i = 0; i <= times; i++) array.push(...some)
        if (odd !== null && array.length > 0) array[odd[0] % array.length] = odd[1]
        same(both, () => array.slice())
      }), { numRuns: RUNS })
    }
  })

  test(`${type}[]: each element is read once and in order, and converted before the next one is read`, () => {
    const both = pair(schema)
    for (const oddAt of [-1, 0, 5, 599]) {
      same(both, log => {
        const array = arrayOf(USUAL[type], 600)(log)
        for (let i = 0; i < 600; i++) {
          const value = i === oddAt ? ODD['an object with valueOf'](log) : array[i]
          Object.defineProperty(array, i, { get () { log.push(i); return value }, configurable: true })
        }
        return array
      }, `odd at ${oddAt}`)
    }
  })

  test(`${type}[]: no toJSON is called, wherever user code puts it`, () => {
    const both = pair(schema)
    const called = () => { throw new Error('toJSON was called') }
    for (const prototype of [Array.prototype, Object.prototype, Number.prototype, String.prototype]) {
      Object.defineProperty(prototype, 'toJSON', { value: called, configurable: true, writable: true })
      try {
        for (const length of [30, 600, 3000]) same(both, arrayOf(USUAL[type], length))
        same(both, arrayOf(USUAL[type], 600, { 300: ODD['a date'] }))
      } finally {
        delete prototype.toJSON
      }
    }
    same(both, log => Object.assign(arrayOf(USUAL[type], 600)(log), { toJSON: called }))
  })

  test(`${type}[]: subclasses, Proxies, holes and arrays that change`, () => {
    const both = pair(schema)
    same(both, log => class List extends Array {}.from(arrayOf(USUAL[type], 600)(log)))
    same(both, log => Object.setPrototypeOf(arrayOf(USUAL[type], 600)(log), null))
    same(both, log => Object.freeze(arrayOf(USUAL[type], 600)(log)))
    same(both, log => {
      const array = arrayOf(USUAL[type], 600)(log)
      delete array[100]
      return array
    })
    same(both, log => new Proxy(arrayOf(USUAL[type], 600)(log), {
      get (target, key, receiver) { log.push(String(key)); return Reflect.get(target, key, receiver) }
    }))
    for (const change of [array => { array.length = 40 }, array => { array.push('x') }, array => { array[50] = null }]) {
      same(both, log => {
        const array = arrayOf(USUAL[type], 600)(log)
        const value = array[30]
        Object.defineProperty(array, 30, { get () { change(array); return value }, configurable: true })
        return array
      })
    }
  })

  test(`${type}[]: what is no array`, () => {
    for (const nullable of [undefined, true, false]) {
      const both = pair({ ...schema, nullable })
      for (const value of [null, undefined, 1, 'text', {}, { length: 3 }, new Float64Array(30), true, 5n]) same(both, () => value)
    }
  })

  test(`${type}[]: a getter that throws, or serializes an array itself, leaves the next call right`, () => {
    const [, serialize] = pair(schema)
    const inner = arrayOf(USUAL[type], 3000)([])
    const expected = serialize(inner)
    for (const index of [0, 100, 2500]) {
      const array = inner.slice()
      Object.defineProperty(array, index, { get () { throw new RangeError('from a getter') }, configurable: true })
      assert.throws(() => serialize(array), new RangeError('from a getter'))
      assert.equal(serialize(inner), expected)

      const outer = inner.slice()
      const value = inner[index]
      Object.defineProperty(outer, index, {
        get () { assert.equal(serialize(inner), expected); return value }
      })
      assert.equal(serialize(outer), expected)
    }
  })
}

test('a string per token, and text that is printed in parts', { skip }, () => {
  const { string } = createBulk(binding)
  const fail = () => assert.fail('no element is odd')
  for (const unit of ['a', 'é', '"', '日', '😀', '\ud800']) {
    for (const size of [0, 1, 15, 40, 1000, 32767, 32768, 40000]) {
      const length = size < 100 ? 5000 : 60
      const array = Array.from({ length }, (_, i) => unit.repeat(size) + (i % 7))
      assert.equal(string(array, length, fail), JSON.stringify(array), `${unit} × ${size}`)
    }
  }
})

// Schemas beyond `{ type: 'array', items: { type } }`, each with data that makes a difference if it was misunderstood.
const numbers = Array.from({ length: 700 }, (_, i) => i / 3)
const OTHER = {
  annotations: [{ $id: 'a', title: 't', type: 'array', minItems: 1, maxItems: 2, uniqueItems: true, items: { type: 'number', minimum: 3, description: 'd' } }, numbers],
  'nullable items': [{ type: 'array', items: { type: 'number', nullable: true } }, [...numbers, null]],
  'several types': [{ type: 'array', items: { type: ['number', 'null'] } }, [...numbers, null]],
  'one type in a list': [{ type: 'array', items: { type: ['number'] } }, [...numbers, 4n]],
  'a constant': [{ type: 'array', items: { type: 'number', const: 5 } }, numbers],
  'an enumeration': [{ type: 'array', items: { type: 'number', enum: [1] } }, numbers],
  'a format of numbers': [{ type: 'array', items: { type: 'number', format: 'float' } }, numbers],
  'dates as strings': [{ type: 'array', items: { type: 'string', format: 'date-time' } }, Array(600).fill(new Date(5))],
  'unsafe strings': [{ type: 'array', items: { type: 'string', format: 'unsafe' } }, Array(600).fill('"')],
  'a tuple': [{ type: 'array', items: [{ type: 'number' }, { type: 'string' }] }, [1, '2']],
  'a tuple that is too long': [{ type: 'array', items: [{ type: 'number' }] }, numbers],
  'no items': [{ type: 'array' }, [...numbers, { a: 1 }]],
  'a reference': [{ type: 'array', items: { $ref: '#/definitions/n' }, definitions: { n: { type: 'integer' } } }, numbers],
  'an external reference': [{ $ref: 'ext#/definitions/list' }, numbers],
  'any of two': [{ type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'string' }] } }, [...numbers, 'a']],
  'all of two': [{ allOf: [{ type: 'array' }, { type: 'array', items: { type: 'number' } }] }, numbers],
  'items of no type': [{ type: 'array', items: { minimum: 4 } }, [...numbers, '5']],
  'an embedding': [{ type: 'object', properties: { id: { type: 'integer' }, embedding: { type: 'array', items: { type: 'number' } } } }, { id: 1n, embedding: numbers, secret: 1 }],
  'an embedding with another element': [{ type: 'object', properties: { embedding: { type: 'array', items: { type: 'number' } } } }, { embedding: [...numbers, '7', null, ...numbers] }],
  'an embedding with NaN': [{ type: 'object', properties: { embedding: { type: 'array', items: { type: 'number' } } } }, { embedding: [...numbers, NaN] }],
  'integers inside': [{ type: 'object', properties: { a: { type: 'array', items: { type: 'integer' } } } }, { a: [...Array(600).keys(), 1.5, 2n, '3'] }],
  'a list of embeddings': [{ type: 'object', properties: { data: { type: 'array', items: { type: 'object', required: ['e'], properties: { e: { type: 'array', items: { type: 'number' } } } } } } }, { data: [{ e: numbers }, { e: [] }, { e: numbers.slice(0, 128), x: 1 }] }],
  'a required embedding that is missing': [{ type: 'object', required: ['e'], properties: { e: { type: 'array', items: { type: 'number' } } } }, {}],
  'an embedding that is no array': [{ type: 'object', properties: { e: { type: 'array', items: { type: 'number' } } } }, { e: 'x' }],
  'a grid': [{ type: 'array', items: { type: 'array', items: { type: 'number' } } }, [numbers, [], numbers, [1, 'x']]],
  'anything beside numbers': [{ type: 'object', additionalProperties: true, properties: { e: { type: 'array', items: { type: 'number' } } } }, { e: numbers, other: { big: numbers } }],
  'additional numbers': [{ type: 'object', additionalProperties: { type: 'array', items: { type: 'number' } } }, { a: numbers, b: [1, '2'] }],
  'one of two with numbers': [{ oneOf: [{ type: 'object', required: ['e'], properties: { e: { type: 'array', items: { type: 'number' } } } }, { type: 'string' }] }, { e: numbers }],
  'code in a name': [{ type: 'object', properties: { 'return JSON.stringify(copy)': { type: 'string' }, JSON: { type: 'string' }, e: { type: 'array', items: { type: 'number' } } } }, { 'return JSON.stringify(copy)': 'a', JSON: 'b', e: numbers }],
  'a recursive schema': [{ type: 'object', properties: { e: { type: 'array', items: { type: 'number' } }, child: { $ref: '#' } } }, { e: numbers, child: { e: numbers, child: { e: [] } } }]
}
const EXTERNAL = { ext: { $id: 'ext', definitions: { list: { type: 'array', items: { type: 'number' } } } } }

for (const [name, [schema, data]] of Object.entries(OTHER)) {
  test(`schema: ${name}`, () => {
    for (const options of [undefined, { rounding: 'ceil' }, { largeArrayMechanism: 'json-stringify', largeArraySize: 500 }, { objectMechanism: 'native' }]) {
      const both = pair(schema, options, EXTERNAL)
      for (const value of [data, null, undefined, [], {}, 'text']) same(both, () => value)
      Object.defineProperty(Array.prototype, 'toJSON', { value: () => 'changed', configurable: true, writable: true })
      try {
        same(both, () => data)
      } finally {
        delete Array.prototype.toJSON
      }
    }
  })
}

test('a schema that fast-json-stringify refuses is refused with the same error', () => {
  for (const schema of [{ type: 'array', items: { type: 'nonsense' } }, { type: 'array', items: 5 }, { type: 'array', items: { $ref: 'nowhere#' } }]) {
    const errors = [plain, ours].map(build => {
      try { build()({ schema: structuredClone(schema) }) } catch (error) { return error.message }
      return undefined
    })
    assert.equal(errors[1], errors[0])
  }
  assert.throws(() => ours(undefined, { rounding: 'up' })({ schema: { type: 'array', items: { type: 'number' } } }), /Unsupported integer rounding/)
})

test('the schemas that were given stay as they were', () => {
  const schema = Object.freeze({ type: 'array', items: Object.freeze({ type: 'number' }) })
  assert.equal(ours()({ schema })(numbers), JSON.stringify(numbers))
})
