'use strict'

// The workflows of .github, by actionlint.

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const { ROOT, TOOLS } = require('./context')

const FOLDER = path.join(ROOT, '.github', 'workflows')
/** Runners that came after this actionlint. */
const NEWER = /^label "(macos-15-intel|windows-11-arm)" is unknown/

/** @type {Array<[string, () => Promise<unknown>]>} */
const checks = fs.readdirSync(FOLDER).map(name => [name, async () => {
  const { runLint } = require(path.join(TOOLS, '@tktco', 'node-actionlint', 'build', 'index.js'))
  const faults = await runLint(fs.readFileSync(path.join(FOLDER, name), 'utf8'), name)
  const told = faults.map(fault => ({ line: fault.line ?? fault.Line, message: fault.message ?? fault.Message }))
  assert.deepStrictEqual(told.filter(({ message }) => !NEWER.test(message)), [])
}])

module.exports = { checks }
