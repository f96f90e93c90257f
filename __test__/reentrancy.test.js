'use strict'

// A getter, toJSON, replacer or Proxy trap that stringifies something itself, several levels deep, with values that
// fill whatever the outer call had left.

const { createHash } = require('node:crypto')
const { sameAsJSON, safe } = require('./helpers/table')

// Each fills the tape by another of its limits.
const SIZES = {
  small: n => ({ n, t: 'text' }),
  numbers: n => ({ n, list: Array.from({ length: 9000 }, (_, i) => i * (n + 1) / 4) }),
  rows: n => ({ n, rows: Array.from({ length: 700 }, (_, i) => ({ id: i, name: `row ${i} of ${n}`, at: new Date(i * 1e9), tags: ['a', i] })) }),
  text: n => ({ n, text: `"${n}" € `.repeat(9000) }),
  keys: n => Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`key ${n} ${i}`, i])),
  deep: n => { let o = { n }; for (let i = 0; i < 150; i++) o = { [`d${n}`]: o, l: [n] }; return o }
}

// How an inner call is made from within a value.
const WAYS = {
  toJSON: inner => ({ toJSON: () => inner() }),
  getter: inner => ({ get got () { return inner() } }),
  'element getter': inner => Object.defineProperty([1, 2, 3], 1, { get: inner, enumerable: true }),
  'Proxy get': inner => new Proxy({ a: 1 }, { get: (t, k) => k === 'a' ? inner() : undefined }),
  'Proxy ownKeys': inner => new Proxy({ a: 1 }, { ownKeys: t => { inner(); return ['a'] } }),
  'toString of a boxed string': inner => Object.assign(Object('x'), { toString: () => inner() }),
  'toISOString of a date': inner => Object.assign(new Date(0), { toISOString: () => inner() })
}

/** A value of `size` before and after a place where a value one level smaller is stringified, by every way in turn. */
function nested (s, size, levels, args = []) {
  if (levels === 0) return SIZES[size](0)
  const ways = Object.values(WAYS)
  return {
    before: SIZES[size](levels),
    inner: ways[levels % ways.length](() => s(nested(s, size, levels - 1, args), ...args)),
    after: SIZES[size](levels + 10)
  }
}

// Long texts as their length, their ends and a hash, by UTF-16 units: lone surrogates count.
const smallest = text => text.length < 1000
  ? text
  : `${text.length} ${text.slice(0, 300)} ${text.slice(-300)} ${createHash('sha1').update(text, 'utf16le').digest('hex')}`

sameAsJSON([
  ...Object.entries(WAYS).map(([way, make]) => [`from a ${way}`, s => [
    s({ a: 1, b: make(() => s({ x: [1, { y: 'two' }] })), c: [3, 4.5] }),
    s([make(() => s([1, 2, 3])), make(() => s('x', null, 2)), make(() => String(s(undefined)))], null, 2)
  ]]),
  ...Object.keys(SIZES).flatMap(size => [1, 2, 3].map(levels => [`${levels} levels of ${size}`, s => smallest(s(nested(s, size, levels)))])),
  ...['small', 'numbers', 'keys'].flatMap(size => [4, 5].map(levels => [`${levels} levels of ${size}`, s => smallest(s(nested(s, size, levels)))])),
  ['3 levels with indentation inside and none outside', s => smallest(s(nested(s, 'rows', 2, [null, 2])))],
  ['20 levels', s => smallest(s(nested(s, 'small', 12)))],
  ['from a replacer function', s => s({ a: { b: 1 }, c: [1, 2] }, (k, v) => k === 'b' || k === '1' ? s({ in: [v, k] }, null, 1) : v)],
  ['a replacer inside a replacer', s => s({ a: 1, b: 2 }, (k, v) => typeof v === 'number' ? s([v], (k2, v2) => typeof v2 === 'number' ? v2 + 1 : v2) : v)],
  ['a list inside, none outside, and the other way round', s => [s({ a: { toJSON: () => s({ a: 1, b: 2 }, ['b']) }, b: { c: 1 } }), s({ a: { toJSON: () => s({ a: 1, b: 2 }) }, b: 2 }, ['a'])]],
  ['the same shape inside and outside, in other phases', s => { const row = (id, more) => ({ id, name: 'n', more, end: id }); return s([row(1), row(2, { toJSON: () => s([row(3), row(4), { id: 5, name: 6, other: 7 }]) }), row(8)]) }],
  ['1,000 inner calls in one outer call', s => s(Array.from({ length: 1000 }, (_, i) => ({ i, in: { toJSON: () => s({ i, l: [i, i / 2] }) } })))],
  ['from space and from a replacer list', s => [s({ a: [1] }, null, Object.assign(Object(1), { valueOf: () => s([1, 2]).length })), s({ '[1]': 'yes', a: 'no' }, [Object.assign(Object('a'), { toString: () => s([1]) })])]],
  ['an error in the innermost of 5, caught at each level', s => [0, 1, 2, 3, 4, 5].map(caughtAt => {
    const level = n => s({
      n,
      before: Array.from({ length: 3000 }, (_, i) => i),
      in: { toJSON () { if (n === 5) throw new RangeError('innermost'); if (n !== caughtAt) return level(n + 1); try { return level(n + 1) } catch (error) { return error.message } } },
      after: { t: 'text'.repeat(500), x: [n] }
    })
    try { return smallest(level(0)) } catch (error) { return error.message }
  })],
  ['errors thrown and caught between large values', s => smallest(s(Array.from({ length: 40 }, (_, i) => ({
    rows: SIZES.small(i),
    in: { toJSON () { try { return s([SIZES.keys(i), { get x () { throw new Error('x') } }]) } catch { return s(SIZES.deep(i)) } } },
    list: [i, i + 0.5]
  }))))],
  ['an inner call that keeps a generator going', s => { function* rows () { for (let i = 0; i < 20; i++) yield s({ i }) } const it = rows(); return s(Array.from({ length: 20 }, () => ({ toJSON: () => it.next().value }))) }],
  ['JSON.stringify from inside, and a stringifier from inside of JSON.stringify', s => [s({ a: { toJSON: () => JSON.stringify({ x: [1] }) }, b: 1 }), JSON.stringify({ a: { toJSON: () => s({ x: [1] }) }, b: 1 })]]
])

safe([
  ['an inner call sees its own ancestors only', s => { const o = { a: 1 }; o.in = { toJSON: () => s(o.plain) }; o.plain = { o: 2, back: o, in: 3 }; o.plain.in = undefined; Object.defineProperty(o, 'in', { enumerable: false }); return s(o) }, '{"a":1,"plain":{"o":2}}'],
  ['an inner call of the outer value', s => { let depth = 0; const o = { id: 1n, get json () { return depth++ < 2 ? s(o) : 'deep enough' } }; o.self = o; return s(o) },
    JSON.stringify({ id: '1', json: JSON.stringify({ id: '1', json: JSON.stringify({ id: '1', json: 'deep enough' }) }) })],
  ['cycles and BigInts at each of 4 levels', s => { const level = n => { const o = { n: BigInt(n), l: [1, 2.5] }; o.self = o; if (n > 0) o.in = { toJSON: () => level(n - 1) }; o.l.push(o, o.l); o.end = true; return s(o) }; return level(4) }]
])
