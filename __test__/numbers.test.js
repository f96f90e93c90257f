'use strict'

// Numbers, alone and in runs.

const { sameAsJSON } = require('./helpers/table')

/** A generator that gives the same doubles each time: xorshift on 32 bits. */
function random (seed = 1) {
  let x = seed
  return () => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return x >>> 0
  }
}

function anyDoubles (length, seed) {
  const next = random(seed)
  return Array.from(new Float64Array(Uint32Array.from({ length: length * 2 }, next).buffer))
}

const EDGES = [0, 1, 0.1, 0.5, 1e20, 1e21, 1e22, 1e23, 1e-6, 1e-7, 1.5e-7, 9.5e-7, 0.0000012345, 123456789012345680000,
  1.2345678901234567e20, 5e-324, 2.225073858507201e-308, 2.2250738585072014e-308, 1.7976931348623157e308, 2 ** 53 - 1, 2 ** 53,
  2 ** 53 + 2, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1, 2 ** 32, 2 ** 27 - 1, 2 ** 27, 2 ** 27 + 1, 2 ** 28, 2 ** 30 - 1, 2 ** 30,
  2 ** 30 + 1, 0.1 + 0.2, 1 / 3, Math.PI, 1e15, 1e16, 1e17, 123456.789, 99999999999999.9, 999999999999999.9, 100, 1e5, 4.35, 1.005, 2.675,
  NaN, Infinity].flatMap(n => [n, -n])

sameAsJSON([
  ['edges, alone', s => EDGES.map(n => s(n))],
  ['edges, as members', s => s(EDGES.map(n => ({ n })))],
  ['edges, as a run', s => s(EDGES)],
  ['edges, each as a run of one and of two', s => s(EDGES.flatMap(n => [[n], [n, n], [1, n], [0.5, n], [n, 'x'], ['x', n]]))],
  ['powers of ten and two', s => s(Array.from({ length: 620 }, (_, i) => [10 ** (i - 310), 2 ** (i * 3 - 1070), -(10 ** (i - 310)), 10 ** (i - 310) * 1.5]))],
  ['20,000 doubles of any bits', s => s(anyDoubles(20_000, 7))],
  ['20,000 doubles in [0, 1)', s => { const next = random(9); return s(Array.from({ length: 20_000 }, () => next() / 2 ** 32)) }],
  ['20,000 prices', s => { const next = random(11); return s(Array.from({ length: 20_000 }, () => (next() % 1_000_000) / 100)) }],
  ['20,000 coordinates', s => { const next = random(13); return s(Array.from({ length: 10_000 }, () => [(next() % 360_000_000) / 1e6 - 180, (next() % 180_000_000) / 1e6 - 90])) }],
  ['every number of decimals', s => { const next = random(15); return s(Array.from({ length: 18_000 }, (_, i) => next() / 10 ** (i % 18))) }],
  ['20,000 integers', s => { const next = random(17); return s(Array.from({ length: 20_000 }, () => next() >> (next() & 31))) }],
  ['large integers', s => { const next = random(19); return s(Array.from({ length: 5_000 }, () => next() * 2 ** (next() & 63))) }],
  ['floats of 32 bits', s => { const next = random(21); return s(Array.from(new Float32Array(Uint32Array.from({ length: 5_000 }, next).buffer))) }],
  ['runs of every length to 300', s => s(Array.from({ length: 300 }, (_, n) => Array.from({ length: n }, (_, i) => i % 3 ? i : i / 4)))],
  ['runs broken by every kind', s => s([null, undefined, 'x', true, {}, [], [1], { a: 1 }, () => {}, Symbol('s'), new Date(0), Object(5), NaN].flatMap(stop => [
    [stop, 1, 2, 3], [1, stop, 2, 3], [1, 2, 3, stop], [1.5, stop, 2.5], [stop, 1, stop, 2, stop]
  ]))],
  ['100,000 integers', s => s(Array.from({ length: 100_000 }, (_, i) => i * 7919 % 100_003))],
  ['100,000 doubles', s => s(Array.from({ length: 100_000 }, (_, i) => Math.sin(i)))],
  ['100,000 integers, then a double, then text', s => s(Array.from({ length: 100_000 }, (_, i) => i === 50_000 ? 0.5 : i === 99_999 ? 'end' : i))],
  ['100,000 numbers, text at each end', s => s(['start', ...Array.from({ length: 100_000 }, (_, i) => i / 8), 'end'])],
  ['100,000 numbers that turn to objects half-way', s => s(Array.from({ length: 100_000 }, (_, i) => i < 50_000 ? i : { i }))],
  ['numbers and text in turn', s => s(Array.from({ length: 50_000 }, (_, i) => i % 2 ? `t${i}` : i))],
  ['packed, holey, doubles, elements', s => {
    const holey = [1, , 3]
    const doubles = [1.5, , 3.5]
    const widened = [1, 2, 3]; widened[1] = 0.25; widened.push('x'); widened.pop()
    return s([holey, doubles, widened, new Array(5), new Array(3).fill(0), [1, 2.5, -0, NaN]])
  }],
  ['an embedding of 1,536', s => s({ embedding: Array.from({ length: 1536 }, (_, i) => Math.fround(Math.cos(i) / 40)) })],
  ['typed arrays of every kind', s => s([Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array]
    .map(Type => new Type([1, 2.5, -3, 1e10, NaN])))],
  ['matrices', s => s(Array.from({ length: 100 }, (_, i) => Array.from({ length: 100 }, (_, j) => i * j / 8)))]
])
