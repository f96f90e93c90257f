// `fast-safe-json/poppinss` against `@poppinss/utils/json`: the exports' form, and what they do.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import * as theirs from '@poppinss/utils/json'
import * as ours from 'fast-safe-json/poppinss'
import asDefault, { safeParse, safeStringify } from 'fast-safe-json/poppinss'
import helpers from './helpers.js'

function outcome (call) {
  try {
    return { value: call() }
  } catch (error) {
    return { error: error.name, message: error.message }
  }
}

test('the names of @poppinss/utils/json 7, and the default export of version 6', () => {
  for (const name of Object.keys(theirs)) assert.equal(typeof ours[name], typeof theirs[name], name)
  assert.deepEqual(asDefault, { safeStringify, safeParse })
  assert.deepEqual(createRequire(import.meta.url)('fast-safe-json/poppinss'), asDefault)
})

test('safeStringify writes what theirs writes', () => {
  for (const [name, make, expected] of helpers.UNSAFE) {
    assert.equal(safeStringify(make()), expected, name)
    assert.equal(theirs.safeStringify(make()), expected, name)
  }
  for (const [name, make] of helpers.SAFE) assert.equal(safeStringify(make()), theirs.safeStringify(make()), name)
  const replacer = function (key, value) { return key === 'b' ? this.a : value }
  for (const space of [undefined, 0, 2, 20, '\t', 'twelve chars']) {
    assert.equal(safeStringify({ a: 1n, b: [2] }, replacer, space), theirs.safeStringify({ a: 1n, b: [2] }, replacer, space))
  }
})

const PARSE = [
  '{}', '5', 'null', '"__proto__"', '', '{', '[1,{"a":[{"b":null}]}]',
  '{"__proto__":{"x":1},"a":1}', '{"a":{"__proto__":5}}', '[{"__proto__":null}]', '{"a":"__proto__"}', '{"a":"\\"__proto__\\":"}',
  '{"__proto__" \n\t: {"x":1}}', '{"\\u005f_proto__":{"x":1},"b":2}', '{"__pr\\u006fto__":{"x":1}}', '{"\\u005F\\u005fproto\\u005f\\u005F":1}',
  '{"constructor":{"prototype":{"x":1}}}', '{"constructor":{"a":1}}', '{"constructor":"c"}', '{"constructor":null}',
  '{"constructor":{"prototype":null,"b":{"__proto__":1}}}', '{"c\\u006fnstructor":{"prototype":{}}}', '{"a":[{"constructor":{"prototype":1}}]}',
  '\ufeff{"a":1}', '\ufeff', '{"__proto__":{"__proto__":{}},"constructor":{"prototype":{"constructor":{"prototype":1}}}}'
]

test('safeParse reads what theirs reads', () => {
  for (const text of PARSE) {
    assert.deepEqual(outcome(() => safeParse(text)), outcome(() => theirs.safeParse(text)), text)
    assert.deepEqual(outcome(() => safeParse(Buffer.from(text))), outcome(() => theirs.safeParse(Buffer.from(text))), text)
    const reviver = (key, value) => (typeof value === 'number' ? value + 1 : value)
    assert.deepEqual(outcome(() => safeParse(text, reviver)), outcome(() => theirs.safeParse(text, reviver)), text)
  }
  for (const value of [undefined, null, 5, true, {}]) {
    assert.deepEqual(outcome(() => safeParse(value)), outcome(() => theirs.safeParse(value)))
  }
})

test('safeParse: random texts with the suspect keys', () => {
  const key = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'prototype', 'a'), fc.string({ maxLength: 3 }))
  const { value } = fc.letrec(tie => ({
    value: fc.oneof({ depthSize: 'small' }, fc.integer(), fc.string(), fc.constant(null), fc.array(tie('value'), { maxLength: 3 }), tie('object')),
    object: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(entries => ({ entries }))
  }))
  const write = v => {
    if (Array.isArray(v)) return `[${v.map(write)}]`
    if (v?.entries) return `{${v.entries.map(([k, v]) => `${JSON.stringify(k)}:${write(v)}`)}}`
    return JSON.stringify(v)
  }
  fc.assert(fc.property(value, v => {
    const text = write(v)
    assert.deepEqual(outcome(() => safeParse(text)), outcome(() => theirs.safeParse(text)))
  }), { numRuns: 500 })
  assert.equal({}.x, undefined)
})
