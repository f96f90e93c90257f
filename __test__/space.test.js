'use strict'

// The third argument, in all its forms.

const vm = require('node:vm')
const { sameAsJSON, safe } = require('./helpers/table')

const tree = () => ({ a: 1, b: [], c: {}, d: [[], {}, [1, 'x', null, { e: undefined }]], f: { g: { h: [] } }, i: undefined, j: new Date(0), k: [undefined], 'l"\n': [1, 2.5, 3] })
const assigned = (boxed, own) => Object.assign(boxed, own)

const SPACES = [0, 1, 2, 3, 4, 9, 10, 11, 100, Infinity, -1, -Infinity, NaN, 0.9, 1.1, 2.99, 9.99, 10.5, -0.5, '1', '2',
  '', ' ', '  ', '\t', '\n', '--', '1234567890', '12345678901', 'x'.repeat(100), '"', '\\', '\0', 'é', '€', '😀', '😀😀😀😀😀😀', 'a\ud83d', '123456789😀', '\ud800',
  null, undefined, true, false, {}, [], [2], () => 2, Symbol('s'), 5n, new Date(2), /x/, { valueOf: () => 2 }, new Map()]

sameAsJSON([
  ...SPACES.map(space => [`${typeof space} ${typeof space === 'symbol' ? 'symbol' : typeof space === 'string' ? JSON.stringify(space.slice(0, 20)) : String(space)}`,
    s => [s(tree(), null, space), s([], null, space), s({}, null, space), s(1, null, space), s([[]], undefined, space), s({ a: undefined }, null, space)]]),
  ['boxed numbers and strings', s => [Object(3), Object(0), Object(-2), Object(50), Object('ab'), Object(''), Object('long enough text'), Object(NaN)].map(space => s(tree(), null, space))],
  ['boxed booleans, BigInts and symbols', s => [Object(true), Object(2n), Object(Symbol('x'))].map(space => s([1], null, space))],
  ['boxed, with valueOf and toString of their own', s => [assigned(Object(1), { valueOf: () => 3 }), assigned(Object(1), { valueOf: () => '2' }), assigned(Object(1), { toString: () => '4' }), assigned(Object('a'), { toString: () => 'b' }), assigned(Object('a'), { valueOf: () => 'c' }), assigned(Object('a'), { toString: () => 5 })].map(space => s([1, [2]], null, space))],
  ['boxed, with Symbol.toPrimitive and its hint', s => { const log = []; return [[Object(1), Object('x')].map(space => s([1], null, assigned(space, { [Symbol.toPrimitive] (hint) { log.push(hint); return '7' } }))), log] }],
  ['boxed, of another realm', s => [s([1], null, vm.runInNewContext('new Number(3)')), s([1], null, vm.runInNewContext('new String("--")'))]],
  ['boxed, that throws', s => s([1], null, assigned(Object(1), { valueOf () { throw new URIError('space') } }))],
  ['boxed, that gives a symbol', s => s([1], null, assigned(Object('x'), { toString: () => Symbol('no') }))],
  ['boxed, that gives a BigInt', s => s([1], null, assigned(Object(1), { valueOf: () => 3n }))],
  ['a subclass', s => s([1], null, new (class extends Number {})(2))],
  ['read after the replacer list', s => { const log = []; const list = [assigned(Object('a'), { toString () { log.push('list'); return 'a' } })]; return [s({ a: 1 }, list, assigned(Object(1), { valueOf () { log.push('space'); return 1 } })), log] }],
  ['read before the value', s => { const log = []; return [s({ get a () { log.push('value'); return 1 } }, null, assigned(Object(1), { valueOf () { log.push('space'); return 1 } })), log] }],
  ['more than three arguments', s => [s({ a: 1 }, null, 1, 'extra', 5), s({ a: 1 }, null, 0, ...new Array(500).fill(9)), s({ a: [1] }, undefined, undefined, null)]],
  ['rows', s => s(Array.from({ length: 1000 }, (_, i) => ({ id: i, name: `n${i}`, tags: ['a', 'b'], empty: [], none: {}, at: [i / 2, i / 4] })), null, 2)],
  ['100,000 numbers', s => s(Array.from({ length: 100_000 }, (_, i) => i / 8), null, '\t')],
  ['wide indentation of one-byte text, and the other way round', s => [s({ a: ['x'] }, null, '→'), s({ ключ: ['€'] }, null, ' ')]],
  ['900 levels', s => { let o = [1]; for (let i = 0; i < 900; i++) o = i % 2 ? [o] : { o }; return s(o, null, 10) }],
  ['levels, wide and deep', s => { const node = d => d === 0 ? [1, 2] : { l: node(d - 1), r: [node(d - 1), d], e: {} }; return s(node(9), null, 3) }],
  ['with and without in turn, rows of one shape', s => { const rows = () => [{ a: 1, b: 'x' }, { a: 2, b: 'y' }]; return [s(rows()), s(rows(), null, 2), s(rows()), s(rows(), null, '\t'), s(rows())] }]
])

safe([
  ['with BigInts and cycles', s => { const o = { a: 1n, list: [2n] }; o.o = o; o.list.push(o, o.list); return s(o, null, 2) }, '{\n  "a": "1",\n  "list": [\n    "2",\n    null,\n    null\n  ]\n}'],
  ['an object of nothing but cycles', s => { const o = {}; o.a = o; o.b = { o }; return s([o], null, 2) }, '[\n  {\n    "b": {}\n  }\n]']
])
