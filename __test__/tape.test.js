'use strict'

// The tape's layout stands in lib/tape.js and in src/tape.rs: the two are the same.

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const { test } = require('node:test')
const tape = require('../lib/tape')

const RUST = fs.readFileSync(path.join(__dirname, '..', 'src', 'tape.rs'), 'utf8')

/** The constants of a module of src/tape.rs, or of the file itself. */
function constants (name) {
  const source = name === undefined ? RUST : new RegExp(`pub mod ${name} \\{([^]*?)\\n\\}`).exec(RUST)[1]
  const found = [...source.matchAll(/pub const (\w+): \w+ = (\d+);/g)].map(match => [match[1], Number(match[2])])
  assert.ok(found.length > 0)
  return Object.fromEntries(found)
}

test('token kinds', () => assert.deepStrictEqual(constants('kind'), { ...tape.Kind }))

test('payloads of extended tokens', () => assert.deepStrictEqual(constants('extended'), { ...tape.Extended }))

test('header fields', () => assert.deepStrictEqual(constants('header'), { ...tape.Header }))

test('layout, bits and lengths', () => {
  const { LAYOUT, KIND_BITS, HEADER_LENGTH, MAX_GAP } = constants()
  assert.deepStrictEqual([LAYOUT, KIND_BITS, HEADER_LENGTH], [tape.LAYOUT, tape.KIND_BITS, tape.HEADER_LENGTH])
  assert.ok(tape.Header.GAP + MAX_GAP <= HEADER_LENGTH)
  assert.strictEqual(Object.keys(tape.Kind).length, 1 << KIND_BITS)
})
