'use strict'

// cases.json: faults that other stringifiers have had, each as a function body that is given `s` and `require`.

const assert = require('node:assert')
const { test } = require('node:test')
const vm = require('node:vm')
const cases = require('./cases.json')
const { compare, oracle } = require('./helpers/table')
const { engines } = require('./helpers/engines')

const stringifiers = [['oracle', oracle], ...engines.map(([name, make]) => [name, make()])]

for (const { category, about, code, expected } of cases) {
  test(`${category}: ${about}`, () => {
    const run = vm.compileFunction(code, ['s', 'require'])
    const [, thrown] = /^THROWS (\w+)$/.exec(expected) ?? []
    compare(s => {
      try {
        return run(s, require)
      } catch (error) {
        assert(error instanceof Error)
        return `THROWS ${error.constructor.name}`
      }
    }, stringifiers, { value: thrown ? `THROWS ${thrown}` : expected })
  })
}
