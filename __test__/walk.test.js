'use strict'

// What the walk through handles (src/walk.rs) does in its own way: shapes of objects it has met before, handles that are
// dropped and fetched again, runs of numbers, long strings in parts. Each case runs twice: as it is, for engine `walk`,
// and so deep inside other values that the other engines hand it over to the walk.

const assert = require('node:assert')
const { test } = require('node:test')
const { configure, engine } = require('..')
const { sameAsJSON, safe } = require('./helpers/table')

/** `value` inside of as many containers. */
function nest (value, levels = 200) {
  for (let i = 0; i < levels; i++) value = i % 3 === 0 ? [i, value] : { before: i, value, after: 'x' }
  return value
}

const objectOf = (count, prefix, value = i => i) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, value(i)]))

class Point {
  constructor (x) { this.x = x }
  get y () { return -this.x }
}

/** Values by title; each is made anew for each call, for it may change while it is read. */
const VALUES = {
  'rows of one shape': () => Array.from({ length: 300 }, (_, i) => ({ id: i, name: `n${i}`, on: i % 2 === 0, in: { x: i / 4, y: null }, tags: ['a', `b${i}`] })),
  'rows of two shapes in turn': () => Array.from({ length: 50 }, (_, i) => i % 2 ? { a: 1, b: { c: i } } : { b: { d: i }, a: 2 }),
  'rows that lack a member now and then': () => Array.from({ length: 50 }, (_, i) => i % 7 ? { a: 1, b: 2, c: 3 } : { a: 1, c: 3 }),
  'more shapes than are kept': () => Array.from({ length: 200 }, (_, i) => ({ [`k${i}`]: i, z: [i] })),
  'more shapes with one first key than are kept': () => Array.from({ length: 60 }, (_, i) => ({ first: i, [`k${i % 30}`]: { first: 1, [`m${i % 20}`]: 2 } })),
  'an object of 64 keys, and of 65': () => [objectOf(64, 'a'), objectOf(65, 'b'), objectOf(64, 'a'), objectOf(65, 'b')],
  'an object of 5,000 keys': () => objectOf(5000, 'key ', i => i % 3 ? i : { in: [i] }),
  'an object of 5,000 index-like keys': () => objectOf(5000, '', i => [i]),
  'keys that are not in the table': () => [1, 2].map(() => ({ ['x'.repeat(65)]: 1, ['é'.repeat(100)]: { ['€'.repeat(100)]: 2 }, ['😀'.repeat(50)]: 3 })),
  'a key of 100,000 units': () => [1, 2].map(() => ({ ['kéy'.repeat(33_333)]: 1, ['k€y'.repeat(33_333)]: [2] })),
  'keys to be escaped': () => [{ '"': 1, '\n': { '\\': 2 }, '\ud800': [3], '': 4, __proto__x: 5, ['__proto__']: 6 }],
  'empty containers': () => [[], {}, [[]], [{}], { a: [] }, { a: {} }, new Point(1), [[], [], {}], Object.create(null)],
  'arrays longer than the handles that are kept': () => Array.from({ length: 5000 }, (_, i) => i % 10 === 0 ? { i } : i % 3 === 0 ? `s${i}` : i / 2),
  'runs of numbers of every length': () => Array.from({ length: 30 }, (_, i) => [...Array.from({ length: i }, (_, j) => j / 3), null, i]),
  'runs of numbers around the size of the buffer': () => [255, 256, 257, 511, 512, 513].map(n => [...Array.from({ length: n }, (_, i) => i * 1.5), 'end']),
  'numbers of every kind': () => [0, -0, 1, -1, 2 ** 27, 2 ** 28, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53, 1.5, 1e21, 1e-7, 5e-324, NaN, Infinity, -Infinity],
  'primitives of every kind': () => [undefined, null, true, false, '', 'a', 'é', '€', '😀', '\ud83d', Symbol('x'), () => 1, class {}, -0],
  'members without a text': () => ({ a: undefined, b: () => 1, c: Symbol('x'), d: 1, e: undefined }),
  'strings around the size of a part': () => [32767, 32768, 32769, 65536, 100_000].map(n => ['a'.repeat(n), '\n'.repeat(n)]),
  'pairs of surrogates where a string is cut': () => [32766, 32767, 32768].map(n => 'a'.repeat(n) + '😀'.repeat(40_000) + '\ud83d' + 'b'.repeat(n) + '\ude00'),
  'text that turns wide late': () => ['a'.repeat(100), ...Array.from({ length: 3000 }, (_, i) => ({ i })), '€', [1, 2.5], { é: '€' }],
  'holes and extra members': () => { const a = [1, , , { b: 2 }]; a.extra = 5; a.length = 6; return a },
  'array subclasses and array-likes': () => [new (class extends Array {})(3).fill(7), { length: 2, 0: 'a' }, new Uint8Array(5), new Float64Array([1.5, NaN])],
  'instances and other objects': () => [new Point(1), new Map([[1, 2]]), new Set([1]), /x/, new Error('e'), Object.create({ inherited: 1 }), new Proxy({ a: 1, b: [2] }, {}), new Proxy([1, [2]], {})],
  'toJSON that answers with every kind': () => [1, 1.5, 'text', true, null, undefined, () => 1, [1, [2]], { a: { b: 1 } }, NaN, new Date(5), new Point(3)].map(answer => ({ toJSON: () => answer })),
  'the key that toJSON is given': () => { const v = { toJSON: key => `${typeof key} ${key}` }; return { v, list: [v, [v]], 'é€': v, 7: v } },
  dates: () => [new Date(0), new Date(NaN), { at: new Date(1e12) }, Object.assign(new Date(0), { toISOString: () => 'mine' })],
  'boxed primitives': () => [Object(1), Object('s'), Object(true), { n: Object(NaN), s: Object('é') }, Object.assign(Object('x'), { toString: () => 'mine' })],
  'getters that change what follows': () => ({ get a () { this.b = [1, 2]; delete this.c; this.d = 'new'; return { x: 1 } }, b: 1, c: 2 }),
  'an array that shrinks while it is read': () => { const a = [{ toJSON: () => { a.length = 2; return 1 } }, 2, 3, 4]; return a },
  'an object whose values are changed by a toJSON inside': () => { const o = { a: { toJSON () { o.b = { c: [1] }; return 1 } }, b: 2 }; return o },
  'one object at many places': () => { const x = { x: [1, { y: 2 }] }; return [x, { x, more: [x, x] }, x] },
  'objects that take the place of others': () => Array.from({ length: 400 }, (_, i) => ({ toJSON: () => ({ i, list: [i, { toJSON: () => [i] }] }) })),
  'long lists of keys that are fetched again': () => { const o = {}; for (let i = 0; i < 500; i++) o[`k${i}`] = { ['l'.repeat(70) + i]: [{ [`m${i}`]: i }] }; return o }
}

/** Leaves members out and puts containers in the place of others. */
function replace (key, value) {
  if (key === 'b') return undefined
  return key === 'x' && typeof value === 'number' ? [value, { [key]: `${value}` }] : value
}

const digest = text => text.length < 100_000 ? text : [text.length, require('node:crypto').createHash('sha256').update(text, 'utf16le').digest('hex')]
const both = (s, make, ...args) => [digest(s(make(), ...args)), digest(s(nest(make()), ...args))]

sameAsJSON([
  ...Object.entries(VALUES).flatMap(([title, make]) => [
    [title, s => both(s, make)],
    [`${title}, indented`, s => [digest(s(make(), null, '\t')), digest(s(nest(make(), 140), null, ' '))]],
    [`${title}, with a replacer`, s => both(s, make, replace)]
  ]),
  ['the root, of every kind', s => [1, 'a', '€', true, null, undefined, () => 1, Symbol('x'), [], {}, [1], { a: 1 }, NaN, new Date(0), Object(1), { toJSON: () => undefined }].map(v => String(s(v)))],
  ['a list of keys', s => both(s, () => Array.from({ length: 100 }, (_, i) => ({ value: [{ a: i, b: 2, id: 3 }], a: { id: 4, c: 5 } })), ['value', 'id', 'a', 0, 'before'])],
  ['a list of 100 keys', s => both(s, () => [objectOf(200, 'k'), objectOf(50, 'k'), {}], Array.from({ length: 100 }, (_, i) => `k${2 * i}`).concat('value'))],
  ['a list of no keys', s => both(s, () => [{ a: 1 }, [{ b: 2 }]], [])],
  ['what holds a value, seen by a replacer', s => {
    const seen = []
    const text = s(nest({ a: [1, { b: 2 }] }), function (key, value) { seen.push(this[key] === value, Array.isArray(this), typeof key, key); return value })
    return [text, seen]
  }],
  ['the holder of the root, seen by a replacer', s => { let holder; s([1], function (key, value) { if (key === '') holder = this; return value }); return [Object.keys(holder), holder['']] }],
  ['a replacer that makes an object of each number', s => both(s, () => [1, 2.5, { a: 3 }], (key, value) => typeof value === 'number' && key !== 'n' ? { n: value } : value)],
  ['raw JSON', s => JSON.rawJSON === undefined ? 'none' : both(s, () => [JSON.rawJSON('1e1000'), { a: JSON.rawJSON('"€"') }, JSON.rawJSON(`"${'x'.repeat(50_000)}"`)])],
  ['raw JSON as the root', s => JSON.rawJSON === undefined ? 'none' : s(JSON.rawJSON('123'))],
  ['reads, in order', s => {
    const log = []
    const spy = (target, name) => new Proxy(target, {
      get (t, k, r) { log.push(`${name} get ${String(k)}`); return Reflect.get(t, k, r) },
      ownKeys (t) { log.push(`${name} ownKeys`); return Reflect.ownKeys(t) },
      getOwnPropertyDescriptor (t, k) { log.push(`${name} gopd ${String(k)}`); return Reflect.getOwnPropertyDescriptor(t, k) },
      has () { log.push(`${name} has`) },
      getPrototypeOf () { log.push(`${name} getPrototypeOf`); return null }
    })
    const text = s(nest(spy({ a: 1, b: spy([1, spy({ c: 2 }, 'c')], 'b'), d: undefined }, 'a')))
    return [text, log]
  }],
  ['a toJSON on Array.prototype', s => {
    Object.defineProperty(Array.prototype, 'toJSON', { configurable: true, value (key) { return { key, length: this.length, first: this[0] } } })
    try { return [s([1, 2, [3]]), s({ a: [1.5, 2.5] }), s(nest({ value: [[1], 2] }))] } finally { delete Array.prototype.toJSON }
  }],
  ['a toJSON on Object.prototype that comes while an array is read', s => {
    const list = [1, { toJSON () { Object.defineProperty(Object.prototype, 'toJSON', { configurable: true, value: () => 'late' }); return 1 } }, [2, 3], { a: 1 }, 4]
    try { return s(list) } finally { delete Object.prototype.toJSON }
  }],
  ['setters on Array.prototype and Object.prototype see nothing', s => {
    const seen = []
    for (let i = 0; i < 2000; i++) Object.defineProperty(Array.prototype, i, { configurable: true, set (v) { seen.push(v) } })
    Object.defineProperty(Object.prototype, 'key', { configurable: true, set (v) { seen.push(v) } })
    try {
      const text = s(nest(Object.create(null, { a: { enumerable: true, value: 1 } }), 400))
      return [text, seen]
    } finally {
      for (let i = 0; i < 2000; i++) delete Array.prototype[i]
      delete Object.prototype.key
    }
  }],
  ['errors, with identity, and the next call', s => {
    const error = new Error('mine')
    const thrower = () => { throw error }
    const places = [
      { get a () { thrower() } }, { a: { toJSON: thrower } }, [1, 2, new Proxy([1], { get: thrower })], new Proxy({}, { ownKeys: thrower }),
      Object.defineProperty([1, 2, 3], 1, { get: thrower }), [Object.assign(Object('x'), { toString: thrower })]
    ]
    return places.flatMap(place => [place, nest(place)]).map(value => {
      let caught
      try { s(value) } catch (e) { caught = e }
      return [caught === error, s({ next: [1, { a: 'b' }] })]
    })
  }],
  ['calls inside, at every depth', s => {
    const inner = levels => ({ toJSON: () => levels === 0 ? 'end' : s(nest([levels, inner(levels - 1), 'é€'.slice(levels % 2)]), null, levels % 3) })
    return s(nest({ a: inner(5), b: [1, 2] }, 150), null, 1)
  }],
  ['calls inside that fail', s => {
    const bad = { toJSON () { try { s(nest({ get a () { throw new Error('inner') } })) } catch (error) { return { message: error.message } } } }
    return s(nest([bad, { x: bad }, bad]))
  }]
])

safe([
  ['BigInts', s => both(s, () => [1n, { a: -2n, b: [3n, Object(4n)] }, { toJSON: () => 5n }])],
  ['a cycle to each ancestor', s => {
    const path = []
    let value = {}
    const bottom = value
    for (let i = 0; i < 200; i++) path.push(value = i % 2 ? { value } : [value, i])
    bottom.all = path
    bottom.each = Object.fromEntries(path.map((ancestor, i) => [`k${i}`, ancestor]))
    return s(value)
  }],
  ['a sibling that was an ancestor before', s => { const x = { x: 1 }; x.self = x; return s(nest([x, x, { x }, [x]])) }],
  ['a cycle by toJSON, by a getter and by a replacer', s => {
    const o = { a: { toJSON: () => o }, get b () { return o }, c: 1 }
    return [s(nest(o)), s(nest({ c: 1, d: { c: 2 } }), function (key, value) { return key === 'c' ? this : value })]
  }]
])

test('engine walk without the addon is refused, with it is not', () => {
  if (engine === 'native') assert.strictEqual(configure({ engine: 'walk' })({ a: 1n }), '{"a":"1"}')
  else assert.throws(() => configure({ engine: 'walk' }), /engine 'walk' needs the addon/)
})
