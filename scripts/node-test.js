'use strict'

// Runs the tests in JavaScript with node's test runner. Arguments are parts of the names of the test files to run:
// `node scripts/node-test.js dates proxies`. The list of files is made here because Node 20 and later versions take
// folders and patterns differently.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const FOLDER = path.join(__dirname, '..', '__test__')

/** @param {string[]} parts */
function testFiles (parts = []) {
  return fs.readdirSync(FOLDER)
    .filter(name => name.endsWith('.test.js') && (parts.length === 0 || parts.some(part => name.includes(part))))
    .sort()
    .map(name => path.join(FOLDER, name))
}

if (require.main === module) {
  const files = testFiles(process.argv.slice(2))
  if (files.length === 0) {
    console.error('no test file of such a name')
    process.exit(1)
  }
  const { status } = spawnSync(process.execPath, ['--test', '--test-reporter=spec', ...files], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}

module.exports = { testFiles }
