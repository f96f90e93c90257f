'use strict'

// The second argument: functions, lists, and everything that is neither.

const vm = require('node:vm')
const { sameAsJSON, safe } = require('./helpers/table')

const tree = () => ({ a: 1, b: { a: 'x', c: [1, { a: null, d: true }], 2: 'two' }, c: undefined, d: () => {}, 1: 'one', e: new Date(0) })

sameAsJSON([
  ['function: keys, values, this', s => {
    const log = []
    return [s(tree(), function (key, value, ...rest) { log.push(key, typeof key, typeof value, Object.keys(this).join(), rest.length); return value }), log]
  }],
  ['function: the root holder', s => { const log = []; s(5, function (key, value) { log.push(key, value, Object.getPrototypeOf(this) === Object.prototype, Reflect.ownKeys(this), Object.getOwnPropertyDescriptor(this, '')); return value }); return log }],
  ['function: identity', s => s(tree(), (k, v) => v)],
  ['function: drops keys, elements, the root', s => [s(tree(), (k, v) => k === 'a' ? undefined : v), s([1, 2, 3], (k, v) => k === '1' ? undefined : v), s(tree(), () => undefined)]],
  ['function: results of every kind', s => [null, undefined, 7, NaN, 'x', true, Symbol('s'), () => {}, [5], { z: 6 }, Object(3), Object('s')].map(result => s({ a: 1, b: [2] }, (k, v) => v === 1 || v === 2 ? result : v))],
  ['function: replaces containers by others', s => s({ a: { b: 1 } }, (k, v) => k === 'a' ? [v.b, { k }] : v)],
  ['function: sees undefined, functions and symbols', s => { const log = []; s({ a: undefined, b () {}, c: Symbol('c'), d: [undefined] }, (k, v) => { log.push(typeof v); return v }); return log }],
  ['function: brings back what has no JSON', s => s({ a: undefined, b () {}, c: [undefined] }, (k, v) => v === undefined ? 'undef' : typeof v === 'function' ? 'fn' : v)],
  ['function: holes and length', s => { const log = []; return [s([1, , 3], function (k, v) { log.push(k, v, this.length); return v }), log] }],
  ['function: changes its holder', s => s({ a: 1, b: 2, c: 3 }, function (k, v) { if (k === 'a') { delete this.b; this.c = 'changed'; this.d = 4 } return v })],
  ['function: shrinks and grows its array', s => s([1, 2, 3], function (k, v) { if (k === '0') this.length = 2; if (k === '1') this.push(9); return v })],
  ['function: after toJSON', s => { const log = []; return [s({ d: new Date(0), t: { toJSON: () => [1] } }, function (k, v) { log.push(k, typeof v, typeof this[k]); return v }), log] }],
  ['function: its result\'s toJSON is not asked', s => s([1], (k, v) => v === 1 ? { toJSON: () => 'no', x: 2 } : v)],
  ['function: throws', s => s({ a: { b: 1 } }, (k, v) => { if (k === 'b') throw new SyntaxError('replacer'); return v })],
  ['function: a sloppy one gets the holder', s => s({ a: 1 }, vm.runInThisContext('(function (k, v) { return k === "a" ? typeof this : v })'))],
  ['function: bound, arrow, class, async', s => [s([1], function () { return this.x }.bind({ x: 7 })), s([1], async () => 1), s([1], Number), s([1], String), s([1], Boolean)]],
  ['a class cannot be called', s => s([1], class {})],
  ['function with length and elements is a function', s => s({ a: 1 }, Object.assign((k, v) => v, { 0: 'b' }))],
  ['function: boxed values come boxed', s => { const log = []; return [s([Object(1), Object('s')], (k, v) => { log.push(typeof v); return v }), log] }],
  ['function: 2,000 rows', s => s(Array.from({ length: 2000 }, (_, i) => ({ i, t: `t${i}` })), (k, v) => k === 't' ? `${v}!` : v)],
  ['function: 20,000 numbers', s => s(Array.from({ length: 20_000 }, (_, i) => i), (k, v) => v === 7 ? 'seven' : v)],

  ['list: keys in its own order', s => s(tree(), ['e', 'c', 'b', 'a', 'd'])],
  ['list: empty', s => [s(tree(), []), s([tree(), 1], []), s(1, [])]],
  ['list: duplicates, also between kinds', s => s({ a: 1, 1: 'one', b: 2 }, ['b', 'a', 'b', 1, '1', Object(1), Object('a')])],
  ['list: numbers', s => s({ 1: 'a', '-1': 'b', 0: 'c', 1.5: 'd', NaN: 'e', Infinity: 'f', 1e+21: 'g' }, [1, -1, -0, 1.5, NaN, Infinity, 1e21])],
  ['list: boxed', s => s({ a: 1, 2: 'b', x: 3 }, [Object('a'), Object(2), Object.assign(Object('no'), { toString: () => 'x' })])],
  ['list: boxed numbers go by toString', s => s({ 1: 'one', t: 'text', v: 'value' }, [Object.assign(Object(1), { toString: () => 't', valueOf: () => 'v' })])],
  ['list: what is neither text nor number is ignored', s => s({ a: 1, true: 2, null: 3, undefined: 4, '[object Object]': 5, x: 6 }, [true, null, undefined, {}, ['x'], Symbol('a'), () => 'a', Object(true), , 'a'])],
  ['list: inherited, non-enumerable and missing properties', s => s(Object.create({ inherited: 1 }, { hidden: { value: 2 }, own: { value: 3, enumerable: true } }), ['inherited', 'hidden', 'own', 'missing', 'toString', '__proto__'])],
  ['list: __proto__, length, the empty key', s => s({ '': 1, length: 2, __proto__: { p: 3 }, a: 'b' }, ['__proto__', 'length', '', 'p'])],
  ['list: symbols in values and functions left out', s => s({ a () {}, b: Symbol('s'), c: 1 }, ['a', 'b', 'c'])],
  ['list: arrays are not filtered, objects in them are', s => s([{ a: 1, b: 2 }, [{ b: 3, a: 4 }]], ['a'])],
  ['list: read before the value, once', s => {
    const log = []
    const list = new Proxy(['a', 'b'], { get (t, k, r) { log.push(String(k)); return Reflect.get(t, k, r) } })
    return [s({ get a () { log.push('value a'); return 1 }, b: 2 }, list), log]
  }],
  ['list: changed while the value is read', s => { const list = ['a', 'b']; return s({ get a () { list.push('c'); list[1] = 'd'; return 1 }, b: 2, c: 3, d: 4 }, list) }],
  ['list: holes filled from Array.prototype', s => {
    Array.prototype[1] = 'b'
    try { return s({ a: 1, b: 2, c: 3 }, ['a', , 'c']) } finally { delete Array.prototype[1] }
  }],
  ['list: getters', s => s({ a: 1, b: 2 }, Object.defineProperty(['a', 'x'], 1, { get: () => 'b' }))],
  ['list: a throwing element', s => s({ a: 1 }, Object.defineProperty(['a'], 0, { get () { throw new EvalError('list') } }))],
  ['list: a throwing toString', s => s({ a: 1 }, [Object.assign(Object('a'), { toString () { throw new EvalError('text') } })])],
  ['list: a subclass, another realm, frozen', s => [s({ a: 1, b: 2 }, (class extends Array {}).of('a')), s({ a: 1, b: 2 }, vm.runInNewContext('["b"]')), s({ a: 1, b: 2 }, Object.freeze(['b', 'a']))]],
  ['list: with toJSON values', s => s({ a: { toJSON: () => ({ a: 1, b: 2 }) }, b: new Date(0) }, ['a', 'b'])],
  ['list: 2,000 keys', s => s(Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`k${i}`, i % 500 ? i : { k1: i, x: 1 }])), Array.from({ length: 2000 }, (_, i) => `k${i * 2 + 1}`))],
  ['list: keys with quotes and surrogates', s => s({ 'a"b': 1, '\n': 2, '\ud800': 3, '€': 4 }, ['€', '\ud800', '\n', 'a"b'])],
  ['list: getters of the value once each, in the list\'s order', s => { const log = []; const o = { get a () { log.push('a'); return 1 }, get b () { log.push('b'); return 2 }, get c () { log.push('c'); return 3 } }; return [s(o, ['c', 'a']), log] }],
  ['list: an empty one still reads toJSON', s => s({ toJSON: () => ({ a: 1 }) }, [])],
  ['list, then none, then another, on rows of one shape', s => { const row = () => ({ a: 1, b: 2, c: 3 }); return [s([row(), row()], ['a']), s([row(), row()]), s([row(), row()], ['c', 'b']), s([row(), row()])] }],
  ['list: one after the other, each a little different', s => {
    const o = { a: 1, b: 2, c: 3, 7: 4 }
    const lists = [['a', 'b'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b'], ['a'], ['a', 'b', 'b'], ['a', 'b', 7], ['a', 7, 'b'], ['a', 'b', '7'], [Object('a'), 'b'], [], ['a', 'b']]
    return lists.map(list => [s(o, list), s([o, { b: o, a: o }], list)])
  }],
  ['list: in the object\'s order, at first and then not', s => s([{ a: 1, b: 2, c: 3, d: 4 }, { x: 0, a: 1, d: 4, c: 3, b: 2 }, { d: 1, a: 2 }, {}, { c: 5 }], ['a', 'b', 'c', 'd'])],
  ['list: getters that add, delete and hide what comes', s => [
    s({ get a () { delete this.b; this.z = 1; return 1 }, b: 2, c: 3 }, ['a', 'b', 'c', 'z']),
    s({ get a () { Object.defineProperty(this, 'b', { enumerable: false }); return 1 }, b: 2, c: 3 }, ['a', 'b', 'c']),
    s({ get a () { Object.setPrototypeOf(this, { b: 'inherited', y: 5 }); delete this.b; return 1 }, b: 2, c: 3 }, ['a', 'b', 'y', 'c'])
  ]],
  ['list: what is inherited comes in the list\'s order too', s => s(Object.assign(Object.create({ b: 'inherited', a: 'hidden' }), { a: 1, c: 3 }), ['a', 'b', 'c'])],
  ['list: index-like keys', s => s([{ 2: 'b', 1: 'a', x: 'c' }, ['p', { 1: 'q' }]], ['1', '2', 'x'])],
  ['list: of 70 keys, and of long ones', s => { const keys = Array.from({ length: 70 }, (_, i) => `${'k'.repeat(i * 5)}${i}`); const o = Object.fromEntries(keys.map((k, i) => [k, i])); return [s(o, keys), s(o, keys.slice(60)), s(o, keys.slice(60))] }],
  ['list: raw JSON', s => JSON.rawJSON ? [s({ a: JSON.rawJSON('1'), b: [JSON.rawJSON('"x"')] }, ['a', 'b']), s({ rawJSON: 'no', a: JSON.rawJSON('2') }, ['rawJSON', 'a'])] : 0],
  ['list: a Proxy as the value', s => { const log = []; return [s(new Proxy({ a: 1, b: { a: 2 } }, { get (t, k) { log.push(`get ${String(k)}`); return t[k] }, ownKeys (t) { log.push('ownKeys'); return Reflect.ownKeys(t) }, getOwnPropertyDescriptor (t, k) { log.push(`has ${String(k)}`); return Reflect.getOwnPropertyDescriptor(t, k) } }), ['a', 'b']), log] }],
  ['list with indentation', s => s(tree(), ['b', 'c', 'a'], '--')],

  ['neither', s => [null, undefined, true, 0, 5, '', 'a', Symbol('s'), {}, { 0: 'a', length: 1 }, /x/, new Set(['a']), 5n, new Uint8Array(1)].map(r => s({ a: 1, b: [2] }, r))],
  ['a boxed list or a Proxy of an object', s => [s({ a: 1 }, new Proxy({}, {})), s({ a: 1 }, Object('a'))]]
])

safe([
  ['function: sees the BigInt', s => { const log = []; return [s({ a: 1n, b: [2n] }, (k, v) => { log.push(typeof v); return typeof v === 'bigint' ? Number(v) : v }), log] }, ['{"a":1,"b":[2]}', ['object', 'bigint', 'object', 'bigint']]],
  ['function: gives a BigInt', s => s({ a: 1, b: [2] }, (k, v) => typeof v === 'number' ? BigInt(v) * 10n : v), '{"a":"10","b":["20"]}'],
  ['function: is asked about a reference to an ancestor', s => { const o = { a: 1 }; o.o = o; o.list = [o]; const log = []; return [s(o, (k, v) => { log.push(k); return v === o && k === '0' ? 'up' : v }), log] }, ['{"a":1,"list":["up"]}', ['', 'a', 'o', 'list', '0']]],
  ['function: gives an ancestor', s => { const o = { a: { b: 1 }, c: [1] }; return s(o, (k, v) => k === 'b' || k === '0' ? o : v) }, '{"a":{},"c":[null]}'],
  ['function: gives its holder', s => s({ a: { b: 1, c: 2 } }, function (k, v) { return k === 'b' ? this : v }), '{"a":{"c":2}}'],
  ['list: with a cycle and BigInts', s => { const o = { a: 1n, b: 2, self: null }; o.self = o; return s([o, o], ['self', 'a']) }, '[{"a":"1"},{"a":"1"}]'],
  ['list: BigInts in it are ignored', s => s({ a: 1, 5: 2 }, [5n, Object(5n), 'a']), '{"a":1}']
])
