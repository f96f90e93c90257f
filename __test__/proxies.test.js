'use strict'

// Proxies: every trap, in JSON.stringify's order, with JSON.stringify's arguments.

const { sameAsJSON, safe } = require('./helpers/table')

/** A Proxy that logs every trap: its name, the key it is asked for, and whether the receiver is the Proxy. */
function spy (target, log, name = '') {
  const proxy = new Proxy(target, new Proxy({}, {
    get (_, trap) {
      return (...args) => {
        const key = typeof args[1] === 'string' || typeof args[1] === 'symbol' ? String(args[1]) : ''
        log.push(`${name}${trap} ${key}${trap === 'get' && args[2] !== proxy ? ' for another' : ''}`)
        return Reflect[trap](...args)
      }
    }
  }))
  return proxy
}

const revoked = target => { const { proxy, revoke } = Proxy.revocable(target, {}); revoke(); return proxy }

sameAsJSON([
  ['an object', s => { const log = []; return [s(spy({ a: 1, b: { c: 2 }, 3: 'x' }, log)), log] }],
  ['an object inside', s => { const log = []; return [s([{ v: spy({ a: 1, [Symbol('s')]: 2 }, log) }]), log] }],
  ['an array', s => { const log = []; return [s(spy([1, 'two', { three: 3 }, , 5], log)), log] }],
  ['an array inside', s => { const log = []; return [s({ v: [spy([1.5, 2, 3], log)] }), log] }],
  ['an empty array and an empty object', s => { const log = []; return [s([spy([], log), spy({}, log)]), log] }],
  ['an object with a toJSON', s => { const log = []; return [s(spy({ a: 1, toJSON () { return 'j' } }, log)), log] }],
  ['a function', s => { const log = []; return [s([spy(() => {}, log), { f: spy(class {}, log) }]), log] }],
  ['a function with a toJSON', s => { const log = []; return [s({ f: spy(Object.assign(() => {}, { toJSON: () => 'f' }), log) }), log] }],
  ['a Proxy of a Proxy', s => { const log = []; return [s(spy(spy({ a: 1 }, log, 'inner '), log, 'outer ')), log] }],
  ['a Proxy of a Proxy of an array', s => { const log = []; return [s(spy(spy([1, 2], log, 'inner '), log, 'outer ')), log] }],
  // `for in` asks a prototype for its keys, which JSON.stringify does not; what comes of it is the same.
  ['a Proxy as a prototype', s => s(Object.create(spy({ inherited: 1 }, []), { own: { value: 1, enumerable: true } }))],
  ['a Proxy as a prototype that throws when it is asked for more than a property', s => s([1, 2].map(n => Object.create(
    new Proxy({ inherited: 1 }, {
      ownKeys () { throw new Error('ownKeys') },
      getPrototypeOf () { throw new Error('getPrototypeOf') },
      getOwnPropertyDescriptor () { throw new Error('getOwnPropertyDescriptor') }
    }), { own: { value: n, enumerable: true }, other: { value: [n], enumerable: true } })))],
  ['a Proxy as a prototype that throws when a key was deleted', s => [30, 2].map(count => {
    const proto = new Proxy({}, { getOwnPropertyDescriptor () { throw new Error('trap') } })
    const o = Object.create(proto, { a: { get () { delete this.k1; return 1 }, enumerable: true } })
    for (let i = 0; i < count; i++) o[`k${i}`] = i
    return s([o, o])
  })],
  ['a Proxy as an array\'s prototype', s => { const log = []; return [s(Object.setPrototypeOf([1, , 3], spy(Array.prototype, log))), log] }],
  ['of a Date', s => { const log = []; return [s({ d: spy(new Date(0), log) }), log] }],
  ['of a Map, a boxed number, a boxed string', s => { const log = []; return [s([spy(new Map(), log), spy(Object(1), log), spy(Object('ab'), log)]), log] }],
  ['with a replacer function', s => { const log = []; return [s(spy({ a: spy([1], log, 'in ') }, log), (k, v) => { log.push(`replacer ${k}`); return v }), log] }],
  ['with a replacer array', s => { const log = []; return [s(spy({ a: 1, b: spy({ a: 2, c: 3 }, log, 'in ') }, log), ['b', 'a', 'missing']), log] }],
  ['as the replacer array', s => { const log = []; return [s({ a: 1, b: 2, 3: 4 }, spy(['b', 3, Object('a')], log)), log] }],
  ['as the replacer function', s => { const log = []; return [s({ a: 1 }, spy((k, v) => v, log)), log] }],
  ['as space', s => { const log = []; return [s([1], null, spy(Object(2), log)), s([1], null, spy({}, log)), log] }],
  ['of an object whose keys change', s => { let n = 0; return s([0, 1, 2].map(() => new Proxy({ a: 1, b: 2, c: 3 }, { ownKeys: () => ['a', 'b', 'c'].slice(0, ++n) }))) }],
  ['ownKeys with symbols and keys that are not there', s => s(new Proxy({ a: 1 }, { ownKeys: () => ['x', 'a', Symbol.iterator] }))],
  ['ownKeys with keys made up', s => s(new Proxy({}, { ownKeys: () => ['x', 'y'], getOwnPropertyDescriptor: (t, k) => ({ value: 1, enumerable: k === 'x', configurable: true }), get: (t, k) => k === 'toJSON' ? undefined : `got ${String(k)}` }))],
  ['ownKeys in another order', s => s(new Proxy({ a: 1, b: 2, 1: 'x' }, { ownKeys: () => ['b', '1', 'a'] }))],
  ['ownKeys breaks an invariant', s => s(new Proxy(Object.freeze({ a: 1 }), { ownKeys: () => [] }))],
  ['a trap that throws', s => s({ a: 1, p: new Proxy({ b: 1 }, { ownKeys () { throw new RangeError('trap') } }) })],
  ['a get trap that throws', s => s([new Proxy([1], { get (t, k) { if (k === 'length') throw new RangeError('length'); return t[k] } })])],
  ['length that is no number', s => s(['2', 2.9, -1, NaN, null, undefined, {}, true].map(length => new Proxy(['a', 'b', 'c'], { get: (t, k) => k === 'length' ? length : t[k] })))],
  ['length longer than the target', s => s(new Proxy([1, 2], { get: (t, k) => k === 'length' ? 5 : t[k] }))],
  ['length as an object that converts', s => s(new Proxy([1, 2], { get: (t, k) => k === 'length' ? { valueOf: () => 1 } : t[k] }))],
  ['length as a BigInt', s => s(new Proxy([1, 2], { get: (t, k) => k === 'length' ? 1n : t[k] }))],
  ['length as a symbol', s => s(new Proxy([1, 2], { get: (t, k) => k === 'length' ? Symbol('l') : t[k] }))],
  ['revoked', s => s(revoked({}))],
  ['revoked, inside', s => s({ a: [revoked([])] })],
  ['revoked while it is read', s => {
    const { proxy, revoke } = Proxy.revocable([1, { get x () { revoke(); return 1 } }, 3], {})
    return s([proxy])
  }],
  ['revoked by its own toJSON', s => {
    const { proxy, revoke } = Proxy.revocable({ a: 1 }, { get (t, k) { if (k === 'toJSON') revoke(); return t[k] } })
    return s(proxy)
  }],
  ['a revoked function', s => s([revoked(() => {})])],
  ['a revoked replacer', s => s([1], revoked([]))],
  // The class only: V8 asks for IsArray before IsCallable, unlike the specification, and its message says so.
  ['a revoked replacer function', s => { try { return s([1], revoked(() => {})) } catch (error) { return error.constructor.name } }],
  ['the global object of vm, with traps of its own', s => s(require('node:vm').runInNewContext('var a = 1; ({ g: globalThis.a, keys: Object.keys(globalThis) })'))],
  ['without a prototype', s => s(new Proxy(Object.assign(Object.create(null), { a: 1 }), {}))],
  ['many of one shape', s => s(Array.from({ length: 50 }, (_, i) => new Proxy({ id: i, name: `n${i}` }, {})))],
  ['like Immer or Vue: wraps what it gives', s => {
    const reactive = value => typeof value === 'object' && value !== null ? new Proxy(value, { get: (t, k, r) => reactive(Reflect.get(t, k, r)) }) : value
    return s(reactive({ a: [{ b: 1 }, { b: [1, 2] }], c: { d: { e: 'deep' } } }))
  }]
])

safe([
  ['a Proxy and its target are two objects', s => { const target = { a: 1 }; target.up = new Proxy(target, {}); return s(target) }, '{"a":1,"up":{"a":1}}'],
  ['a Proxy that holds itself', s => { const target = { a: 1 }; const proxy = new Proxy(target, {}); target.up = proxy; return s(proxy) }, '{"a":1}'],
  ['a Proxy array that holds itself', s => { const target = [1]; const proxy = new Proxy(target, {}); target.push(proxy, 2n); return s(proxy) }, '[1,null,"2"]'],
  ['the traps before a cycle is seen', s => { const log = []; const target = { a: 1n }; const proxy = spy(target, log); target.up = [proxy]; return [s(proxy), log] }]
])
