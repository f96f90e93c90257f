'use strict'

// Values made in another realm (a vm context): its Object.prototype is not ours.

const vm = require('node:vm')
const { sameAsJSON, safe } = require('./helpers/table')

const foreign = code => vm.runInNewContext(`(() => { ${code} })()`)

sameAsJSON([
  ['everything plain', s => s(foreign('return { a: 1, b: [1, 2.5, "x", null], c: { d: {} }, e: undefined, f () {}, g: Symbol("g"), h: true }'))],
  ['rows', s => s(foreign('return Array.from({ length: 300 }, (_, i) => ({ id: i, name: "n" + i, at: [i, i / 2] }))'))],
  ['rows of both realms of one shape', s => s([...foreign('return [{ id: 1, n: "a" }, { id: 2, n: "b" }]'), { id: 3, n: 'c' }, { id: 4, n: 'd' }])],
  ['classes, dates, boxed values, errors, maps', s => s(foreign('return [new (class A { x = 1 }), new Date(5), Object("s"), Object(2), Object(false), new Error("e"), new Map([[1, 2]]), /x/]'))],
  ['its Object.prototype has an enumerable property', s => s([foreign('Object.prototype.extra = 1; return { a: 1, b: [{}] }'), { a: 2 }])],
  ['its Object.prototype has a toJSON', s => s([foreign('Object.prototype.toJSON = function () { return "foreign" }; return { a: 1 }'), { a: 2 }])],
  ['its Date.prototype has a toISOString', s => s([foreign('Date.prototype.toISOString = () => "foreign"; return new Date(0)'), new Date(0)])],
  ['its Array.prototype has a toJSON', s => s([foreign('Array.prototype.toJSON = () => "foreign"; return [1, 2]'), [1, 2], foreign('return [3]')])],
  ['ours has a toJSON, its does not', s => { Array.prototype.toJSON = () => 'ours'; try { return s({ theirs: foreign('return [1]'), ours: [1] }) } finally { delete Array.prototype.toJSON } }],
  ['its prototypes on our objects', s => s([Object.setPrototypeOf({ a: 1 }, foreign('return Object.prototype')), Object.setPrototypeOf([1], foreign('return Array.prototype'))])],
  ['its Proxy', s => s(foreign('return [new Proxy({ a: 1 }, {}), new Proxy([1, 2], {})]'))],
  ['its replacer and list', s => [s({ a: 1, b: 2 }, foreign('return (k, v) => k === "a" ? [v] : v')), s({ a: 1, b: 2 }, foreign('return ["b"]'))]],
  ['its error', s => s(foreign('return { get a () { throw new TypeError("foreign") } }'))],
  ['the sandbox itself', s => s(vm.createContext({ a: 1, b: [2] }))],
  ['its global', s => s(vm.runInContext('globalThis', vm.createContext({ x: 1, y: { z: 2 } })))]
])

safe([
  ['cycles and BigInts', s => s(foreign('const o = { a: 1n, b: [Object(2n)] }; o.o = o; o.b.push(o); return o')), '{"a":"1","b":["2",null]}'],
  ['a cycle through both realms', s => { const theirs = foreign('return { in: {} }'); const ours = { theirs, n: 1n }; theirs.in.back = ours; return s(ours) }, '{"theirs":{"in":{}},"n":"1"}'],
  ['its BigInt.prototype.toJSON is not ours', s => s(foreign('BigInt.prototype.toJSON = () => "foreign"; return [1n]')), '["1"]']
])
