'use strict'

// `npm run test:nodes`: the tests in JavaScript on each of the Node versions of scripts/nodes.js, and a summary.
// Node's own summary of each run stands above it.

const { spawnSync } = require('node:child_process')
const { nodes } = require('./nodes')
const { testFiles } = require('./node-test')

/** @type {Array<{ version: string, ok: boolean, seconds: string }>} */
const runs = []
for (const { version, executable } of nodes()) {
  console.log(`\n> Node ${version}`)
  const started = Date.now()
  const args = ['--test', '--test-reporter=spec', ...testFiles(process.argv.slice(2))]
  const { status } = spawnSync(executable, args, { stdio: 'inherit' })
  runs.push({ version, ok: status === 0, seconds: ((Date.now() - started) / 1000).toFixed(0) })
}

console.log()
for (const { version, ok, seconds } of runs) console.log(`Node ${version}: ${ok ? 'passed' : 'FAILED'} in ${seconds} s`)
const failed = runs.filter(run => !run.ok).length
console.log(`${runs.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
