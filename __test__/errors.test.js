'use strict'

// Errors of user code go through unchanged, wherever they are thrown, and the next call is not affected.

const { sameAsJSON, safe } = require('./helpers/table')

const THROWN = [new Error('error'), new (class Own extends TypeError { code = 'E_OWN' })('own'), 'text', 5, null, undefined, Symbol.for('s'), { plain: true }, 7n]

// Where user code can throw: each is given a function that throws, and answers with arguments for a stringifier.
const PLACES = {
  getter: thrower => [{ a: 1, get b () { thrower() }, c: 3 }],
  'element getter': thrower => [[1, Object.defineProperty([1, 2, 3], 1, { get: thrower })]],
  toJSON: thrower => [{ a: [{ toJSON: thrower }] }],
  'toJSON getter': thrower => [{ a: Object.defineProperty({}, 'toJSON', { get: thrower }) }],
  'toISOString of a date': thrower => [[Object.assign(new Date(0), { toISOString: thrower })]],
  'valueOf of a date': thrower => [[Object.assign(new Date(0), { valueOf: thrower })]],
  'valueOf of a boxed number': thrower => [[Object.assign(Object(1), { valueOf: thrower })]],
  'toString of a boxed string': thrower => [[Object.assign(Object('x'), { toString: thrower })]],
  replacer: thrower => [[1, { a: 2 }], (k, v) => k === 'a' ? thrower() : v],
  'replacer at the root': thrower => [1, thrower],
  'replacer list': thrower => [{ a: 1 }, Object.defineProperty(['a'], 0, { get: thrower })],
  'replacer list, length': thrower => [{ a: 1 }, new Proxy(['a'], { get: thrower })],
  space: thrower => [[1], null, Object.assign(Object(1), { valueOf: thrower })],
  'Proxy get': thrower => [[new Proxy({ a: 1 }, { get: thrower })]],
  'Proxy ownKeys': thrower => [[new Proxy({ a: 1 }, { ownKeys: thrower })]],
  'Proxy getOwnPropertyDescriptor': thrower => [[new Proxy({ a: 1 }, { getOwnPropertyDescriptor: thrower })]],
  'Proxy getPrototypeOf is never asked': thrower => [[new Proxy({ a: 1 }, { getPrototypeOf: thrower, has: thrower, getOwnPropertyDescriptor: Reflect.getOwnPropertyDescriptor })]],
  'deep inside': thrower => { let o = { get x () { thrower() } }; for (let i = 0; i < 400; i++) o = i % 2 ? { o } : [1, o]; return [o] },
  'after 9,000 numbers and texts': thrower => [[Array.from({ length: 9000 }, (_, i) => i / 2), Array.from({ length: 9000 }, (_, i) => `t${i}`), { get x () { thrower() } }]],
  'in the last of 1,500 rows': thrower => [Array.from({ length: 1500 }, (_, i) => i < 1499 ? { i, t: 'x', l: [1, 2] } : { i, get t () { return thrower() } })]
}

sameAsJSON([
  ...Object.entries(PLACES).map(([place, make]) => [`${place}: identity, and user code runs once`, s => THROWN.map(thrown => {
    let calls = 0
    const args = make(() => { calls++; throw thrown })
    try {
      return [s(...args), calls]
    } catch (error) {
      return [Object.is(error, thrown), calls]
    }
  })]),
  ...Object.entries(PLACES).map(([place, make]) => [`${place}: the next calls are right`, s => {
    const results = []
    for (let i = 0; i < 5; i++) {
      try { s(...make(() => { throw new Error('x') })) } catch {}
      results.push(s({ a: [1, 2.5, 'x'], b: { c: { d: [{ e: 1 }] } }, f: new Date(0) }), s([{ id: 1 }, { id: 2 }], null, 1), s([1, 2, 3]))
    }
    return results
  }]),
  ['2,000 errors in a row', s => { let n = 0; for (let i = 0; i < 2000; i++) { try { s([{ a: { get b () { throw new Error('x') } } }]) } catch { n++ } } return [n, s({ a: 1 })] }],
  ['an error of JSON.stringify itself, thrown by user code', s => [() => JSON.stringify(1n), () => { const o = {}; o.o = o; return JSON.stringify(o) }].map(refused => {
    let calls = 0
    let thrown
    const value = { a: [{ toJSON () { calls++; try { return refused() } catch (error) { thrown = error; throw error } } }], b: 1 }
    try { return s(value) } catch (error) { return [error === thrown, calls, error.message] }
  })],
  ['errors that only look like those of JSON.stringify', s => ['Do not know how to serialize a BigInt', 'Converting circular structure to JSON\n    --> x'].flatMap(message => [TypeError, RangeError, Error].map(Type => {
    let calls = 0
    const thrown = new Type(message)
    try { return s([{ get a () { calls++; throw thrown } }]) } catch (error) { return [error === thrown, calls] }
  }))],
  ['an error while another is on its way', s => { try { s({ toJSON () { try { s({ get a () { throw new Error('inner') } }) } finally { throw new RangeError('outer') } } }) } catch (error) { return [error.message, s([1])] } }], // eslint-disable-line no-unsafe-finally
  ['a stack overflow in user code', s => {
    const endless = { get a () { const f = () => f() + 1; return f() } }
    try { s([endless]) } catch (error) { return [error.name, error.message, s({ ok: [1] })] }
  }],
  ['an error from a generator, a promise left alone', s => s([(function* () { throw new Error('x') })(), Promise.resolve(1)])]
])

safe([
  ['an error after a cycle and a BigInt', s => { const o = { n: 1n }; o.o = o; Object.defineProperty(o, 'bad', { enumerable: true, get () { throw new RangeError('bad') } }); try { s(o) } catch (error) { return [error.message, s([o.o === o, 2n])] } }, ['bad', '[true,"2"]']],
  ['the value is not changed by a call that fails', s => {
    const o = { n: 1 }; o.o = o; Object.defineProperty(o, 'bad', { enumerable: true, get () { throw new Error('x') } })
    const before = JSON.stringify(Object.getOwnPropertyDescriptor(o, 'n')) + Reflect.ownKeys(o).join()
    try { s(o) } catch {}
    return before === JSON.stringify(Object.getOwnPropertyDescriptor(o, 'n')) + Reflect.ownKeys(o).join() && o.o === o
  }, true]
])
