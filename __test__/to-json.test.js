'use strict'

// toJSON, wherever it may sit.

const { sameAsJSON, safe } = require('./helpers/table')

/** Runs `run` while `object[name]` is `value`. */
function patched (object, name, value, run) {
  const before = Object.getOwnPropertyDescriptor(object, name)
  Object.defineProperty(object, name, { __proto__: null, value, writable: true, configurable: true, enumerable: false })
  try {
    return run()
  } finally {
    if (before === undefined) delete object[name]
    else Object.defineProperty(object, name, before)
  }
}

// Values of every kind, to see whom a patch reaches.
const everything = () => ({
  null: null,
  undefined,
  true: true,
  number: 1.5,
  string: 'text',
  symbol: Symbol('s'),
  function () {},
  object: { a: 1 },
  bare: Object.assign(Object.create(null), { b: 2 }),
  array: [1, 'two', [3], null],
  numbers: [1, 2, 3],
  empty: [],
  date: new Date(0),
  map: new Map(),
  boxed: [Object(1), Object('s'), Object(true)],
  error: new Error('e'),
  regexp: /x/,
  typed: new Uint8Array(2),
  buffer: Buffer.from('ab'),
  class: new (class A { constructor () { this.own = 1 } })()
})

const PROTOTYPES = { Object, Array, Date, Map, Number, String, Boolean, Error, RegExp, Function, Symbol, Uint8Array }

sameAsJSON([
  ['own method: key and this', s => {
    const log = []
    const spy = { toJSON (...args) { log.push(args, this === spy); return args[0] } }
    return [s({ a: spy, b: [spy, [spy]], 7: spy }), s(spy), s([spy]), log]
  }],
  ['on a class', s => s([new (class A { constructor () { this.x = 1 } toJSON () { return { a: this.x } } })()])],
  ['as a getter, read once per value', s => {
    let reads = 0
    const value = { get toJSON () { reads++; return () => 'j' }, x: 1 }
    return [s([value, { value }]), reads]
  }],
  ['as a getter that answers differently each time', s => {
    let reads = 0
    const value = { get toJSON () { return reads++ % 2 ? undefined : () => reads } }
    return s([value, value, value])
  }],
  ['own property that is no function is a property', s => s([{ toJSON: 1 }, { toJSON: null }, { toJSON: {} }, { toJSON: 'x' }])],
  ['its result is not asked again', s => s({ a: { toJSON: () => ({ toJSON: () => 1, x: 2 }) } })],
  ['its result holds values that are asked', s => s({ toJSON: () => ({ in: { toJSON: k => k } }) })],
  ['results of every kind', s => s([undefined, null, 1, -0, NaN, 'x', true, Symbol('q'), () => {}, [1], { a: 1 }, new Date(0),
    Object(1), Object('b')].map(result => ({ toJSON: () => result })))],
  ['result undefined in an object, an array, at the top', s => {
    const u = { toJSON () {} }
    return [s({ a: 1, u, b: 2 }), s([1, u, 2]), s(u)]
  }],
  ['an array with an own one', s => s([Object.assign([1, 2], { toJSON () { return this.length } })])],
  ['a function with one', s => s({ f: Object.assign(() => {}, { toJSON: () => 'f' }) })],
  ['a symbol is not asked', s => patched(Symbol.prototype, 'toJSON', () => 's', () => s([Symbol('a')]))],
  ['a number is not asked', s => patched(Number.prototype, 'toJSON', () => 's', () => s([1, Object(1)]))],
  ['a string is not asked', s => patched(String.prototype, 'toJSON', () => 's', () => s(['x', Object('x'), 'y']))],
  ['a boolean is not asked', s => patched(Boolean.prototype, 'toJSON', () => 's', () => s([true, Object(true)]))],
  ['on a prototype further up', s => s(Object.create(Object.create({ toJSON: () => 'far' }), { x: { value: 1, enumerable: true } }))],
  ['appears while the value is read', s => {
    const late = { x: 1 }
    return s([{ get a () { late.toJSON = () => 'late'; return 1 } }, late])
  }],
  ['appears on Array.prototype while the value is read', s => {
    try {
      return s([{ get a () { Array.prototype.toJSON = function () { return 'late' }; return 1 } }, [1, 2], [], ['x']])
    } finally {
      delete Array.prototype.toJSON
    }
  }],
  ['disappears from Array.prototype while the value is read', s => {
    Array.prototype.toJSON = function () { return { n: this.length, first: this[0] } }
    try {
      return s({ a: [1, 2], get b () { delete Array.prototype.toJSON; return 1 }, c: [3, 4] })
    } finally {
      delete Array.prototype.toJSON
    }
  }],
  ['appears on Object.prototype while the value is read', s => {
    try {
      return s({ a: { x: 1 }, get b () { Object.defineProperty(Object.prototype, 'toJSON', { value: k => `late ${k}`, configurable: true }); return 1 }, c: { x: 2 }, d: [1], e: [{ y: 1 }] })
    } finally {
      delete Object.prototype.toJSON
    }
  }],
  ['Array.prototype.toJSON that is no function', s => patched(Array.prototype, 'toJSON', 'text', () => s([[1], [], ['a']]))],
  ['Array.prototype.toJSON gives the array itself', s => patched(Array.prototype, 'toJSON', function () { return this }, () => s([[1], [2, 'a']]))],
  ['Array.prototype.toJSON as a counting getter', s => {
    let reads = 0
    Object.defineProperty(Array.prototype, 'toJSON', { get () { reads++; return undefined }, configurable: true })
    try {
      return [s([[1], [2], { a: [3] }]), reads]
    } finally {
      delete Array.prototype.toJSON
    }
  }],
  ['Object.prototype.toJSON as a counting getter', s => {
    let reads = 0
    Object.defineProperty(Object.prototype, 'toJSON', { get () { reads++; return undefined }, configurable: true })
    try {
      return [s({ a: { b: 1 }, c: [{ d: 2 }, 3], e: 'f' }), reads]
    } finally {
      delete Object.prototype.toJSON
    }
  }],
  ...Object.entries(PROTOTYPES).map(([name, { prototype }]) => [
    `on ${name}.prototype, for a value of every kind`,
    s => patched(prototype, 'toJSON', function (key) { return `${name} ${key}` },
      () => [s({ toJSON: undefined, v: Object.assign(everything(), { toJSON: undefined }) }), s(everything()), s([1, 2]), s('x'), s(1)])
  ]),
  ['removed from Date.prototype', s => {
    const { toJSON } = Date.prototype
    delete Date.prototype.toJSON
    try {
      return s([new Date(0), { d: new Date(NaN) }])
    } finally {
      Object.defineProperty(Date.prototype, 'toJSON', { value: toJSON, writable: true, configurable: true, enumerable: false })
    }
  }],
  ['a wrapper for a Proxy', s => s(new Proxy({ a: 1 }, { get: (t, k) => k === 'toJSON' ? () => 'trapped' : t[k] }))],
  ['Buffer and URL bring their own', s => s([Buffer.from('hé'), new URL('http://a/b?c'), { b: Buffer.alloc(0) }])]
])

safe([
  ['BigInt.prototype.toJSON wins over bigint', s => patched(BigInt.prototype, 'toJSON', function () { return `${this}n` },
    () => s({ a: 1n, b: [2n, Object(3n)], c: 4n })), '{"a":"1n","b":["2n","3n"],"c":"4n"}'],
  ['BigInt.prototype.toJSON: key and this', s => {
    const log = []
    return patched(BigInt.prototype, 'toJSON', function (...args) { log.push(typeof this, ...args); return 0 },
      () => [s([5n, { k: 6n }]), s(7n), log])
  }, ['[0,{"k":0}]', '0', ['bigint', '0', 'bigint', 'k', 'bigint', '']]],
  ['BigInt.prototype.toJSON gives a BigInt', s => patched(BigInt.prototype, 'toJSON', function () { return this.valueOf() + 1n }, () => s([5n])), '["6"]'],
  ['Object.prototype.toJSON reaches a BigInt', s => patched(Object.prototype, 'toJSON', function (key) { return typeof this.valueOf() === 'bigint' ? 'big' : this },
    () => s({ a: 1n, b: [Object(2n)] })), '{"a":"big","b":["big"]}'],
  ['BigInt.prototype.toJSON appears while the value is read', s => {
    try {
      return s({ a: 1n, get b () { Object.defineProperty(BigInt.prototype, 'toJSON', { value: () => 'late', configurable: true }); return 1 }, c: 2n })
    } finally {
      delete BigInt.prototype.toJSON
    }
  }, '{"a":"1","b":1,"c":"late"}'],
  ['gives an ancestor', s => { const top = { a: { toJSON: () => top }, b: [{ toJSON: () => top }], c: 1 }; return s(top) }, '{"b":[null],"c":1}'],
  ['gives itself: not an ancestor yet', s => s({ a: { x: 1, toJSON () { return this } } }), '{"a":{"x":1}}'],
  ['of an ancestor is asked before the cycle is seen', s => {
    let calls = 0
    const top = { toJSON () { return calls++ ? `call ${calls}` : this }, a: 1 }
    top.self = top
    return s(top)
  }, '{"a":1,"self":"call 2"}'],
  ['gives a BigInt', s => s([{ toJSON: () => 12345678901234567890n }]), '["12345678901234567890"]']
])
