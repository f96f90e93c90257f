'use strict'

// npm's install script, and `npm run build` (with --strict). Builds the addon from the Rust sources when there is no
// package with a binary for this platform and cargo is there, and says in one line what it did. Without Rust, or when the
// build fails, the package works all the same: the portable engine serves, so the installation must not fail. --strict
// makes every such case an error.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const ROOT = path.join(__dirname, '..')
const LOG = path.join(ROOT, '.cache', 'build.log')
const SOURCES = ['Cargo.toml', 'Cargo.lock', 'build.rs', 'src']

/** The C library or ABI the running Node was built for, as napi-rs names it in file names; '' where there is one only. */
function abi () {
  if (process.platform === 'win32') return 'msvc'
  if (process.platform !== 'linux') return ''
  // Node built for musl reports no glibc version.
  const report = /** @type {any} */ (process.report.getReport())
  return report.header.glibcVersionRuntime ? 'gnu' : 'musl'
}

/** `linux-x64-gnu` and the like. */
function platform () {
  const suffix = abi()
  return `${process.platform}-${process.arch}${suffix && '-' + suffix}`
}

/** Where the addon is built to and lib/binding.js looks for it. */
function binaryName () {
  return `fast-safe-json.${platform()}.node`
}

/** The package that carries a binary for this platform, when npm installed it beside this one. */
function prebuilt () {
  const name = `fast-safe-json-${platform()}`
  try {
    const { version } = require(`${name}/package.json`)
    return version === require('../package.json').version ? `${name} ${version}` : undefined
  } catch {
    return undefined
  }
}

/**
 * Milliseconds of the newest file at or below `file`, 0 when there is none.
 * @param {string} file
 * @returns {number}
 */
function newest (file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...fs.readdirSync(file).map(name => newest(path.join(file, name))))
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function cargo (args, env = process.env) {
  return spawnSync('cargo', args, { cwd: ROOT, env, encoding: 'utf8', maxBuffer: 1 << 28 })
}

/**
 * Builds the addon and puts it in the package's root. Answers with what it did, in one line.
 * @returns {{ ok: boolean, line: string }}
 */
function install () {
  const name = binaryName()
  const target = path.join(ROOT, name)
  const sources = SOURCES.map(source => path.join(ROOT, source))
  const isCheckout = fs.existsSync(path.join(ROOT, '__test__'))
  if (!isCheckout && process.env.FAST_SAFE_JSON_NATIVE === '0') {
    return { ok: true, line: 'FAST_SAFE_JSON_NATIVE is 0, nothing was built: the portable engine serves' }
  }
  const carrier = prebuilt()
  if (carrier !== undefined) return { ok: true, line: `the binary of ${carrier} serves` }
  if (!fs.existsSync(sources[0])) {
    return { ok: fs.existsSync(target), line: 'the Rust sources are not here, nothing was built' }
  }
  if (newest(target) > Math.max(...sources.map(newest))) return { ok: true, line: `${name} is newer than its sources` }
  if (cargo(['--version']).status !== 0) {
    return { ok: false, line: 'no Rust here (cargo is not on the PATH): the portable engine serves' }
  }

  const started = Date.now()
  const env = { ...process.env }
  // musl links C statically by default, which a library loaded by Node must not.
  if (abi() === 'musl') env.RUSTFLAGS = `${env.RUSTFLAGS ?? ''} -C target-feature=-crt-static`.trim()
  const build = cargo(['build', '--release', '--lib', '--message-format=json-render-diagnostics'], env)
  fs.mkdirSync(path.dirname(LOG), { recursive: true })
  fs.writeFileSync(LOG, build.stderr ?? String(build.error))
  // cargo itself says where the library went: a target folder can be set in many ways.
  const library = build.status === 0 && (build.stdout ?? '').split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
    .filter(message => message.reason === 'compiler-artifact' && message.target.kind.includes('cdylib'))
    .flatMap(message => message.filenames)
    .find(file => /\.(so|dylib|dll)$/.test(file))
  if (!library) return { ok: false, line: `the build failed (see ${LOG}): the portable engine serves` }

  // Not copied over the old file: a process that has it loaded would crash.
  fs.copyFileSync(library, target + '.new')
  fs.renameSync(target + '.new', target)
  // Inside somebody's node_modules the files in between are in the way.
  if (!isCheckout && process.env.CARGO_TARGET_DIR === undefined) fs.rmSync(path.join(ROOT, 'target'), { recursive: true, force: true })
  return { ok: true, line: `built ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s` }
}

if (require.main === module) {
  const { ok, line } = install()
  console.log(`fast-safe-json: ${line}`)
  if (!ok && process.argv.includes('--strict')) {
    if (fs.existsSync(LOG) && line.includes(LOG)) console.error(fs.readFileSync(LOG, 'utf8'))
    process.exitCode = 1
  }
}

module.exports = { binaryName, install }
