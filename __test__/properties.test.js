'use strict'

// Properties: on values of every kind, each engine writes what the oracle writes, and the oracle what JSON.stringify
// writes where that does not throw. A failure prints the seed and the recipe of the smallest value.

const assert = require('node:assert')
const { test } = require('node:test')
const fc = require('fast-check')
const { build, buildReplacer, recipe, replacer, space, steady } = require('./helpers/arbitrary')
const { engines, STRICT } = require('./helpers/engines')
const { oracle, outcome } = require('./helpers/table')

const made = engines.map(([name, make]) => [name, make()])
const strict = engines.slice(1).map(([name, make]) => [`strict ${name}`, make(STRICT)])

/** Compares stringifiers on values that are built anew for each. */
function agree (stringifiers, expected, args) {
  for (const [name, s] of stringifiers) {
    const actual = outcome(s => s(...args()), s)
    assert.deepStrictEqual(actual, expected, `${name} differs`)
  }
}

const argsOf = (value, replacerRecipe, space) => () => [build(value), buildReplacer(replacerRecipe), space]

test('the oracle and every strict engine are JSON.stringify', () => {
  fc.assert(fc.property(recipe, replacer, space, (value, r, space) => {
    const args = argsOf(value, r, space)
    const expected = outcome(s => s(...args()), JSON.stringify)
    agree(strict, expected, args)
    if (expected.class === undefined) agree([['oracle', oracle]], expected, args)
  }), { numRuns: 800 })
})

test('every engine is the oracle', () => {
  fc.assert(fc.property(steady, replacer, space, (value, r, space) => {
    const args = argsOf(value, r, space)
    agree(made, outcome(s => s(...args()), oracle), args)
  }), { numRuns: 1000 })
})

// What `auto` does with them when it has learnt something: dispatch.test.js.
test('every engine but auto is the oracle, also on values that change when they are read', () => {
  const others = made.filter(([name]) => name !== 'safeStringify' && name !== 'auto')
  fc.assert(fc.property(recipe, replacer, space, (value, r, space) => {
    const args = argsOf(value, r, space)
    agree(others, outcome(s => s(...args()), oracle), args)
  }), { numRuns: 500 })
})

test('the same values again and again, among others', () => {
  fc.assert(fc.property(fc.array(steady, { minLength: 2, maxLength: 6 }), fc.array(fc.nat({ max: 5 }), { minLength: 4, maxLength: 40 }), (recipes, order) => {
    const values = recipes.map(r => build(r))
    const expected = values.map(value => outcome(s => s(value), oracle))
    for (const [name, s] of made) {
      for (const i of order) assert.deepStrictEqual(outcome(s => s(values[i % values.length]), s), expected[i % values.length], `${name} differs`)
    }
  }), { numRuns: 200 })
})

test('what is written can be parsed, and is written the same again', () => {
  fc.assert(fc.property(recipe, value => {
    for (const [name, s] of made) {
      const text = s(build(value))
      if (text === undefined) continue
      const parsed = JSON.parse(text)
      assert.strictEqual(s(parsed), JSON.stringify(parsed), `${name} differs`)
    }
  }), { numRuns: 300 })
})

test('a value inside a call inside a call', () => {
  fc.assert(fc.property(steady, steady, space, (outer, inner, space) => {
    const run = s => s([build(outer), { toJSON: () => s(build(inner), null, space) }, { get x () { return s([build(outer)]) } }, build(inner)])
    const expected = outcome(run, oracle)
    for (const [name, s] of made) assert.deepStrictEqual(outcome(run, s), expected, `${name} differs`)
  }), { numRuns: 200 })
})
