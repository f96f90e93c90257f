'use strict'

// What `auto` has learnt about a kind of value must not show: after many calls with plain values of a kind, one that
// looks the same from outside and holds what JSON.stringify refuses, or takes differently.

const assert = require('node:assert')
const { test } = require('node:test')
const { engines, STRICT } = require('./helpers/engines')
const { oracle, outcome } = require('./helpers/table')

// Enough for any engine to make up its mind.
const CALLS = 1500

const KINDS = {
  rows: last => [...Array.from({ length: 12 }, (_, i) => ({ id: i, name: `n${i}`, tags: ['a', 'b'], at: null })), { id: 12, name: 'last', tags: [], at: last }],
  'an object': last => ({ first: 'a', list: [1, 2, { x: 'y' }], nested: { deep: { er: true } }, last }),
  'a small object': last => ({ hello: 'world', last }),
  numbers: last => [1, 2.5, 3, 4, last],
  strings: last => ['a', 'b', 'c', last],
  'nested arrays': last => [[1, 2], [3, 4], [last]]
}

// What stands last: something that JSON.stringify refuses or that user code sees; `top` is the whole value.
const SURPRISES = {
  'a BigInt': () => 1n,
  'a boxed BigInt': () => Object(2n),
  'a cycle': top => top(),
  'a cycle further down': top => ({ a: [{ top: top() }] }),
  'a date': () => new Date(5),
  'an instance': () => new (class A { x = 1 })(),
  'a toJSON': () => ({ toJSON: k => `json ${k}` }),
  'a toJSON that gives the top': top => ({ toJSON: () => top() }),
  undefined: () => undefined,
  'a function': () => () => {},
  'many numbers': () => Array.from({ length: 300 }, (_, i) => i / 8),
  'long text': () => '"€'.repeat(3000),
  'a Proxy': () => new Proxy({ a: [1n] }, {}),
  'a deep value': () => { let o = {}; for (let i = 0; i < 700; i++) o = { o }; return o }
}

/** A value of a kind with a surprise in it, which may refer to it. */
function surprising (make, surprise) {
  const hole = {}
  const value = make(hole)
  const put = (at, found) => {
    for (const key of Object.keys(at)) {
      if (at[key] === hole) at[key] = found
      else if (typeof at[key] === 'object' && at[key] !== null) put(at[key], found)
    }
  }
  put(value, surprise(() => value))
  return value
}

for (const [kind, make] of Object.entries(KINDS)) {
  test(`after ${CALLS} calls with ${kind}`, () => {
    for (const [name, makeEngine] of engines) {
      const s = makeEngine()
      const plain = JSON.stringify(make(7))
      for (let i = 0; i < CALLS; i++) assert.strictEqual(s(make(7)), plain)
      for (const [title, surprise] of Object.entries(SURPRISES)) {
        for (let i = 0; i < 3; i++) {
          const expected = outcome(s => s(surprising(make, surprise)), oracle)
          assert.deepStrictEqual(outcome(s => s(surprising(make, surprise)), s), expected, `${name}: ${title}`)
        }
        for (let i = 0; i < 40; i++) assert.strictEqual(s(make(7)), plain, `${name}: after ${title}`)
      }
    }
  })

  test(`after ${CALLS} calls with ${kind}: user code runs once`, () => {
    for (const [name, makeEngine] of engines) {
      const s = makeEngine()
      for (let i = 0; i < CALLS; i++) s(make(7))
      const thrown = new TypeError('user')
      let calls = 0
      assert.throws(() => s(make({ get x () { calls++; throw thrown } })), error => error === thrown, name)
      assert.strictEqual(calls, 1, name)
      for (let i = 0; i < CALLS; i++) s(make(7))
      let reads = 0
      const text = s(make({ get x () { return `read ${++reads}` }, y: 5n }))
      assert.strictEqual(text, oracle(make({ x: 'read 1', y: 5n })), name)
    }
  })
}

test('a kind of value that runs user code is read once, at whatever point of learning a BigInt comes', () => {
  const make = {
    getter: (key, list, last) => ({ [key]: 'plain', get list () { return list() }, last }),
    toJSON: (key, list, last) => ({ [key]: 'plain', list: { toJSON: list }, last }),
    Proxy: (key, list, last) => ({ [key]: 'plain', list: new Proxy([], { get (target, name) { if (name === 'length') list(); return target[name] } }), last })
  }
  for (const [name, makeEngine] of engines) {
    const s = makeEngine()
    for (const [how, value] of Object.entries(make)) {
      const readTwice = []
      for (let calls = 0; calls < 120; calls++) {
        // A kind of its own for each number of calls.
        const key = `kind ${name} ${how} ${calls}`
        for (let i = 0; i < calls; i++) s(value(key, () => [{ a: 'text', b: 'more text' }], i))
        let reads = 0
        s(value(key, () => { reads++; return [] }, 1n))
        if (reads !== 1) readTwice.push(calls)
      }
      assert.deepStrictEqual(readTwice, [], `${name}, ${how}: after so many calls`)
    }
  }
})

test('a value with the first getter of its kind, and a BigInt, is printed right', () => {
  for (const [name, makeEngine] of engines) {
    const s = makeEngine()
    for (let calls = 0; calls < 120; calls++) {
      const key = `plain ${name} ${calls}`
      for (let i = 0; i < calls; i++) s({ [key]: 'plain', list: [{ a: 'text', b: 'more text' }], last: i })
      assert.strictEqual(s({ [key]: 'plain', get list () { return [1n] }, last: 1n }), `{"${key}":"plain","list":["1"],"last":"1"}`, name)
    }
  }
})

test('a kind that always runs user code is read once, wherever the code hides', () => {
  const list = Array.from({ length: 200 }, (_, i) => `item${i}`)
  let reads = 0
  const reader = { get () { reads++ }, configurable: true }
  class Row { constructor (last) { this.list = list; this.last = last } get toJSON () { reads++; return undefined } }
  class Sparse extends Array {}
  Object.defineProperty(Sparse.prototype, 1, reader)
  const sparse = () => { const array = new Sparse(3); array[0] = 0; array[2] = 2; return array }
  const wide = (count, object) => Object.assign(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])), object)
  const deep = (levels, inner) => { for (let i = 0; i < levels; i++) inner = { inner }; return inner }
  const make = {
    'a toJSON getter of a class': last => new Row(last),
    'an own toJSON getter that is not enumerable': last => Object.defineProperty({ list, last }, 'toJSON', reader),
    'a Proxy among the prototypes': last => Object.assign(Object.create(new Proxy({}, { get (target, key) { if (key === 'toJSON') reads++ } })), { list, last }),
    'a hole filled by a getter': last => ({ list, sparse: sparse(), last }),
    'behind 5,000 properties': last => ({ wide: wide(5000), object: Object.defineProperty({}, 'x', { ...reader, enumerable: true }), last }),
    'below 100 levels': last => ({ list, deep: deep(100, Object.defineProperty({}, 'x', { ...reader, enumerable: true })), last })
  }
  for (const [name, makeEngine] of engines) {
    const s = makeEngine()
    for (const [how, value] of Object.entries(make)) {
      for (let i = 0; i < 60; i++) s({ [`${name} ${how}`]: 0, value: value(i) })
      reads = 0
      const top = { [`${name} ${how}`]: 0, value: value(1n) }
      s(top)
      assert.strictEqual(reads, 1, `${name}: ${how}`)
    }
  }
})

test('where BigInts and cycles are errors, v8\'s error is the answer, and nothing is read again', () => {
  for (const [name, makeEngine] of engines) {
    const s = makeEngine(STRICT)
    const make = last => ({ [`strict ${name}`]: 0, list: Array.from({ length: 200 }, (_, i) => `item${i}`), last })
    for (let i = 0; i < 500; i++) s(make(i))
    const cycle = {}
    cycle.cycle = cycle
    for (const last of [1n, cycle]) {
      let reads = 0
      assert.throws(() => s(make({ get x () { reads++; return 1 }, last })), TypeError, name)
      assert.strictEqual(reads, 1, name)
      for (let i = 0; i < 500; i++) s(make(i))
    }
  }
})

test('nothing of a value is asked before it is printed, whatever kind it is taken for', () => {
  /** A Proxy that logs every trap and the key it is asked for. */
  const spy = (target, log) => new Proxy(target, new Proxy({}, {
    get: (_, trap) => (...args) => { log.push(`${trap} ${String(args[1])}`); return Reflect[trap](...args) }
  }))
  const getter = (log, target, key) => Object.defineProperty(target, key, { enumerable: true, get () { log.push('get'); return 'got' } })
  const make = {
    'a Proxy of an object': log => spy({ hello: 'world' }, log),
    'a Proxy of an array': log => spy([{ hello: 'world' }], log),
    'a Proxy of a list of numbers': log => spy([1, 2, 3], log),
    'a Proxy among the prototypes': log => Object.setPrototypeOf({ hello: 'world' }, spy({}, log)),
    'a getter under the first key': log => getter(log, {}, 'hello'),
    'a getter under the first key of a first element': log => [getter(log, {}, 'hello')],
    'a getter as the first element': log => getter(log, [0, 1], 0),
    'a Proxy as the first element': log => [spy({ hello: 'world' }, log)],
    'a hole at first, and a Proxy as the prototype': log => Object.setPrototypeOf([, 1], spy(Array.prototype, log)),
    'a getter under the first key, in the first value': log => ({ data: getter(log, {}, 'hello') }),
    'a Proxy as the first value': log => ({ data: spy([{ hello: 'world' }], log) })
  }
  // V8 looks through prototypes with a trap more than the specification says, in the plain walk only: see `object`.
  const known = entry => !/^(ownKeys|getPrototypeOf|getOwnPropertyDescriptor) /.test(entry)
  for (const [name, makeEngine] of engines) {
    const s = makeEngine()
    const kinds = [{ hello: 'world' }, [{ hello: 'world' }], [1, 2, 3], { data: { hello: 'world' } }, { data: [{ hello: 'world' }] }]
    for (const plain of kinds) {
      for (let i = 0; i < 300; i++) s(plain)
      for (const [title, value] of Object.entries(make)) {
        const expected = []
        const actual = []
        assert.strictEqual(s(value(actual)), JSON.stringify(value(expected)), `${name}: ${title}`)
        const filter = title === 'a Proxy among the prototypes' ? known : () => true
        assert.deepStrictEqual(actual.filter(filter), expected.filter(filter), `${name}: ${title}`)
        s(plain)
      }
    }
  }
})

test('a call inside a call of the kind that comes again and again', () => {
  for (const [name, makeEngine] of engines) {
    const s = makeEngine()
    for (let i = 0; i < 300; i++) s({ hello: 'world' })
    const value = { hello: 'world', get inner () { return s({ other: 1n, hello: [s({ hello: 'x' })] }) }, last: 2n }
    for (let i = 0; i < 20; i++) {
      assert.strictEqual(s(value), '{"hello":"world","inner":"{\\"other\\":\\"1\\",\\"hello\\":[\\"{\\\\\\"hello\\\\\\":\\\\\\"x\\\\\\"}\\"]}","last":"2"}', name)
      assert.strictEqual(s({ hello: 'world' }), '{"hello":"world"}', name)
    }
  }
})

test('objects that begin with one key are told apart when they turn out to differ', () => {
  const { safeStringify: s } = require('..')
  const { kindOf } = require('../lib/kinds')
  const small = { success: true, id: 1 }
  const unsafe = { success: true, rows: [{ id: 1n }] }
  for (let i = 0; i < 4; i++) s(small)
  assert.strictEqual(kindOf(small), kindOf(unsafe))
  assert.strictEqual(s(unsafe), '{"success":true,"rows":[{"id":"1"}]}')
  for (let i = 0; i < 4; i++) s(small) + s(unsafe)
  assert.notStrictEqual(kindOf(small), kindOf(unsafe))
  assert.strictEqual(kindOf({ success: false, id: 2 }), kindOf(small))

  // The container inside is looked at too, wherever it stands.
  const page = rows => ({ success: true, rows, total: rows.length })
  const plainPage = page([{ name: 'a', size: 1 }])
  const otherPage = page([{ title: 'b' }])
  for (let i = 0; i < 4; i++) s(plainPage) + s(otherPage)
  assert.notStrictEqual(kindOf(plainPage), kindOf(otherPage))
})

test('a text that is much longer than the others of its kind is noticed', () => {
  const { Kind } = require('../lib/kinds')
  const kind = new Kind()
  kind.give(100)
  assert.strictEqual(kind.isV8, true)
  kind.outgrow(1e6)
  // It cannot be split, so it is tried again; and is not surprised a second time.
  assert.strictEqual(kind.isV8, false)
  assert.ok(kind.clean >= kind.goal)
  kind.give(100)
  assert.strictEqual(kind.most, 1e6)
})

test('a trial goes on while the tape becomes faster, and ends', () => {
  const { Kind } = require('../lib/kinds')
  const run = (tapeTime, units = 1000) => {
    const kind = new Kind()
    kind.clean = kind.goal
    let calls = 0
    while (kind.clean >= kind.goal && !kind.isV8 && calls < 1000) {
      const v8 = kind.isV8Turn
      kind.timed(v8, v8 ? 1 : tapeTime(calls), units)
      calls++
    }
    return [kind.isV8, calls]
  }
  assert.deepStrictEqual(run(() => 0.5), [false, 12])
  assert.deepStrictEqual(run(() => 3), [true, 18])
  assert.deepStrictEqual(run(calls => 5 - calls / 10), [false, 42])
  assert.deepStrictEqual(run(() => 1.1), [true, 54])
  assert.deepStrictEqual(run(() => 1.1, 100), [true, 12])
})

test('a module that is not initialized yet, which has a toJSON', async () => {
  const { texts } = await import('./helpers/early.mjs')
  for (const [name, ...text] of texts) assert.deepStrictEqual(text, ['"json"', '["json"]', '{"self":"json"}'], name)
})

test('a getter behind the global object of another context is read once', { skip: Number(process.versions.node.split('.')[0]) < 22 && 'for-in asks it there' }, () => {
  const vm = require('node:vm')
  for (const [name, makeEngine] of engines) {
    const s = makeEngine()
    let reads = 0
    const inner = vm.runInContext('globalThis', vm.createContext({ get first () { reads++; return { a: 1 } }, b: 2 }))
    for (const make of [() => inner, () => ({ data: inner }), () => [inner]]) {
      for (let i = 0; i < 40; i++) {
        reads = 0
        s(make())
        assert.strictEqual(reads, 1, name)
      }
    }
  }
})
