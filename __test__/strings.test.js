'use strict'

// Text: escapes, surrogates, every code unit, every length about the sizes where printers change their method.

const assert = require('node:assert')
const { test } = require('node:test')
const { engines } = require('./helpers/engines')
const { difference, oracle, sameAsJSON } = require('./helpers/table')

const stringifiers = [['oracle', oracle], ...engines.map(([name, make]) => [name, make()])]

/** Compares each of many values with JSON.stringify: a loop, not a test each. */
function sweep (values) {
  for (const value of values) {
    const expected = JSON.stringify(value)
    for (const [name, s] of stringifiers) {
      const actual = s(value)
      if (actual !== expected) assert.fail(`${name}: ${difference({ value: actual }, { value: expected })}`)
    }
  }
}

const unit = String.fromCharCode
const UNITS = 0x10000

test('every code unit alone, as a value and as a key', () => {
  for (let from = 0; from < UNITS; from += 4096) {
    const list = Array.from({ length: 4096 }, (_, i) => unit(from + i))
    const keys = Object.fromEntries(list.map(key => [key, 1]))
    sweep([list, keys])
  }
})

test('every code unit at the top', () => sweep(function* () { for (let i = 0; i < UNITS; i++) yield unit(i) }()))

test('every code unit inside one-byte text, as a value and as a key', () => {
  for (let from = 0; from < UNITS; from += 4096) {
    const list = Array.from({ length: 4096 }, (_, i) => `some text${unit(from + i)}and more`)
    sweep([list, Object.fromEntries(list.map(key => [key, key]))])
  }
})

test('every code unit inside two-byte text, as a value and as a key', () => {
  for (let from = 0; from < UNITS; from += 4096) {
    const list = Array.from({ length: 4096 }, (_, i) => `\u4e2d\u6587${unit(from + i)}\u6587\u672c`)
    sweep([list, Object.fromEntries(list.map(key => [key, 1]))])
  }
})

test('every code unit after and before each half of a pair', () => {
  for (let from = 0; from < UNITS; from += 4096) {
    const units = Array.from({ length: 4096 }, (_, i) => unit(from + i))
    sweep([units.map(u => `\ud83d${u}`), units.map(u => `\ude00${u}`), units.map(u => `${u}\ud83d`), units.map(u => `${u}\ude00`)])
  }
})

test('every pair of escapes, plain units and halves', () => {
  const units = ['"', '\\', '\n', '\0', '\x1f', ' ', 'a', '\x7f', '\x80', '\xff', '\u0100', '\u2028', '\ud800', '\udbff', '\udc00', '\udfff', '\ue000', '\uffff']
  sweep([units.flatMap(a => units.flatMap(b => units.map(c => a + b + c)))])
})

test('one special unit at every place of texts of every length to 140', () => {
  for (const special of ['"', '\x1f', '\x7f', '\xe9', '\u20ac', '\ud800', '\ude00']) {
    const list = []
    for (let length = 1; length <= 140; length += length < 36 ? 1 : 13) {
      for (let at = 0; at < length; at++) list.push('x'.repeat(at) + special + 'y'.repeat(length - at - 1))
    }
    sweep([list])
  }
})

test('texts of every length to 1,100 of one unit', () => {
  for (const u of ['a', '"', '\x01', '\xe9', '\u20ac', '\ud83d\ude00', '\ud800']) {
    const list = Array.from({ length: 1100 }, (_, n) => u.repeat(n))
    sweep([list, ...list.slice(0, 300).map(text => [text]), Object.fromEntries(list.slice(0, 300).map(key => [key, 0]))])
  }
})

const MEGABYTES = 3 << 20
const MEGABYTE = 1 << 20

sameAsJSON([
  ['3 MB of one-byte text', s => s('text '.repeat(MEGABYTES / 5))],
  ['1 MB of quotes', s => s(['"'.repeat(MEGABYTE)])],
  ['1 MB of control characters', s => s({ a: '\x01'.repeat(MEGABYTE) })],
  ['3 MB of two-byte text', s => s({ a: 'текст'.repeat(MEGABYTES / 5) })],
  ['half a MB of lone halves', s => s(['\udc00'.repeat(MEGABYTE / 4)])],
  ['3 MB of pairs, shifted by one: a cut anywhere falls into a pair', s => s(['x' + '\u{1f600}'.repeat(MEGABYTES / 2), '\ud83d'])],
  ['a long key', s => s({ ['k"\u{1f600}'.repeat(100_000)]: 1, b: { ['\x02'.repeat(200_000)]: 2 } })],
  ['long texts between short ones', s => s([1, 'short', 'é'.repeat(100_000), 'b', { a: 'c', long: 'd\n'.repeat(100_000), e: 'f' }, 'g'.repeat(300_000), null])],
  ['many texts that fill the tape', s => s(Array.from({ length: 30_000 }, (_, i) => `text ${i} "quoted" ${i % 7 ? '' : 'ÿ'}${i % 1000 ? '' : '€'}`))],
  ['one-byte text, then two-byte text at the end', s => s(Array.from({ length: 20_000 }, (_, i) => i === 19_999 ? '€' : `row ${i}`))],
  ['halves of a pair in two strings', s => s(['\ud83d', '\ude00', 'a\ud83d', '\ude00b', { '\ud83d': '\ude00' }])],
  ['ropes, slices, flattened and interned strings', s => {
    const rope = 'left part of a rope, '.repeat(3) + 'right part "of" a rope'.repeat(3)
    const slice = 'a long text of which a part is taken out'.repeat(5).slice(13, 77)
    return s([rope, slice, rope + slice, { [rope]: slice }, `${slice}€${rope}`])
  }],
  ['a rope of 10,000 parts', s => { let rope = ''; for (let i = 0; i < 10_000; i++) rope += `${i}\n`; return s({ rope }) }],
  ['empty strings', s => s(['', '', { '': '' }, ''])],
  ['U+2028, U+2029, DEL, the byte order mark', s => s(['\u2028\u2029\x7f\ufeff'])]
])
