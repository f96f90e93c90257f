'use strict'

// Boxed primitives: by their internal slot, and through valueOf and toString where the specification converts.

const vm = require('node:vm')
const { sameAsJSON, safe } = require('./helpers/table')

const number = (own, n = 1) => Object.assign(new Number(n), own)
const string = (own, x = 'x') => Object.assign(new String(x), own)
const boolean = (own, b = false) => Object.assign(new Boolean(b), own)

sameAsJSON([
  ['in an object, an array, at the top', s => [s({ a: number(), b: string(), c: boolean() }), s([number(), string(), boolean()]),
    s(number()), s(string()), s(boolean()), s(boolean({}, true))]],
  ['numbers that are no JSON numbers', s => s([NaN, Infinity, -Infinity, -0].map(n => number({}, n)))],
  ['symbols', s => [s([Object(Symbol('a'))]), s({ a: Object(Symbol('b')) }), s(Object(Symbol('c')))]],
  ['own properties are not written', s => s([number({ a: 1 }), string({ b: 2 }), boolean({ c: 3 })])],
  ['valueOf overridden', s => s([number({ valueOf: () => 7 }), string({ valueOf: () => 'v' }), boolean({ valueOf: () => true })])],
  ['toString overridden', s => s([number({ toString: () => '8' }), string({ toString: () => 't' }), boolean({ toString: () => 'true' })])],
  ['both overridden', s => s([number({ valueOf: () => 7, toString: () => '8' }), string({ valueOf: () => 'v', toString: () => 't' })])],
  ['Symbol.toPrimitive and its hint', s => {
    const log = []
    const own = { [Symbol.toPrimitive] (hint) { log.push(hint); return '9' } }
    return [s([number(own), string(own), boolean(own)]), log]
  }],
  ['valueOf gives an object, toString is asked', s => s([number({ valueOf: () => ({}), toString: () => '3' }), string({ toString: () => ({}), valueOf: () => 4 })])],
  ['neither gives a primitive', s => s([number({ valueOf: () => ({}), toString: () => ({}) })])],
  ['neither gives a primitive, string', s => s([string({ valueOf: () => ({}), toString: () => ({}) })])],
  ['converts to a symbol', s => s([string({ toString: () => Symbol('no') })])],
  ['converts to a BigInt', s => s([number({ valueOf: () => 1n })])],
  ['converts to a BigInt, string', s => s([string({ toString: () => 12n })])],
  ['converts to undefined', s => s([number({ valueOf: () => undefined }), string({ toString: () => undefined })])],
  ['converts to null and booleans', s => s([number({ valueOf: () => null }), number({ valueOf: () => true }), string({ toString: () => null }), string({ toString: () => false })])],
  ['subclasses', s => s([new (class extends Number { valueOf () { return 5 } })(1), new (class extends String {})('sub'), new (class extends Boolean {})(true)])],
  ['without their prototypes', s => s([Object.setPrototypeOf(boolean({}, true), null)])],
  ['a number without its prototype', s => s([Object.setPrototypeOf(number(), null)])],
  ['a string with Number.prototype', s => s([Object.setPrototypeOf(string(), Number.prototype)])],
  ['a boolean with another prototype', s => s([Object.setPrototypeOf(boolean({}, true), { a: 1 })])],
  ['only the prototype of one: plain objects', s => s([Object.create(Boolean.prototype), Object.setPrototypeOf({ a: 1 }, Number.prototype)])],
  ['the prototypes themselves', s => s([Number.prototype, String.prototype, Boolean.prototype])],
  ['Proxies of them are objects', s => s([new Proxy(number(), {}), new Proxy(string(), {}), new Proxy(boolean(), {})])],
  ['of another realm', s => s(vm.runInNewContext('[new Number(1.5), new String("a\\n"), new Boolean(true), Object(Symbol())]'))],
  ['Symbol.toStringTag does not matter', s => s([{ [Symbol.toStringTag]: 'Number', a: 1 }, number({ [Symbol.toStringTag]: 'String' })])],
  ['prototype methods patched', s => {
    const before = [Number.prototype.valueOf, String.prototype.toString, Boolean.prototype.valueOf]
    Number.prototype.valueOf = () => 100
    String.prototype.toString = () => 'patched'
    Boolean.prototype.valueOf = () => 'never asked'
    try {
      return s([number(), string(), boolean(), 5, 'five', true])
    } finally {
      [Number.prototype.valueOf, String.prototype.toString, Boolean.prototype.valueOf] = before
    }
  }],
  ['conversion runs once for each, in order', s => {
    const log = []
    const spy = n => number({ valueOf () { log.push(n); return n } })
    return [s({ a: spy(1), b: [spy(2), spy(3)], c: spy(4) }), log]
  }],
  ['conversion that throws', s => s({ a: number({ valueOf () { throw new RangeError('conversion') } }) })],
  ['conversion that changes what follows', s => { const o = { a: number({ valueOf () { o.b = 'changed'; delete o.c; return 0 } }), b: 1, c: 2 }; return s(o) }],
  ['from toJSON and from a replacer', s => [s({ a: { toJSON: () => string({}, 'boxed') } }), s([1, 2], (k, v) => typeof v === 'number' ? number({}, v + 1) : v)]]
])

safe([
  ['a boxed BigInt', s => [s(Object(5n)), s({ a: Object(-6n) }), s([Object(0n)])], ['"5"', '{"a":"-6"}', '["0"]']],
  ['a boxed BigInt: valueOf and toString are not asked', s => s([Object.assign(Object(5n), { valueOf: () => 6n, toString: () => '7' })]), '["5"]'],
  ['a boxed BigInt of another realm', s => s(vm.runInNewContext('[Object(8n)]')), '["8"]'],
  ['a boxed BigInt without its prototype', s => s([Object.setPrototypeOf(Object(9n), null)]), '["9"]'],
  ['a Proxy of a boxed BigInt', s => s([new Proxy(Object(1n), {})]), '[{}]'],
  ['an object that converts to a BigInt is an object', s => s([{ valueOf: () => 1n, a: 1 }]), '[{"a":1}]'],
  ['BigInt.prototype', s => s([BigInt.prototype]), '[{}]']
])
