'use strict'

// V8 compiles the flattener for the values it has seen, and gives its code up at a value of another sort. Once it has seen all
// sorts that has to end: code that is given up again and again for the same reason runs several times slower, for good.

const assert = require('node:assert')
const path = require('node:path')
const { spawnSync } = require('node:child_process')
const { test } = require('node:test')
const { names } = require('./helpers/engines')
const { SEEN, END } = require('./helpers/deopts')

// V8 may still learn something late. (There is nothing of that now.)
const SOME = 20

for (const name of names) {
  test(`engine ${name}: V8 does not give up its code again and again`, () => {
    const script = path.join(__dirname, 'helpers', 'many-sorts.js')
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--trace-deopt', script, name], { encoding: 'utf8', maxBuffer: 1 << 28 })
    assert.strictEqual(status, 0, stderr)
    const sorts = stdout.split(SEEN).slice(1)
    assert.ok(sorts.length > 20)
    for (const sort of sorts) {
      const [title, ...lines] = sort.slice(0, sort.indexOf(END)).split('\n')
      const given = lines.filter(line => /bailout \(kind: deopt-eager/.test(line) && !/on.stack replacement/.test(line))
      assert.ok(given.length < SOME, `${title}: ${given.length} times, as\n${given.slice(-3).join('\n')}`)
    }
  })
}
