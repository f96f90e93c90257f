'use strict'

// Run by deopt.test.js in a process of its own: values of many sorts, over and over, through one engine. Prints a line when it
// has seen a sort often enough, and one when it is done with it; what V8 says in between is counted.

const { configure } = require('../..')
const { SEEN, END } = require('./deopts')

const engine = /** @type {any} */ (process.argv[2])
const s = configure({ engine })
// These two have little that V8 could compile in vain, and take longer.
const few = engine === 'v8' || engine === 'walk'
const times = (n, make) => Array.from({ length: n }, (_, i) => make(i))
const wide = (n, i) => Object.fromEntries(times(n, k => [`${i}key${k}`, k % 3 ? k : `v${k}`]))

class Point { constructor (i) { this.x = i; this.y = `y${i}` } get length () { return 1 } }
class Model { constructor (i) { this.i = i } toJSON () { return { id: this.i, at: new Date(this.i) } } }

let fresh = 0
const circle = { a: 1, list: [{ b: 'x' }] }
circle.self = circle
circle.list[0].top = circle

/** A value of each sort; the sorts that make V8 change its mind about a loop are those that matter. */
const SORTS = {
  rows: i => times(20, k => ({ id: i + k, name: `n${k}`, ok: true, none: null, score: k / 3, in: { city: 'x', zip: k }, tags: ['a', 'b'] })),
  'fresh keys': () => { const o = {}; for (let k = 0; k < 20; k++) o[`k${fresh++}`] = k; return o },
  'many fresh keys': () => Object.fromEntries(times(40, () => [`k${fresh++}`, 'x'])),
  dictionaries: i => { const o = { a: 1, b: 'x', c: i }; delete o.a; return [o, o] },
  'large dictionaries': i => wide(140, i % 3),
  'inherited keys': i => Object.assign(Object.create({ inherited: 1 }), { a: i, b: 'x' }),
  'no prototype': i => Object.assign(Object.create(null), { a: i, b: 'x' }),
  'keys like indices': i => ({ 1: 'a', 20: i, x: 2 }),
  instances: i => times(5, k => new Point(i + k)),
  models: i => times(5, k => new Model(i + k)),
  dates: i => [new Date(i), { at: new Date(i * 1e9) }],
  proxies: i => [new Proxy({ a: i }, {}), new Proxy([i], {})],
  getters: i => ({ get a () { return i }, b: 1, get c () { return 'x' } }),
  'omitted members': i => ({ a: undefined, b: () => {}, c: i, d: Symbol('d'), e: [undefined, () => {}] }),
  numbers: i => [times(40, k => k * i), times(40, k => k / 7), [1, 'x', 2.5, null]],
  tuples: i => times(20, k => [k + i, k / 8]),
  'mixed arrays': i => [[1, 'a'], [[i]], [], [{}], [null, true, 'x', 1.5, [i]]],
  strings: i => ['a', `b${i}`, 'é', '€', '"', 'x'.repeat(40)],
  'wide keys': i => ({ é: i, '€': 1, '"': 2, ['long'.repeat(20)]: 3 }),
  boxed: i => [Object(i), Object('x'), Object(true)],
  BigInts: i => ({ id: BigInt(i), list: [1n, 2n] }),
  circles: () => circle,
  primitives: i => [i, 'x', true, null, 1.5][i % 5],
  deep: () => { let o = {}; for (let k = 0; k < 40; k++) o = k % 2 ? { o } : [o]; return o }
}
const ARGUMENTS = [[], [null, 2], [['a', 'id', 'b', 'name']], [(key, value) => value], [['x', 'in', 'city', 'tags'], '\t']]

function pass () {
  for (const make of Object.values(SORTS)) {
    for (const args of ARGUMENTS) for (let i = 0; i < 12; i++) s(make(i), ...args)
  }
}

// One sort after the other, as a server may begin; then all of them in turn.
const rows = JSON.parse(JSON.stringify(SORTS.rows(0)))
const calls = n => few ? n / 10 : n
for (let i = 0; i < calls(3000); i++) s(rows)
for (const [name, make] of Object.entries(SORTS).slice(1)) {
  for (let i = 0; i < calls(name === 'fresh keys' ? 4000 : 1000); i++) s(make(i))
  console.log(`${SEEN} ${name}`)
  for (let i = 0; i < calls(3000); i++) s(rows)
  for (let i = 0; i < calls(600); i++) s(make(i))
  console.log(END)
}
for (let i = 0; i < calls(60); i++) pass()
console.log(`${SEEN} all of them`)
for (let i = 0; i < calls(60); i++) pass()
console.log(END)
