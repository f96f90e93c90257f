'use strict'

// `npm run test:nodes`: the tests in JavaScript on each of the Node versions of scripts/nodes.js, and a summary.
// Node's own summary of each run stands above it. `--others` leaves out the version that runs this: `npm test` was on it.

const { spawnSync } = require('node:child_process')
const { nodes } = require('./nodes')
const { testFiles } = require('./node-test')

/** @type {Array<{ version: string, ok: boolean, seconds: string }>} */
const runs = []
const parts = process.argv.slice(2).filter(argument => argument !== '--others')
const skipped = process.argv.includes('--others') ? process.version : null
for (const { version, executable } of nodes()) {
  if (version === skipped) continue
  console.log(`\n> Node ${version}`)
  const started = Date.now()
  const args = ['--test', '--test-reporter=spec', ...testFiles(parts)]
  const { status } = spawnSync(executable, args, { stdio: 'inherit' })
  runs.push({ version, ok: status === 0, seconds: ((Date.now() - started) / 1000).toFixed(0) })
}

console.log()
for (const { version, ok, seconds } of runs) console.log(`Node ${version}: ${ok ? 'passed' : 'FAILED'} in ${seconds} s`)
const failed = runs.filter(run => !run.ok).length
console.log(`${runs.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
