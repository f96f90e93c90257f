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

safe([
  ['holes filled with a BigInt from Array.prototype', s => polluted(Array.prototype, { 1: { value: 7n, configurable: true } }, () => s([[1, , 3], [1.5, , 2.5]])), '[[1,"7",3],[1.5,"7",2.5]]'],
  ['holes filled with the array itself', s => { const a = [1, , 3]; return polluted(Array.prototype, { 1: { get () { return a }, configurable: true } }, () => s(a)) }, '[1,null,3]'],
  ['BigInts among 100,000 numbers', s => s(Array.from({ length: 100_000 }, (_, i) => i % 9999 ? i : BigInt(i)))],
  ['100,000 BigInts', s => s(Array.from({ length: 100_000 }, (_, i) => BigInt(i) ** 3n))],
  ['BigInt64Array and BigUint64Array', s => s([new BigInt64Array([1n, -2n]), new BigUint64Array([2n ** 64n - 1n])]), '[{"0":"1","1":"-2"},{"0":"18446744073709551615"}]']
])
