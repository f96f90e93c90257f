'use strict'

// Objects: key order, kinds of keys, prototypes, dictionaries, many shapes.

const { sameAsJSON, safe } = require('./helpers/table')

const keyed = (count, value = i => i, key = i => `key${i}`) => Object.fromEntries(Array.from({ length: count }, (_, i) => [key(i), value(i)]))
const dictionary = object => { delete object[Object.keys(object)[0]]; return object }
const bare = object => Object.assign(Object.create(null), object)

sameAsJSON([
  ['integer keys first, ascending', s => s({ b: 1, 10: 1, 9: 1, a: 1, 0: 1, '-1': 1, '01': 1, 1.5: 1 })],
  ['about the largest array index', s => s({ 4294967296: 1, 4294967295: 2, 4294967294: 3, 4294967293: 4, 9007199254740991: 5, 9007199254740992: 6, a: 7 })],
  ['only integer keys', s => s([{ 1: 'a', 0: 'b' }, { 100000: 1 }, { 5: { 4: { 3: 1 } } }])],
  ['integer keys and getters', s => s({ 1: 'a', get 0 () { return 'zero' }, get x () { return 'x' } })],
  ['__proto__ as an own key', s => s([JSON.parse('{"__proto__":{"a":1},"b":2}'), { ['__proto__']: 1, a: 2 }, { ['__proto__']: null }])],
  ['names of Object.prototype', s => s({ constructor: 1, toString: 'x', hasOwnProperty: true, valueOf: null, isPrototypeOf: [], __defineGetter__: 0 })],
  ['the empty key, spaces, quotes, control characters', s => s({ '': 1, ' ': 2, '"': 3, '\n': 4, '\\': 5, '\u2028': 6, é: 7, '€': 8, '😀': 9, '\ud800': 10 })],
  ['symbols and non-enumerable keys are left out', s => s(Object.defineProperties({ a: 1, [Symbol('s')]: 2 }, { hidden: { value: 3 }, shown: { value: 4, enumerable: true } }))],
  ['values that have no JSON are left out', s => s([{ a: undefined }, { a: undefined, b: 1 }, { a: 1, b () {} }, { a: Symbol('x'), b: 1, c: undefined, d: 2, e: undefined }])],
  ['nothing left', s => s({ a: { b: undefined }, c: [{ d: () => {} }] })],
  ['without a prototype', s => s([bare({ a: 1, b: [bare({})] }), bare({}), bare({ __proto__: 1, toJSON: 2 })])],
  ['class instances', s => {
    class Base { constructor () { this.id = 1 } get computed () { return 2 } }
    class Derived extends Base { name = 'n'; #hidden = 3; static also = 4; method () { return this.#hidden } }
    return s([new Base(), new Derived(), { in: new Derived() }, new Base()])
  }],
  ['an instance and a plain object of the same keys', s => { class A { constructor () { this.x = 1; this.y = 2 } } return s([new A(), { x: 1, y: 2 }, new A(), { y: 2, x: 1 }]) }],
  ['inherited properties are left out', s => s([Object.create({ a: 1 }), Object.create({ a: 1 }, { b: { value: 2, enumerable: true } })])],
  ['an inherited key hidden by a non-enumerable one', s => s(Object.create({ a: 1 }, { a: { value: 2, enumerable: false }, b: { value: 3, enumerable: true } }))],
  ['a prototype chain of ten', s => { let o = { root: 1 }; for (let i = 0; i < 10; i++) { o = Object.create(o); o[`k${i}`] = i } return s(o) }],
  ['1,000 keys', s => s([keyed(1000), keyed(1000, i => `v${i}`)])],
  ['5,000 distinct keys in small objects', s => s(Array.from({ length: 2500 }, (_, i) => ({ [`a${i}`]: i, [`b${i}`]: { x: i } })))],
  ['5,000 distinct keys, twice', s => { const rows = () => Array.from({ length: 5000 }, (_, i) => ({ [`only${i}`]: i })); return s([rows(), rows()]) }],
  ['20,000 keys in one object', s => s(keyed(20_000, i => i % 3 ? i : `${i}`))],
  ['1,500 integer keys', s => s(keyed(1500, i => i, i => i * 7))],
  ['long keys', s => s(keyed(50, i => i, i => `${'k'.repeat(i * 40)}"${i}`))],
  ['wide characters in keys', s => s(keyed(300, i => i, i => `ключ ${i} €`))],
  ['a dictionary', s => s([dictionary({ a: 1, b: 2, c: 3 }), dictionary(keyed(100)), dictionary(bare({ a: 1, b: 2 }))])],
  ['dictionaries of the same keys in other orders', s => s([dictionary({ z: 0, a: 1, b: 2 }), dictionary({ z: 0, b: 2, a: 1 }), { a: 1, b: 2 }, { b: 2, a: 1 }])],
  ['many shapes at one place', s => s(Array.from({ length: 500 }, (_, i) => keyed(i % 12, j => j + i, j => `k${(i * j) % 17}`)))],
  ['one shape that is a prefix of another', s => s([{ a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2, c: 3 }, { a: 1, b: 2 }, { a: 1 }, {}, { a: 1, b: 2, c: 3 }, { a: 1, c: 3 }])],
  ['a shape whose values are left out now and then', s => s(Array.from({ length: 60 }, (_, i) => ({ a: i % 2 ? i : undefined, b: i % 3 ? `${i}` : undefined, c: i % 5 ? () => {} : [i], d: i % 7 ? { x: i } : undefined })))],
  ['one shape at several depths', s => { const node = n => ({ id: n, left: n > 0 ? node(n - 1) : null, right: n > 0 ? node(n - 1) : null }); return s(node(8)) }],
  ['rows', s => s(Array.from({ length: 3000 }, (_, i) => ({ id: i, name: `Name ${i}`, email: `n${i}@example.com`, active: i % 2 === 0, score: i / 8, profile: { city: 'Zürich', zip: null, at: [i, i + 0.5] }, tags: ['a', `b${i}`, 'c'] })))],
  ['rows whose keys change half-way', s => s(Array.from({ length: 200 }, (_, i) => i < 100 ? { id: i, name: 'a' } : { id: i, label: 'b', name: 'c' }))],
  ['built-ins that have no own keys', s => s([/x/g, new Error('e'), new Map([[1, 2]]), new Set([1]), new WeakMap(), Promise.resolve(), new ArrayBuffer(2), new (class {})(), Math, JSON, Reflect, Intl, globalThis.Atomics])],
  ['built-ins with own keys', s => s([Object.assign(new Map(), { a: 1 }), Object.assign(/x/, { b: 2 }), Object.assign(new Error('e', { cause: 1 }), { code: 'E' }), Object.assign(() => {}, { c: 3 }), Object.assign(new Set(), { toJSON: 4 })])],
  ['module namespace and process.versions', s => s([process.versions, process.release.name, require('node:os').constants.signals])],
  ['URLSearchParams, Headers, Intl objects', s => s([new URLSearchParams('a=1'), new Headers({ a: 'b' }), new Intl.NumberFormat('en'), new AbortController(), new TextEncoder()])],
  ['frozen, sealed, without extensions', s => s([Object.freeze({ a: 1, b: { c: 2 } }), Object.seal({ a: 1 }), Object.preventExtensions({ a: 1 })])],
  ['keys added after the literal, and again', s => { const o = { a: 1 }; o.b = 2; o.c = 3; delete o.c; o.d = 4; o.c = 5; return s([o, { a: 1, b: 2, d: 4, c: 5 }]) }],
  ['the same object twice', s => { const o = { a: [1] }; return s([o, o, { o, p: o }]) }],
  ['at the top: every kind', s => [null, true, false, 0, '', 'x', undefined, () => {}, Symbol('s'), [], {}, new Date(0), /x/, Object(1)].map(v => s(v))],
  ['no argument at all', s => s()],
  ['900 levels', s => { let o = { end: true }; for (let i = 0; i < 900; i++) o = i % 2 ? { o } : { a: 1, o, b: [o.end] }; return s(o) }]
])

safe([
  ['a BigInt in the last of 1,000 rows', s => s(Array.from({ length: 1000 }, (_, i) => ({ id: i === 999 ? 999n : i, name: `n${i}` })))],
  ['a BigInt as a computed key is text', s => s({ [5n]: 5n }), '{"5":"5"}'],
  ['all the global object', s => typeof s({ process: { env: {}, versions: process.versions }, big: 1n })]
])
