'use strict'

// configure({ bigint: 'throw', circularValue: TypeError }): JSON.stringify exactly, its errors and their texts too.
// One thing is left out: V8 calls a class by the name it had in the source, also where its `name` property says otherwise
// (a static `name`, a computed key), and JavaScript cannot ask for that.

const { strictAsJSON } = require('./helpers/table')

/** `object` with itself at the end of the path `keys`; each step is what `make` gives. */
function loop (keys, make = () => ({})) {
  const top = make(0)
  let at = top
  keys.forEach((key, i) => {
    at[key] = i === keys.length - 1 ? top : make(i + 1)
    at = at[key]
  })
  return top
}

class Node { constructor (extra) { Object.assign(this, extra) } }
const anonymous = (() => class {})()
const KEYS = ['a', 'self', '', ' ', 'a b', 'a.b', 'a"b', 'a\'b', '0', '1x', '-1', '007', '4294967295', 'é', '€', '😀', '\ud800', '\n', 'constructor', '__proto__x', 'x'.repeat(200)]
const KINDS = {
  objects: () => ({}),
  arrays: () => [],
  instances: () => new Node(),
  'anonymous instances': () => new anonymous(),
  'null prototypes': () => Object.create(null),
  maps: () => new Map(),
  errors: () => new RangeError('e'),
  'objects with an own constructor': () => ({ constructor: 5 }),
  'objects with a constructor that has no name': () => ({ constructor: { name: 7 } }),
  Proxies: () => new Proxy({}, {}),
  'Proxies of arrays': () => new Proxy([], {}),
  'instances of a class named by toStringTag': () => ({ [Symbol.toStringTag]: 'Tagged' }),
  'functions\' prototypes': () => Object.create(function named () {}.prototype)
}

strictAsJSON([
  ...KEYS.map(key => [`a cycle by the key ${JSON.stringify(key.slice(0, 12))}`, s => s(loop([key]))]),
  ...KEYS.map(key => [`a longer cycle by the key ${JSON.stringify(key.slice(0, 12))}`, s => s({ top: [loop(['first', key, key, 'last'])] })]),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 100, 700].flatMap(length => [
    [`a cycle of ${length} steps`, s => s(loop(Array.from({ length }, (_, i) => `k${i}`)))],
    [`a cycle of ${length} steps through arrays`, s => s(loop(Array.from({ length }, (_, i) => i), () => []))],
    [`a cycle of ${length} steps, below others`, s => s({ x: [{ y: loop(Array.from({ length }, (_, i) => i % 2 ? i : `k${i}`)) }] })]
  ]),
  ...Object.entries(KINDS).flatMap(([kind, make]) => [1, 2, 3, 6].map(length => [`a cycle of ${length} ${kind}`, s => s([loop(Array.from({ length }, (_, i) => `k${i}`).map((k, i) => Array.isArray(make()) ? i : k), make)])])),
  ['cycles of mixed kinds', s => s(loop(['a', 0, 'b', 1, 'c', 'd'], i => [{}, [], new Node(), [1, 2], Object.create(null), {}, {}][i]))],
  ['a cycle by an index after holes', s => { const a = [, , 1]; a.push(a); return s({ a }) }],
  ['a cycle by a getter', s => { const o = { get self () { return o } }; return s(o) }],
  ['a cycle by toJSON', s => { const o = { a: { toJSON: () => o } }; return s(o) }],
  ['a cycle by toJSON of the top', s => { const inner = { x: 1 }; inner.back = inner; return s({ toJSON: () => inner }) }],
  ['a cycle by a replacer', s => { const o = { a: 1 }; return s(o, (k, v) => k === 'a' ? o : v) }],
  ['a cycle by a replacer list', s => { const o = { a: 1 }; o.b = { o }; return s(o, ['b', 'o']) }],
  ['a cycle with indentation', s => { const o = { a: [1] }; o.a.push({ o }); return s(o, null, 2) }],
  ['a cycle of objects of another realm', s => s(require('node:vm').runInNewContext('class Foreign {}; const o = new Foreign(); o.o = [o]; o'))],
  ['an own non-enumerable constructor', s => { const o = Object.defineProperty({}, 'constructor', { value: function Hidden () {} }); o.o = o; return s(o) }],
  ['a class of a long name', s => { class ANameThatIsQuiteLongAndGoesOnForLongerThanAnyoneWouldWantToTypeItEverAgainOrReadItInAMessage {} const o = new ANameThatIsQuiteLongAndGoesOnForLongerThanAnyoneWouldWantToTypeItEverAgainOrReadItInAMessage(); o.o = { o }; return s(o) }],
  ['a constructor that is a getter', s => { let reads = 0; const o = Object.create({ get constructor () { reads++; return Node } }); o.o = o; try { s(o) } catch (error) { return [error.message, reads] } }],
  ['null as constructor\'s prototype chain', s => { const o = Object.create(Object.create(null)); o.o = o; return s(o) }],

  ['BigInts', s => s(1n)],
  ['BigInts in an object', s => s({ a: 1n })],
  ['BigInts in an array of numbers', s => s([1, 2, 3n])],
  ['boxed BigInts', s => s([Object(1n)])],
  ['BigInts by toJSON', s => s({ toJSON: () => 1n })],
  ['BigInts by a replacer', s => s([1], (k, v) => v === 1 ? 1n : v)],
  ['BigInts that toJSON rescues', s => { Object.defineProperty(BigInt.prototype, 'toJSON', { value () { return `${this}` }, configurable: true }); try { return s([1n, { a: Object(2n) }]) } finally { delete BigInt.prototype.toJSON } }],
  ['BigInts that a replacer rescues', s => s([1n], (k, v) => typeof v === 'bigint' ? `${v}n` : v)],
  ['BigInts as keys of a typed array', s => s(new BigInt64Array(2))],
  ['an empty BigInt64Array', s => s(new BigInt64Array(0))],

  ['what comes first: a BigInt', s => { const o = { a: 1n }; o.b = o; return s(o) }],
  ['what comes first: a cycle', s => { const o = {}; o.b = o; o.c = 1n; return s(o) }],
  ['what comes first: a getter that throws', s => { const o = { get a () { throw new EvalError('first') }, b: 1n }; o.o = o; return s(o) }],
  ['what comes before is read once', s => { const log = []; const o = { get a () { log.push('a'); return 1 }, b: { toJSON () { log.push('b'); return 2 } } }; o.o = o; try { s(o) } catch (error) { log.push(error.message) } return log }],
  ['code for what follows is not run', s => { const log = []; const o = { a: null, get z () { log.push('z'); return 1 } }; o.a = o; try { s(o) } catch (error) { log.push(error.name) } return log }],
  ['a shared object is no cycle', s => { const x = { a: 1 }; return s([x, x, { x }]) }],
  ['its stack begins as an error\'s does', s => { const o = {}; o.o = o; try { s(o) } catch (error) { return [error.stack.startsWith(`TypeError: ${error.message}\n    at `), Object.keys(error), error instanceof TypeError] } }],
  ['after an error the next call is right', s => { const o = {}; o.o = o; try { s(o) } catch {} return s({ a: [1, { b: 2 }] }) }]
])
