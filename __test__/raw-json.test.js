'use strict'

// JSON.rawJSON, where V8 has it (Node 21 and later), and objects that only look like its result, everywhere.

const { sameAsJSON, safe } = require('./helpers/table')

sameAsJSON([
  ['objects that look raw are objects', s => s([{ rawJSON: '1' }, Object.freeze(Object.assign(Object.create(null), { rawJSON: '2' })), { rawJSON: { rawJSON: '3' } }])]
])

if (typeof JSON.rawJSON === 'function') {
  const { rawJSON } = JSON
  sameAsJSON([
    ['kinds', s => s(['1', '-0', '1e1000', '"text"', 'null', 'true', '12345678901234567890', '"\\u0041"', '0.10'].map(text => rawJSON(text)))],
    ['as a member, an element, at the top', s => [s({ a: rawJSON('1.0'), b: [rawJSON('2.00')], c: rawJSON('"c"') }), s(rawJSON('3.000')), s([rawJSON('4'), 5, 6.5])]],
    ['wide, and with surrogates', s => s([rawJSON('"€"'), rawJSON('"😀"'), rawJSON('"\ud800"'), rawJSON('"é"')])],
    ['3 MB of it', s => s([rawJSON(`"${'raw'.repeat(1 << 20)}"`), 1, rawJSON(`"${'€'.repeat(1 << 20)}"`)])],
    ['among numbers', s => s([1, 2, rawJSON('3.0'), 4, 5])],
    ['from toJSON and a replacer', s => [s({ toJSON: () => rawJSON('1.0') }), s([1, 2], (k, v) => typeof v === 'number' ? rawJSON(`${v}.0`) : v)]],
    ['with indentation', s => s({ a: [rawJSON('1.0')], b: rawJSON('"x"') }, null, 2)],
    ['Object.prototype does not reach it', s => {
      Object.defineProperty(Object.prototype, 'toJSON', { value: () => 'no', configurable: true })
      try { return s({ toJSON: undefined, a: rawJSON('1.0') }) } finally { delete Object.prototype.toJSON }
    }],
    ['a Proxy of it is an object', s => s([new Proxy(rawJSON('1.0'), {})])],
    ['inherited from', s => s([Object.create(rawJSON('1.0')), Object.create(rawJSON('1.0'), { own: { value: 1, enumerable: true } })])],
    ['the same twice', s => { const raw = rawJSON('7.0'); return s([raw, raw, { raw }]) }],
    ['rows', s => s(Array.from({ length: 3000 }, (_, i) => ({ id: rawJSON(`${i}00000000000000000`), n: i })))]
  ])
  safe([
    ['beside BigInts and cycles', s => { const o = { a: rawJSON('1.0'), b: 1n }; o.o = o; return s(o) }, '{"a":1.0,"b":"1"}']
  ])
}
