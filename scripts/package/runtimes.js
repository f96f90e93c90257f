'use strict'

// Bun and Deno: the package installed from a registry by each of them, and the tables of what each value gives. Both load
// the addon.

const assert = require('node:assert')
const path = require('node:path')
const { executable, FOLDER, project, published, ROOT, run } = require('./context')

// Not: strict (V8's own error messages), proxies (which traps `for … in` calls is up to the engine), and what starts Node.
const TABLES = ['arrays', 'bigint', 'boxed', 'cases', 'dates', 'errors', 'numbers', 'objects', 'raw-json', 'reading', 'space', 'to-json']
const FILES = TABLES.map(name => `./__test__/${name}.test.js`)

const BUN = '1.4.5'
const DENO = '2.9.6'

const bunPlatform = { 'linux-x64': 'linux-x64', 'linux-arm64': 'linux-aarch64', 'darwin-x64': 'darwin-x64', 'darwin-arm64': 'darwin-aarch64' }
const denoPlatform = { 'linux-x64': 'linux-x64-glibc', 'linux-arm64': 'linux-arm64-glibc', 'darwin-x64': 'darwin-x64', 'darwin-arm64': 'darwin-arm64' }

const bun = () => executable('@oven/bun-', bunPlatform, BUN, 'bin/bun')
const deno = () => executable('@deno/', denoPlatform, DENO, 'deno')

/** Fails when the runner has run nothing. */
function wantTests (output, pattern) {
  const count = Number(pattern.exec(output)?.[1] ?? 0)
  assert(count > 300, `${count} tests passed`)
}

/** @type {Array<[string, () => Promise<unknown>]>} */
const checks = [
  ['Bun: installed by it', async () => {
    const { url } = await published()
    const cwd = project()
    const env = { BUN_INSTALL_CACHE_DIR: path.join(FOLDER, 'bun') }
    await run(bun(), ['add', 'fast-safe-json', '--registry', url], { cwd, env })
    for (const file of ['check.cjs', 'check.mjs']) {
      assert.strictEqual(JSON.parse((await run(bun(), [file], { cwd })).stdout).engine, 'native')
    }
  }],
  ['Bun: the tables', async () => {
    const { stderr } = await run(bun(), ['test', '--timeout', '60000', ...FILES], { cwd: ROOT, env: { NO_COLOR: '1' } })
    wantTests(stderr, /^\s*(\d+) pass$/m)
  }],
  ['Deno: installed by it', async () => {
    const { url } = await published()
    const cwd = project()
    const env = { NPM_CONFIG_REGISTRY: url, DENO_DIR: path.join(FOLDER, 'deno'), DENO_NO_UPDATE_CHECK: '1' }
    await run(deno(), ['install', '--node-modules-dir=auto', 'npm:fast-safe-json'], { cwd, env })
    for (const file of ['check.cjs', 'check.mjs']) {
      assert.strictEqual(JSON.parse((await run(deno(), ['run', '-A', file], { cwd, env })).stdout).engine, 'native')
    }
    // Without leave to load native code, or even to read the environment.
    for (const allowed of [['--allow-read', '--allow-env'], ['--allow-read']]) {
      const { stdout } = await run(deno(), ['run', '--no-prompt', ...allowed, 'check.cjs'], { cwd, env })
      assert.strictEqual(JSON.parse(stdout).engine, 'portable')
    }
  }],
  ['Deno: the tables', async () => {
    const { stdout } = await run(deno(), ['test', '-A', '--no-check', ...FILES], { cwd: ROOT, env: { NO_COLOR: '1', DENO_DIR: path.join(FOLDER, 'deno') } })
    wantTests(stdout, /^ok \| (\d+) passed/m)
  }]
]

module.exports = { checks }
