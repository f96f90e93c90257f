'use strict'

// Values of every kind for property tests, as recipes: plain descriptions from which a value is built anew each time,
// because getters and toJSON may change it. `build(recipe)` gives the value.

const fc = require('fast-check')

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map(units => String.fromCharCode(...units)),
  fc.constantFrom('', '__proto__', 'constructor', 'toJSON2', '0', '1', '10', '-1', '01', 'length', 'é', '\ud800', '\udc00', '"', '\\', '\n', 'a'.repeat(70), '€'.repeat(40)),
  fc.tuple(fc.string({ maxLength: 5 }), fc.integer({ min: 10, max: 400 })).map(([part, n]) => part.repeat(n))
)

const key = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'id', 'name', 'x') }, { weight: 2, arbitrary: text })

const number = fc.oneof(fc.integer(), fc.double(), fc.integer({ min: -1e6, max: 1e6 }).map(n => n / 100), fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 1e21, 1e-7, 2 ** 31, 2 ** 53))
const numbers = fc.oneof(
  fc.array(number, { maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 0, maxLength: 200 }),
  fc.array(fc.float(), { maxLength: 60 })
)

const leaf = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('value'), value: fc.oneof(number, text, fc.boolean(), fc.constantFrom(null, undefined)) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('bigint'), value: fc.bigInt().map(String) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('date'), ms: fc.oneof(fc.integer({ min: -1e12, max: 4e12 }), fc.double({ min: -8.64e15, max: 8.64e15 }), fc.constant(NaN)), own: fc.constantFrom('none', 'none', 'none', 'toISOString', 'toJSON', 'valueOf', 'property') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('boxed'), value: fc.oneof(number, text, fc.boolean()), own: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('boxedBigint'), value: fc.bigInt().map(String) }) },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'symbol' }, { kind: 'function' }, { kind: 'functionWithToJSON' }, { kind: 'map' }, { kind: 'error' }, { kind: 'typed' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('numbers'), list: numbers }) },
  // A reference: to the ancestor so many levels up, or to something built before.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('up'), levels: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('seen'), index: fc.nat({ max: 10 }) }) }
)

const values = mutating => fc.letrec(tie => {
  const child = tie('recipe')
  const members = fc.array(fc.tuple(key, child), { maxLength: 6 })
  return {
    recipe: fc.oneof({ depthSize: 'small', withCrossShrink: true, maxDepth: 6 },
      leaf,
      fc.record({ kind: fc.constantFrom('object', 'object', 'object', 'object', 'instance', 'bare', 'dictionary', 'inherits', 'proxy', 'frozen'), members }),
      fc.record({ kind: fc.constantFrom('array', 'array', 'array', 'subclass', 'proxyArray', 'holey'), items: fc.array(child, { maxLength: 8 }) }),
      fc.record({ kind: fc.constantFrom('getters', ...mutating), members }),
      fc.record({ kind: fc.constant('toJSON'), result: child, where: fc.constantFrom('own', 'prototype', 'array') }),
      // Rows: many objects of the same keys.
      fc.record({ kind: fc.constant('rows'), keys: fc.array(key, { minLength: 1, maxLength: 5 }), items: fc.array(leaf, { minLength: 1, maxLength: 12 }), count: fc.integer({ min: 1, max: 60 }) }))
  }
}).recipe

/** Values of every kind. */
const recipe = values(['mutating'])
/** All but those that are another value when they are read again. */
const steady = values([])

class Instance {
  get computed () { return 'not written' }
  method () {}
}
class List extends Array {}

/**
 * @param {any} r a recipe
 * @param {object[]} [above] ancestors of what is built
 * @param {any[]} [seen] what was built so far
 */
function build (r, above = [], seen = []) {
  const keep = value => { seen.push(value); return value }
  const fill = (object, members) => {
    for (const [k, child] of members) Object.defineProperty(object, k, { __proto__: null, value: build(child, [...above, object], seen), writable: true, enumerable: true, configurable: true })
    return object
  }
  const items = array => { r.items.forEach((child, i) => { array[i] = build(child, [...above, array], seen) }); return array }
  switch (r.kind) {
    case 'value': return r.value
    case 'bigint': return BigInt(r.value)
    case 'date': {
      const date = new Date(r.ms)
      if (r.own === 'toISOString') date.toISOString = () => 'own iso'
      if (r.own === 'toJSON') date.toJSON = k => `own ${k}`
      if (r.own === 'valueOf') date.valueOf = () => NaN
      if (r.own === 'property') date.extra = 1
      return keep(date)
    }
    case 'boxed': return keep(r.own ? Object.assign(Object(r.value), { valueOf: () => 7, toString: () => 'own' }) : Object(r.value))
    case 'boxedBigint': return keep(Object(BigInt(r.value)))
    case 'symbol': return Symbol('s')
    case 'function': return () => {}
    case 'functionWithToJSON': return Object.assign(() => {}, { toJSON: k => `function ${k}` })
    case 'map': return keep(Object.assign(new Map([[1, 2]]), { own: 1 }))
    case 'error': return keep(new Error('e'))
    case 'typed': return keep(new Float32Array([0.1, 2]))
    case 'numbers': return keep(Array.from(r.list))
    case 'up': return above.length === 0 ? null : above[Math.max(0, above.length - 1 - r.levels)]
    case 'seen': return seen.length === 0 ? null : seen[r.index % seen.length]
    case 'object': return keep(fill({}, r.members))
    case 'instance': return keep(fill(new Instance(), r.members))
    case 'bare': return keep(fill(Object.create(null), r.members))
    case 'inherits': return keep(fill(Object.create({ a: 'inherited', z: 'inherited' }), r.members))
    case 'dictionary': {
      const object = { first: 1 }
      delete object.first
      return keep(fill(object, r.members))
    }
    case 'frozen': return keep(Object.freeze(fill({}, r.members)))
    case 'proxy': return keep(new Proxy(fill({}, r.members), {}))
    case 'array': return keep(items([]))
    case 'subclass': return keep(items(new List()))
    case 'proxyArray': return keep(new Proxy(items([]), {}))
    case 'holey': {
      const array = items([])
      for (let i = 1; i < array.length; i += 3) delete array[i]
      array.length += array.length % 3
      return keep(array)
    }
    case 'getters': {
      const object = {}
      for (const [k, child] of r.members) {
        const value = build(child, [...above, object], seen)
        Object.defineProperty(object, k, { __proto__: null, get: () => value, enumerable: true, configurable: true })
      }
      return keep(object)
    }
    case 'mutating': {
      // The first property, when it is read, changes the others.
      const object = {}
      Object.defineProperty(object, 'first', {
        enumerable: true,
        configurable: true,
        get () {
          const keys = Object.keys(this)
          if (keys.length > 1) delete this[keys[1]]
          if (keys.length > 2) Object.defineProperty(this, keys[2], { value: 'changed', enumerable: false })
          this.added = 1
          return keys.length
        }
      })
      return keep(fill(object, r.members))
    }
    case 'toJSON': {
      const object = r.where === 'prototype' ? Object.create({ toJSON: () => result }) : r.where === 'array' ? [1, 2] : { x: 1 }
      if (r.where !== 'prototype') object.toJSON = () => result
      const result = build(r.result, [...above, object], seen)
      return keep(object)
    }
    case 'rows': {
      const rows = []
      for (let i = 0; i < r.count; i++) {
        rows.push(fill({}, r.keys.map((k, j) => [k, r.items[(i + j) % r.items.length]])))
      }
      return keep(rows)
    }
    default: throw new Error(`no such recipe: ${r.kind}`)
  }
}

const space = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.constantFrom(null, 0, 1, 2, 4, 10, 11, -1, NaN, 2.9, '', ' ', '\t', '--', '12345678901', '→', '😀', true, 'a\ud800') }
)

/** A replacer recipe: none, a list, or one of a few functions. */
const replacer = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'none' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('list'), keys: fc.array(fc.oneof(key, fc.integer({ min: -2, max: 12 }), fc.constant(true)), { maxLength: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('identity', 'drop', 'wrap', 'holder', 'count'), key }) }
)

function buildReplacer (r) {
  switch (r.kind) {
    case 'none': return undefined
    case 'list': return r.keys
    case 'identity': return (k, v) => v
    case 'drop': return (k, v) => k === r.key ? undefined : v
    case 'wrap': return (k, v) => typeof v === 'number' && k !== 'wrapped' ? { wrapped: v } : v
    case 'holder': return function (k, v) { return k === r.key ? this : v }
    case 'count': {
      let n = 0
      return (k, v) => typeof v === 'string' ? `${n++} ${v}` : v
    }
    default: throw new Error(`no such replacer: ${r.kind}`)
  }
}

module.exports = { build, buildReplacer, recipe, replacer, space, steady }
