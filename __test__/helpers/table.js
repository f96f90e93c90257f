'use strict'

// Tables of cases. A case is a title and a function that is given a stringifier and answers with anything that can be
// compared. It runs with every engine, and builds its value itself, for a value may change while it is read.

const assert = require('node:assert')
const { test } = require('node:test')
const { inspect, isDeepStrictEqual } = require('node:util')
const { engines, STRICT } = require('./engines')
const { stringify } = require('./oracle')

const jsonStringify = JSON.stringify

/** The oracle with a stringifier's three parameters. */
const oracle = (value, replacer, space) => stringify(value, replacer, space)

// The engines run a case twice: they may have learnt something from the first time.
const ROUNDS = 2

/**
 * What a case comes to.
 * @param {(s: any) => any} run
 * @param {any} s
 */
function outcome (run, s) {
  try {
    return { value: run(s) }
  } catch (error) {
    return { class: error?.constructor?.name, message: error?.message }
  }
}

/** Where two outcomes differ, shortened: some cases have megabytes of text. */
function difference (actual, expected) {
  const a = actual.value
  const b = expected.value
  if (typeof a !== 'string' || typeof b !== 'string' || a.length + b.length < 400) {
    const show = x => inspect(x, { depth: 5, maxStringLength: 400, maxArrayLength: 20, breakLength: Infinity })
    return `${show(actual)}, expected ${show(expected)}`
  }
  let i = 0
  while (a[i] === b[i]) i++
  const around = text => inspect(text.slice(Math.max(0, i - 40), i + 60))
  return `${a.length} units, expected ${b.length}; at ${i}: ${around(a)}, expected ${around(b)}`
}

/**
 * @param {(s: any) => any} run
 * @param {Array<[string, any]>} stringifiers
 * @param {any} expected
 * @param {number} [rounds]
 */
function compare (run, stringifiers, expected, rounds = ROUNDS) {
  const failures = []
  for (const [name, s] of stringifiers) {
    for (let round = 1; round <= rounds; round++) {
      const actual = outcome(run, s)
      if (isDeepStrictEqual(actual, expected)) continue
      failures.push(`${name}, round ${round}: ${difference(actual, expected)}`)
      break
    }
  }
  if (failures.length > 0) assert.fail('\n' + failures.join('\n'))
}

const made = engines.map(([name, make]) => [name, make()])
const strict = engines.slice(1).map(([name, make]) => [`strict ${name}`, make(STRICT)])

/**
 * Cases that JSON.stringify itself decides: every engine, safe and strict, and the oracle must do as it does, and throw
 * what it throws.
 * @param {Array<[string, (s: any) => any]>} cases
 */
function sameAsJSON (cases) {
  for (const [title, run] of cases) {
    test(title, () => {
      const expected = outcome(run, jsonStringify)
      compare(run, made, expected)
      compare(run, [['oracle', oracle], ...strict], expected, 1)
    })
  }
}

/**
 * Cases that hold a BigInt or a cycle: with an expected value, or, where there is none, the oracle's.
 * @param {Array<[string, (s: any) => any, any?]>} cases
 */
function safe (cases) {
  for (const [title, run, ...expected] of cases) {
    test(title, () => {
      const wanted = expected.length > 0 ? { value: expected[0] } : outcome(run, oracle)
      compare(run, made, wanted)
      if (expected.length > 0) compare(run, [['oracle', oracle]], wanted, 1)
    })
  }
}

/**
 * Cases that JSON.stringify refuses, or that hold what it refuses: every engine, strict, must do exactly as it does.
 * @param {Array<[string, (s: any) => any]>} cases
 */
function strictAsJSON (cases) {
  for (const [title, run] of cases) test(title, () => compare(run, strict, outcome(run, jsonStringify)))
}

module.exports = { compare, difference, oracle, outcome, safe, sameAsJSON, strictAsJSON }
