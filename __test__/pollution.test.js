'use strict'

// Object.prototype and the rest with more on them than there should be, before or while a value is read.

const { sameAsJSON, safe } = require('./helpers/table')

const { defineProperty, getOwnPropertyDescriptor } = Object
const { ownKeys } = Reflect

/**
 * Runs `run` while `target` has `properties`, which are descriptors. It puts things back by nothing that `properties`
 * may have broken: no iterator, no method.
 */
function polluted (target, properties, run) {
  const keys = ownKeys(properties)
  const before = keys.map(key => getOwnPropertyDescriptor(target, key))
  const during = keys.map(key => ({ __proto__: null, configurable: true, ...properties[key] }))
  try {
    for (let i = 0; i < keys.length; i++) defineProperty(target, keys[i], during[i])
    return run()
  } finally {
    for (let i = 0; i < keys.length; i++) {
      if (before[i] === undefined) delete target[keys[i]]
      else defineProperty(target, keys[i], before[i])
    }
  }
}

const values = () => [{ a: 1, b: { c: [1, { d: 2 }] } }, [], {}, [1, 2], 'x', new Date(0), Object.create(null), new (class A { x = 1 })(), { z: 1, a: 2 }, new Map(), [{ id: 1 }, { id: 2 }]]
const all = s => [s(values()), s(values(), null, 2), s(values(), ['a', 'b']), s(values(), (k, v) => v), s({ v: values() })]

sameAsJSON([
  ['Object.prototype: an enumerable property', s => polluted(Object.prototype, { extra: { value: 'no', enumerable: true } }, () => all(s))],
  ['Object.prototype: an enumerable property that objects have too', s => polluted(Object.prototype, { a: { value: 'no', enumerable: true, writable: true } }, () => all(s))],
  ['Object.prototype: a non-enumerable property', s => polluted(Object.prototype, { a: { value: 'no', writable: true } }, () => all(s))],
  ['Object.prototype: an enumerable property while it is read', s => {
    try {
      return s([{ a: 1 }, { get x () { Object.prototype.late = 1; return 1 }, y: 2 }, { a: 1 }, { b: { c: 1 } }])
    } finally {
      delete Object.prototype.late
    }
  }],
  ['Object.prototype: an enumerable property that goes while it is read', s => polluted(Object.prototype, { late: { value: 1, enumerable: true } },
    () => s([{ a: 1 }, { get x () { delete Object.prototype.late; return 1 }, y: 2 }, { a: 1, late: 2 }]))],
  ['Object.prototype: index keys', s => polluted(Object.prototype, { 0: { value: 'zero', enumerable: true, writable: true }, 1: { get: () => 'one', enumerable: true } }, () => [...all(s), s([, , 5])])],
  ['Object.prototype: getters and setters named like descriptors', s => polluted(Object.prototype, { get: { value: () => 'got' }, set: { value () {} }, value: { value: 5 }, enumerable: { value: false }, writable: { value: false }, configurable: { value: false } }, () => all(s))],
  ['Object.prototype: names that options have', s => polluted(Object.prototype, { bigint: { value: 'throw' }, engine: { value: 'v8' }, circularValue: { value: TypeError }, deterministic: { value: true } }, () => all(s))],
  ['Object.prototype: the empty key', s => polluted(Object.prototype, { '': { value: 'empty', enumerable: true } }, () => [...all(s), s(undefined)])],
  ['Object.prototype: a setter for the empty key', s => polluted(Object.prototype, { '': { set () { throw new Error('set') }, get: () => 'got' } }, () => all(s))],
  ['Object.prototype: __proto__ replaced', s => polluted(Object.prototype, { __proto__: { value: 1 } }, () => all(s))],
  ['Object.prototype: valueOf, toString, hasOwnProperty', s => polluted(Object.prototype, { valueOf: { value: () => 7 }, toString: { value: () => 'seven' }, hasOwnProperty: { value: () => true } }, () => all(s))],
  ['Object.prototype: length', s => polluted(Object.prototype, { length: { value: 3, enumerable: true } }, () => all(s))],
  ['Object.prototype: then', s => polluted(Object.prototype, { then: { value (f) { f() } } }, () => all(s))],
  ['Array.prototype: enumerable methods', s => polluted(Array.prototype, { last: { value () {}, enumerable: true }, 5: { value: 'five', enumerable: true, writable: true } }, () => [...all(s), s([1, , , , , , 2])])],
  ['Array.prototype: methods that throw', s => polluted(Array.prototype, Object.fromEntries(['push', 'pop', 'map', 'forEach', 'join', 'slice', 'indexOf', 'includes', 'fill', 'concat', 'keys', 'values', 'at', Symbol.iterator].map(key => [key, { value () { throw new Error(`called ${String(key)}`) }, writable: true }])), () => s({ a: 1, b: [1, 'x', { c: [] }], d: new Date(0), e: 'x"y' }))],
  ['String.prototype: methods that throw', s => polluted(String.prototype, Object.fromEntries(['charCodeAt', 'slice', 'replace', 'indexOf', 'concat', 'split', 'toString', 'valueOf', 'codePointAt', 'repeat', 'isWellFormed', Symbol.iterator].map(key => [key, { value () { throw new Error(`called ${String(key)}`) }, writable: true }])), () => [s({ a: 'x"y\n€\ud800', b: ['z'.repeat(300)] }), s({ a: 'x' }, null, '  '), s({ a: 'b' }, ['a'])])],
  ['Map and Set methods that throw', s => polluted(Map.prototype, Object.fromEntries(['get', 'set', 'has', 'delete', 'clear', 'size'].map(key => [key, { value () { throw new Error(`called ${key}`) }, writable: true }])),
    () => polluted(Set.prototype, Object.fromEntries(['add', 'has', 'delete', 'clear'].map(key => [key, { value () { throw new Error(`called ${key}`) }, writable: true }])),
      () => { let deep = { new: 'shape', of: 'keys' }; for (let i = 0; i < 200; i++) deep = { deep, [`key${i}`]: i }; return [s(deep), s(deep, null, 1), s(deep, ['deep', 'key1', 'new'])] }))],
  ['Function.prototype.call and apply that throw', s => polluted(Function.prototype, { call: { value () { throw new Error('called call') } }, apply: { value () { throw new Error('called apply') } } }, () => s({ a: { toJSON: () => 1 }, d: new Date(0), b: [1] }, (k, v) => v))],
  ['Object.keys and other statics that throw', s => {
    const thrower = key => ({ value () { throw new Error(`called ${key}`) }, writable: true })
    return polluted(Object, Object.fromEntries(['keys', 'getPrototypeOf', 'getOwnPropertyDescriptor', 'defineProperty', 'entries', 'is', 'create', 'assign', 'hasOwn'].map(key => [key, thrower(key)])),
      () => polluted(Array, { isArray: thrower('isArray') }, () => polluted(Reflect, Object.fromEntries(['apply', 'ownKeys', 'get'].map(key => [key, thrower(key)])),
        () => polluted(Number, Object.fromEntries(['isFinite', 'isInteger', 'isSafeInteger'].map(key => [key, thrower(key)])),
          () => s([{ a: 1.5, b: { c: [new (class { x = 2 })(), new Date(0)] } }, new (class extends Array {})(3), Object.create({ y: 1 }), Object(1)])))))
  }],
  ['Number.prototype.toString that throws', s => polluted(Number.prototype, { toString: { value () { throw new Error('called') }, writable: true } }, () => s([1, 1.5, { 2: 'x' }, [1, 2, 3]]))]
])

safe([
  ['BigInt.prototype.toString patched', s => polluted(BigInt.prototype, { toString: { value: () => 'patched' } }, () => s([5n, Object(6n)])), '["5","6"]'],
  ['enumerable toJSON on Object.prototype that gives a BigInt', s => polluted(Object.prototype, { toJSON: { value: () => 5n, enumerable: true, writable: true } }, () => s({ a: 1 })), '"5"']
])
