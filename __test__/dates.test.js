'use strict'

// Dates: the built-in road, and every way user code can change it.

const vm = require('node:vm')
const { sameAsJSON, safe } = require('./helpers/table')

const { prototype } = Date

/** Runs `run` while Date.prototype has other properties. */
function patched (properties, run) {
  const before = {}
  for (const key of Reflect.ownKeys(properties)) before[key] = Object.getOwnPropertyDescriptor(prototype, key)
  try {
    for (const key of Reflect.ownKeys(properties)) {
      if (properties[key] === null) delete prototype[key]
      else Object.defineProperty(prototype, key, { __proto__: null, configurable: true, writable: true, value: properties[key] })
    }
    return run()
  } finally {
    for (const key of Reflect.ownKeys(before)) {
      if (before[key] === undefined) delete prototype[key]
      else Object.defineProperty(prototype, key, before[key])
    }
  }
}

const MOMENTS = [0, -1, 1, 999, 1000, 59_999, 86_399_999, 86_400_000, -86_400_001, 951_782_400_000, 951_868_799_999, 1_709_164_800_000,
  4_107_542_400_000, 253_402_300_799_999, 253_402_300_800_000, -62_167_219_200_000, -62_167_219_200_001, -62_135_596_800_000, 8.64e15,
  -8.64e15, 8.64e15 - 1, -8.64e15 + 1, 1_700_000_000_123, -1_700_000_000_123, 2 ** 31 * 1000, 2 ** 32 * 1000, -0]

sameAsJSON([
  ['moments', s => s(MOMENTS.map(ms => new Date(ms)))],
  ['moments, as members and at the top', s => MOMENTS.map(ms => [s({ at: new Date(ms) }), s(new Date(ms))])],
  ['invalid', s => [s(new Date(NaN)), s([new Date(8.64e15 + 1)]), s({ d: new Date('no date') })]],
  ['every 11th day of 400 years about 2000', s => s(Array.from({ length: 146_097 / 11 }, (_, i) => new Date(Date.UTC(1800, 0, 1 + i * 11, i % 24, i % 60, i % 59, i % 1000))))],
  ['every month of 1,000 years', s => s(Array.from({ length: 12_000 }, (_, i) => new Date(Date.UTC(1200 + i / 12, i % 12, 1) - 1)))],
  ['far years', s => s(Array.from({ length: 2000 }, (_, i) => new Date((i - 1000) * 8.64e12 + i * 1_234_567)))],
  ['rows with two', s => s(Array.from({ length: 500 }, (_, i) => ({ id: i, createdAt: new Date(1.7e12 + i * 1e7), updatedAt: i % 9 ? new Date(1.7e12 + i * 1e8) : null })))],
  ['an array of nothing else', s => s(Array.from({ length: 20_000 }, (_, i) => new Date(1.6e12 + i * 7_654_321)))],
  ['among numbers', s => s([1, new Date(1), 2, new Date(2), 3.5, new Date(NaN)])],
  ['own toJSON', s => s([Object.assign(new Date(0), { toJSON: () => 'own' }), Object.assign(new Date(NaN), { toJSON: key => key })])],
  ['own toJSON that is no function', s => s([Object.assign(new Date(0), { toJSON: 1, shown: true }), Object.assign(new Date(0), { toJSON: undefined })])],
  ['own toISOString', s => s([Object.assign(new Date(0), { toISOString: () => 'iso' }), Object.assign(new Date(0), { toISOString: () => ({ any: 'thing' }) })])],
  ['own toISOString of an invalid date is not called', s => s([Object.assign(new Date(NaN), { toISOString () { throw new Error('called') } })])],
  ['own toISOString that is no function', s => s([Object.assign(new Date(0), { toISOString: 1 })])],
  ['own valueOf: only whether it is finite counts', s => s([Object.assign(new Date(0), { valueOf: () => NaN }), Object.assign(new Date(0), { valueOf: () => 5 }), Object.assign(new Date(0), { valueOf: () => 'text' }), Object.assign(new Date(0), { valueOf: () => Infinity })])],
  ['own valueOf of an invalid date', s => s([Object.assign(new Date(NaN), { valueOf: () => 1 })])],
  ['own Symbol.toPrimitive and its hint', s => {
    const log = []
    return [s([Object.assign(new Date(0), { [Symbol.toPrimitive] (hint) { log.push(hint); return NaN } }), Object.assign(new Date(0), { [Symbol.toPrimitive] (hint) { log.push(hint); return 1 } })]), log]
  }],
  ['own toString beside valueOf that gives an object', s => s([Object.assign(new Date(0), { valueOf: () => ({}), toString: () => 'x' })])],
  ['own properties are not written', s => s([Object.assign(new Date(0), { a: 1 })])],
  ['getters, counted', s => {
    const log = []
    const date = new Date(0)
    for (const key of ['toJSON', 'toISOString', 'valueOf', Symbol.toPrimitive, 'getTime', 'constructor']) {
      Object.defineProperty(date, key, { get () { log.push(String(key)); return prototype[key] } })
    }
    return [s([date, { date }]), log]
  }],
  ['prototype toJSON', s => patched({ toJSON (key) { return `${key} ${this.getTime()}` } }, () => s([new Date(1), { d: new Date(NaN) }]))],
  ['prototype toJSON gives an object with a date', s => patched({ toJSON () { return { t: this.getTime(), d: this } } }, () => s([new Date(1)].map(d => ({ d: { toJSON: () => [1] }, e: d }))[0].d))],
  ['prototype toJSON gives the epoch', s => patched({ toJSON () { return this.getTime() } }, () => s([new Date(1), new Date(NaN)]))],
  ['prototype toJSON removed', s => patched({ toJSON: null }, () => s([new Date(1), Object.assign(new Date(2), { a: 1 })]))],
  ['prototype toJSON no function', s => patched({ toJSON: 'no' }, () => s([new Date(1)]))],
  ['prototype toISOString', s => patched({ toISOString () { return `iso ${this.getTime()}` } }, () => s([new Date(1), { d: new Date(NaN) }, new Date(2)]))],
  ['prototype toISOString removed', s => patched({ toISOString: null }, () => s([new Date(1)]))],
  ['prototype valueOf', s => patched({ valueOf () { return this.getTime() % 2 ? NaN : 1 } }, () => s([new Date(1), new Date(2), { d: new Date(3) }]))],
  ['prototype Symbol.toPrimitive', s => patched({ [Symbol.toPrimitive] () { return this.getTime() % 2 ? NaN : 1 } }, () => s([new Date(1), new Date(2)]))],
  ['prototype Symbol.toPrimitive removed', s => patched({ [Symbol.toPrimitive]: null }, () => s([new Date(1), new Date(NaN)]))],
  ['prototype toString, getTime and others do not matter', s => patched({ toString: () => 'x', getTime: () => 5, getUTCFullYear: () => 1, toUTCString: () => 'y' }, () => s([new Date(1), new Date(NaN)]))],
  ['patched while the value is read', s => patched({ toISOString: prototype.toISOString }, () => s([new Date(1), { get x () { prototype.toISOString = () => 'late'; return new Date(2) } }, new Date(3)]))],
  ['patched and restored while the value is read', s => patched({ toISOString: () => 'early' }, () => s([new Date(1), { get x () { delete prototype.toISOString; return 1 } }, Object.assign(new Date(3), { toISOString: () => 'own' })]))],
  ['Object.prototype.toJSON does not win', s => {
    Object.defineProperty(Object.prototype, 'toJSON', { value: () => 'object', configurable: true, writable: true })
    try { return s([new Date(0), 1]) } finally { delete Object.prototype.toJSON }
  }],
  ['subclasses', s => s([new (class extends Date {})(0), new (class extends Date { toJSON () { return 'sub' } })(0), new (class extends Date { toISOString () { return 'sub iso' } })(0), new (class extends Date { valueOf () { return NaN } })(0), new (class extends Date { get toJSON () { return undefined } })(0)])],
  ['subclass with private state', s => s([new (class Moment extends Date { #zone = 'CET'; toISOString () { return super.toISOString() + this.#zone } })(0)])],
  ['another prototype', s => s([Object.setPrototypeOf(new Date(0), null), Object.setPrototypeOf(new Date(0), { toJSON: () => 'other' }), Object.setPrototypeOf(new Date(0), Array.prototype)])],
  ['a prototype between', s => s([Object.setPrototypeOf(new Date(5), Object.create(prototype)), Object.setPrototypeOf(new Date(5), Object.create(prototype, { toISOString: { value: () => 'between' } }))])],
  ['only the prototype of one', s => s(Object.create(prototype))],
  ['only the prototype of one, with methods of its own', s => s(Object.create(prototype, { valueOf: { value: () => 1 }, [Symbol.toPrimitive]: { value: () => 1 }, toISOString: { value: () => 'fake' } }))],
  ['Date.prototype itself', s => s(prototype)],
  ['a Proxy of one', s => s(new Proxy(new Date(0), {}))],
  ['a Proxy of one that binds', s => s([new Proxy(new Date(0), { get: (t, k) => typeof t[k] === 'function' ? t[k].bind(t) : t[k] })])],
  ['of another realm', s => s(vm.runInNewContext('[new Date(0), new Date(NaN), Object.assign(new Date(1), { toISOString: () => "own" })]'))],
  ['of another realm that is patched', s => s([vm.runInNewContext('Date.prototype.toISOString = () => "foreign"; new Date(0)'), new Date(1)])],
  ['frozen', s => s([Object.freeze(new Date(0))])],
  ['the same twice', s => { const d = new Date(7); return s([d, d, { d }]) }],
  ['from toJSON: not asked again, an object without keys', s => s([{ toJSON: () => new Date(0) }, { toJSON: () => Object.assign(new Date(0), { k: 1 }) }])],
  ['from a replacer: the same', s => s([1], (k, v) => v === 1 ? new Date(0) : v)],
  ['to a replacer: text already', s => { const seen = []; return [s({ d: new Date(0) }, function (k, v) { seen.push(typeof v, this[k] instanceof Date); return v }), seen] }],
  ['moved while it is read', s => { const d = new Date(0); return s([{ get x () { d.setTime(86_400_000); return 1 } }, d]) }],
  ['toISOString that throws', s => s({ a: [Object.assign(new Date(0), { toISOString () { throw new RangeError('own') } })] })],
  ['with indentation', s => s({ a: new Date(0), b: [new Date(1), new Date(NaN)] }, null, 2)]
])

safe([
  ['beside BigInts and cycles', s => { const o = { d: new Date(0), id: 1n, e: [new Date(NaN)] }; o.o = o; return s(o) }, '{"d":"1970-01-01T00:00:00.000Z","id":"1","e":[null]}'],
  ['toISOString gives a BigInt', s => s([Object.assign(new Date(0), { toISOString: () => 5n })]), '["5"]'],
  ['own valueOf gives a BigInt: it is not a Number', s => s([Object.assign(new Date(0), { valueOf: () => 5n })])],
  ['toISOString gives an ancestor', s => { const top = [1]; top.push(Object.assign(new Date(0), { toISOString: () => top })); return s(top) }, '[1,null]']
])
