'use strict'

// Arrays: sparse, subclassed, of other prototypes, long.

const vm = require('node:vm')
const { sameAsJSON, safe } = require('./helpers/table')

/** Runs `run` while Array.prototype (or Object.prototype) has `properties`. */
function polluted (prototype, properties, run) {
  Object.defineProperties(prototype, properties)
  try {
    return run()
  } finally {
    for (const key of Object.keys(properties)) delete prototype[key]
  }
}

const sparse = (length, at) => { const a = []; a.length = length; return Object.assign(a, at) }

sameAsJSON([
  ['empty, of one, nested', s => s([[], [[]], [[], []], [[[[]]]], [{}], [[1], [2, [3]]]])],
  ['values that have no JSON', s => s([undefined, () => {}, Symbol('s'), , null, class {}])],
  ['holes', s => s([[, 1], [1, , 2], [1, ,], [, , ,], [1.5, , 2.5], ['a', , 'b'], [{}, , {}]])],
  ['a hole and a value on Array.prototype', s => polluted(Array.prototype, { 1: { value: 'inherited', configurable: true } },
    () => s([[1, , 3], [1.5, , 2.5], ['a', , 'b'], [{}, , {}], [1], [, ,], new Array(4)]))],
  ['a hole and a getter on Array.prototype', s => {
    const log = []
    return [polluted(Array.prototype, { 0: { get () { log.push(this.length); return { got: 0 } }, configurable: true } },
      () => s([[, 1, 2], [1, 2], [, ]])), log]
  }],
  ['a hole and a value on Object.prototype', s => polluted(Object.prototype, { 2: { value: 2.5, configurable: true } }, () => s([[0, 1, , 3], [, , , ,]]))],
  ['a hole and a BigInt-free setter on Array.prototype', s => polluted(Array.prototype, { 0: { set () {}, configurable: true } }, () => s([[, 1], [1], [[]], { a: [] }]))],
  ['sparse, 100,000 long', s => s(sparse(100_000, { 5: 'five', 99_999: 1 }))],
  ['sparse, dictionary elements', s => s(sparse(3000, { 0: 1, 1500: { a: 1 }, 2999: 2.5 }))],
  ['accessor elements', s => s([Object.defineProperty([1, 2, 3], 1, { get () { return this.length }, enumerable: false })])],
  ['named and negative keys are not written', s => s([Object.assign([1, 2], { name: 'x', '-1': 0, 1.5: 1 })])],
  ['frozen, sealed, without extensions', s => s([Object.freeze([1, 'a']), Object.seal([2.5]), Object.preventExtensions([{ a: 1 }]), Object.freeze([])])],
  ['a subclass', s => s([new (class List extends Array {})(1, 2, 3), class extends Array {}.from('ab')])],
  ['a subclass with a getter for an index', s => { class L extends Array { get 0 () { return 'class' } } const l = new L(); l.length = 2; return s(l) }],
  ['another prototype', s => s([Object.setPrototypeOf([1, 2], null), Object.setPrototypeOf([1.5, , 3], { 1: 'inherited' }), Object.setPrototypeOf([1], Object.prototype)])],
  ['another prototype with toJSON', s => s([Object.setPrototypeOf([1, 2], { toJSON () { return this.length } })])],
  ['of another realm', s => s(vm.runInNewContext('[[1, 2, 3], [1.5], ["a", { b: [] }], new Array(3)]'))],
  ['of another realm with its own Array.prototype.toJSON', s => s([vm.runInNewContext('Array.prototype.toJSON = function () { return "foreign " + this.length }; [1, 2]'), [1, 2]])],
  ['of another realm with holes it fills', s => s([vm.runInNewContext('Array.prototype[1] = "foreign"; [1, , 2]'), [1, , 2]])],
  ['arguments is an object', s => s((function () { return arguments })(1, 'b', [3]))],
  ['array-likes are objects', s => s([{ length: 2, 0: 'a', 1: 'b' }, new Set([1]), 'ab'.matchAll(/./g)])],
  ['an inherited array is an object', s => s([Object.create([1, 2]), Object.create(Array.prototype)])],
  ['Array.prototype itself', s => s([Array.prototype])],
  ['a match', s => s(/(?<x>b)/d.exec('abc'))],
  ['a template\'s strings', s => s(((strings, ...rest) => [strings, rest])`a${1}b\n`)],
  ['10,000 levels of nothing but one', s => { let a = []; for (let i = 0; i < 900; i++) a = [a]; return s(a) }],
  ['lists of every element kind, alternating', s => s(Array.from({ length: 200 }, (_, i) => [[1, 2], [1.5, 2.5], ['a', 'b'], [1, 'b'], [null, true], [{ i }], [[i]], []][i % 8]))],
  ['100,000 empty arrays and objects', s => s(Array.from({ length: 100_000 }, (_, i) => i % 2 ? [] : {}))],
  ['100,000 of null, true, false', s => s(Array.from({ length: 100_000 }, (_, i) => [null, true, false][i % 3]))],
  ['100,000 short strings', s => s(Array.from({ length: 100_000 }, (_, i) => `s${i % 100}`))],
  ['Symbol.isConcatSpreadable and iterators do not matter', s => s([Object.assign([1, 2], { [Symbol.iterator]: function* () { yield 9 }, [Symbol.isConcatSpreadable]: false })])],
  ['length that cannot be written', s => s(Object.defineProperty([1, 2, 3], 'length', { writable: false }))]
])

// Arrays that begin with an array of numbers: points, pairs, rows of a matrix.
const STOPS = [null, undefined, 'x', true, {}, [], ['a'], [[1, 2]], [1, 'x'], ['x', 1], [1, [2]], { toJSON: () => [1, 2] }, [1, , 3],
  new Date(0), () => {}, Object(5), new Array(20).fill(0.5), [NaN, Infinity]]
const pairs = length => Array.from({ length }, (_, i) => [i, i / 8])

sameAsJSON([
  ['tuples of every width to 40', s => s(Array.from({ length: 40 }, (_, n) => Array.from({ length: 5 }, (_, i) => Array.from({ length: n }, (_, j) => i * j / 4))))],
  ['tuples of changing widths', s => s(Array.from({ length: 300 }, (_, i) => Array.from({ length: [2, 2, 3, 0, 1, 17][i % 6] }, (_, j) => i + j)))],
  ['tuples, indented', s => [s(pairs(20), null, 2), s([[[[1, 2], [3, 4]]], [[[5]], []]], null, '\t'), s([[1], [2, 3]], null, '→')]],
  ['tuples and text of two bytes', s => s({ name: '→', points: pairs(50), names: ['é', '→'] })],
  ['tuples and what interrupts them', s => s(STOPS.flatMap(stop => [
    [[1, 2], stop, [3, 4]], [[1, 2], [3, 4], stop], [stop, [1, 2], [3, 4]], [[1, 2], stop, stop, [3, 4.5], [5, 6]], [[0.5, stop], [1, 2]]
  ]))],
  ['20,000 tuples', s => s(pairs(20_000))],
  ['20,000 tuples, indented', s => s(pairs(20_000), null, 1)],
  ['20,000 tuples of 16, then text', s => s([...Array.from({ length: 20_000 }, (_, i) => new Array(16).fill(i / 3)), 'end'])],
  ['polygons', s => s({ type: 'MultiPolygon', coordinates: Array.from({ length: 30 }, (_, i) => [pairs(i + 1), pairs(3)]) })],
  ['tuples of numbers of every kind', s => s([1, -0, 0.1 + 0.2, 1e21, 5e-324, NaN, 1700000000123, -12.5].flatMap((a, _, all) => all.map(b => [a, b])))],
  ['tuples with getters', s => {
    const log = []
    const tuple = i => Object.defineProperty([i, 0, i], 1, { get () { log.push([i, this.length]); return i % 3 ? i / 2 : [i] }, enumerable: true })
    return [s(Array.from({ length: 9 }, (_, i) => tuple(i))), log]
  }],
  ['tuples that are Proxies', s => {
    const log = []
    const handler = { get (target, key) { log.push(String(key)); return Reflect.get(target, key) } }
    return [s([[1, 2], new Proxy([3, 4], handler), [5, 6], new Proxy([7, 'x', 8], handler), new Proxy([[1]], handler)]), log]
  }],
  ['the first tuple a Proxy', s => {
    const log = []
    const handler = { get (target, key) { log.push(String(key)); return Reflect.get(target, key) } }
    return [s(new Proxy([new Proxy([3, 4], handler), [1, 2]], handler)), log]
  }],
  ['a revoked Proxy among tuples', s => {
    const { proxy, revoke } = Proxy.revocable([], {})
    revoke()
    return [[proxy], [[1, 2], proxy]].map(value => { try { return s(value) } catch (error) { return error.constructor.name } })
  }],
  ['tuples with a toJSON', s => s([[1, 2], Object.assign([3, 4], { toJSON (key) { return [key, this.length] } }), [5, 6]])],
  ['toJSON that appears on Array.prototype among tuples', s => polluted(Array.prototype, {}, () => {
    const list = [[1, 2], [3, 4], Object.defineProperty([5, 6], 1, { get () { Array.prototype.toJSON = function () { return this.length }; return 7 } }), [8, 9]]
    try { return s(list) } finally { delete Array.prototype.toJSON }
  })],
  ['tuples that call inside', s => s([[1, 2], Object.defineProperty([3, 4], 0, { get: () => s([[9, 8], [7, 6.5]]).length }), [5, 6]])],
  ['tuples of a list that shrinks and grows', s => {
    const list = [[1, 2], [3, 4], [5, 6], [7, 8]]
    Object.defineProperty(list[1], 0, { get () { list.length = 3; list.push([0, 0]); return 1 } })
    return s(list)
  }],
  ['tuples at every depth around the hand-over to the walk', s => Array.from({ length: 12 }, (_, i) => {
    let value = [[1, 2], [3, 4], [5, 'x'], [[6]]]
    for (let depth = 0; depth < 120 + i; depth++) value = [value, [1, 2]]
    return s(value)
  })],
  ['tuples with a replacer', s => s([[1, 2], [3, 4]], (key, value) => key === '1' && typeof value === 'number' ? [value] : value)]
])

safe([
  ['tuples and a BigInt', s => s([[1, 2], [3n, 4], [5, 6n], [7, 8]]), '[[1,2],["3",4],[5,"6"],[7,8]]'],
  ['tuples and cycles', s => { const list = [[1, 2], [3, 4]]; list.push(list, [5, list], [list], [6, 7]); return s(list) }, '[[1,2],[3,4],null,[5,null],[null],[6,7]]'],
  ['a tuple that holds itself', s => { const tuple = [1, 2]; tuple.push(tuple, 3); return s([[0, 0, 0, 0], tuple, [1, 1, 1, 1]]) }, '[[0,0,0,0],[1,2,null,3],[1,1,1,1]]'],
  ['one tuple, many times', s => { const tuple = [1, 2]; return s([tuple, tuple, [tuple]]) }, '[[1,2],[1,2],[[1,2]]]'],
  ['holes filled with a BigInt from Array.prototype', s => polluted(Array.prototype, { 1: { value: 7n, configurable: true } }, () => s([[1, , 3], [1.5, , 2.5]])), '[[1,"7",3],[1.5,"7",2.5]]'],
  ['holes filled with the array itself', s => { const a = [1, , 3]; return polluted(Array.prototype, { 1: { get () { return a }, configurable: true } }, () => s(a)) }, '[1,null,3]'],
  ['BigInts among 100,000 numbers', s => s(Array.from({ length: 100_000 }, (_, i) => i % 9999 ? i : BigInt(i)))],
  ['100,000 BigInts', s => s(Array.from({ length: 100_000 }, (_, i) => BigInt(i) ** 3n))],
  ['BigInt64Array and BigUint64Array', s => s([new BigInt64Array([1n, -2n]), new BigUint64Array([2n ** 64n - 1n])]), '[{"0":"1","1":"-2"},{"0":"18446744073709551615"}]']
])
