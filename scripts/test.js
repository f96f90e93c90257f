'use strict'

// `npm test`: every check there is, in the order in which they are quick to fail; node's test runner comes last, so
// that the run ends with its summary. Stops at the first check that fails.

const { spawnSync } = require('node:child_process')
const path = require('node:path')

const ROOT = path.join(__dirname, '..')
const node = process.execPath
/** @param {string} name */
const bin = name => path.join(ROOT, 'node_modules', name)

const hasCargo = spawnSync('cargo', ['--version']).status === 0

/** @type {Array<[string, string, string[]]>} */
const javascript = [
  ['lint', node, [bin('eslint/bin/eslint.js'), '.']],
  ['the generated loader', node, ['scripts/loader.js', '--check']],
  ['types of the sources', node, [bin('typescript/bin/tsc'), '-p', 'tsconfig.json']],
  ['types of the interface', node, [bin('typescript/bin/tsc'), '-p', '__test__/types']]
]
/** @type {Array<[string, string, string[]]>} */
const rust = [
  ['cargo fmt', 'cargo', ['fmt', '--check']],
  ['cargo clippy', 'cargo', ['clippy', '--quiet', '--all-targets', '--', '-D', 'warnings']],
  ['cargo test', 'cargo', ['test', '--quiet', '--no-default-features']],
  ['build', node, ['scripts/install.js', '--strict']]
]
/** @type {Array<[string, string, string[]]>} */
const tests = [
  ['node --test', node, ['scripts/node-test.js']]
]

// With Rust at hand the addon must load; the tests check it (__test__/api.test.js).
const env = { ...process.env, ...(hasCargo && { FAST_SAFE_JSON_EXPECT: 'native' }) }
if (!hasCargo) console.log('No Rust here (cargo is not on the PATH): its checks are left out, the portable engine is tested.')
for (const [name, command, args] of [...javascript, ...(hasCargo ? rust : []), ...tests]) {
  console.log(`\n> ${name}`)
  const started = Date.now()
  const { status, error } = spawnSync(command, args, { cwd: ROOT, env, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`${name} failed${error ? ': ' + error.message : ''}`)
    process.exit(1)
  }
  if (name !== 'node --test') console.log(`  ${((Date.now() - started) / 1000).toFixed(1)} s`)
}
