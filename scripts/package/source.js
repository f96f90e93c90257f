'use strict'

// The packed file with the Rust sources in it: npm builds the addon where there is Rust, the installation goes on where there
// is none or the build fails, and the install script says in one line which of them it was.

const assert = require('node:assert')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { FOLDER, pathWithoutRust, project, published, ROOT, run, Skip, tarball } = require('./context')

/**
 * Installs and runs the program; gives the engine and what the install script said.
 * @param {string} what
 * @param {string[]} flags
 * @param {Record<string, string>} env
 */
async function install (what, flags, env) {
  const cwd = project()
  const { stdout, stderr } = await run('npm', ['install', what, '--foreground-scripts', ...flags], { cwd, env })
  const said = `${stdout}\n${stderr}`.split('\n').filter(line => line.startsWith('fast-safe-json: '))
  const { engine, reason } = JSON.parse((await run(process.execPath, ['check.cjs'], { cwd, env })).stdout)
  return { cwd, said, engine, reason }
}

/** @type {Array<[string, () => Promise<unknown>]>} */
const checks = [
  ['with Rust it is built', async () => {
    if (spawnSync('cargo', ['--version']).status !== 0) throw new Skip('no cargo here')
    // The crates that were compiled for the checkout serve again.
    const env = { CARGO_TARGET_DIR: process.env.CARGO_TARGET_DIR ?? path.join(ROOT, 'target') }
    const { said, engine } = await install(await tarball(), [], env)
    assert.strictEqual(said.length, 1)
    assert.match(said[0], /^fast-safe-json: built fast-safe-json\..*\.node in /)
    assert.strictEqual(engine, 'native')
  }],
  ['without Rust it says so', async () => {
    const { said, engine } = await install(await tarball(), [], { PATH: pathWithoutRust() })
    assert.deepStrictEqual(said, ['fast-safe-json: no Rust here (cargo is not on the PATH): the portable engine serves'])
    assert.strictEqual(engine, 'portable')
  }],
  ['a build that fails is no failure', async () => {
    if (process.platform === 'win32') throw new Skip('the stand-in for cargo is a shell script')
    const bin = path.join(FOLDER, 'bin')
    fs.mkdirSync(bin)
    fs.writeFileSync(path.join(bin, 'cargo'), '#!/bin/sh\ntest "$1" = --version || { echo "error: no such edition" >&2; exit 101; }\n', { mode: 0o755 })
    const { cwd, said, engine } = await install(await tarball(), [], { PATH: `${bin}${path.delimiter}${pathWithoutRust()}` })
    assert.strictEqual(said.length, 1)
    const [, log] = /^fast-safe-json: the build failed \(see (.*)\): the portable engine serves$/.exec(said[0]) ?? []
    assert(log?.startsWith(cwd), said[0])
    assert.match(fs.readFileSync(log, 'utf8'), /no such edition/)
    assert.strictEqual(engine, 'portable')
  }],
  ['FAST_SAFE_JSON_NATIVE=0 builds nothing', async () => {
    const { said, engine } = await install(await tarball(), [], { FAST_SAFE_JSON_NATIVE: '0' })
    assert.deepStrictEqual(said, ['fast-safe-json: FAST_SAFE_JSON_NATIVE is 0, nothing was built: the portable engine serves'])
    assert.strictEqual(engine, 'portable')
  }],
  ['--ignore-scripts', async () => {
    const { said, engine, reason } = await install(await tarball(), ['--ignore-scripts'], {})
    assert.deepStrictEqual(said, [])
    assert.strictEqual(engine, 'portable')
    assert.match(reason, /there is no binary for/)
  }],
  ['published, --omit=optional', async () => {
    const { url } = await published()
    const { said, engine } = await install('fast-safe-json', ['--omit=optional', `--registry=${url}`], {})
    assert.deepStrictEqual(said, [])
    assert.strictEqual(engine, 'portable')
  }],
  ['what is packed', async () => {
    const { stdout } = await run('tar', ['-tzf', await tarball()])
    const files = stdout.trim().split('\n').map(file => file.replace(/^package\//, ''))
    const allowed = /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md|[\w-]+\.js|[\w-]+\.d\.ts|fast-safe-json\.binding\.js|lib\/.*\.js|src\/.*\.rs|build\.rs|Cargo\.(toml|lock)|scripts\/install\.js)$/
    assert.deepStrictEqual(files.filter(file => !allowed.test(file)), [])
    // Every file that the modules require is there.
    const { stdout: missing } = await run(process.execPath, ['-e', `
      const fs = require('fs'), path = require('path')
      for (const file of ${JSON.stringify(files.filter(file => file.endsWith('.js') && file !== 'fast-safe-json.binding.js'))}) {
        for (const [, name] of fs.readFileSync(file, 'utf8').matchAll(/require\\('(\\.[^']*)'\\)/g)) {
          const found = path.relative('.', require.resolve(path.resolve(path.dirname(file), name)))
          if (!${JSON.stringify(files)}.includes(found.replaceAll(path.sep, '/'))) console.log(file + ' requires ' + found)
        }
      }`], { cwd: ROOT })
    assert.strictEqual(missing, '')
  }]
]

module.exports = { checks }
