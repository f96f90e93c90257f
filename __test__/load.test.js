'use strict'

// How the addon is found, that whatever stands in its way ends in the portable engine and is told, and that processes and
// threads that end while it is loaded, or at work, end cleanly. (Flags of Node that change the language, vm contexts and
// loads side by side are in environments.test.js; scripts/package has package managers, bundlers, Jest and other runtimes.)

const assert = require('node:assert')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { test } = require('node:test')
const safeStringify = require('..')
const { NATIVE } = require('./helpers/engines')
const { binaryName } = require('../scripts/install')

const ROOT = path.join(__dirname, '..')
const BINARY = path.join(ROOT, binaryName())
const isNative = safeStringify.engine === 'native'
const notBuilt = { skip: isNative ? false : 'the addon is not loaded here' }

const REPORT = `
  const o = { id: 1n, d: new Date(0), l: [1, 2.5, 'x'] }
  o.o = o
  const refused = ${JSON.stringify(NATIVE)}.map(engine => { try { return s.configure({ engine })(o) } catch (error) { return [error.name, error.cause === s.loadError, error.message.includes(s.loadError.message)] } })
  console.log(JSON.stringify({ engine: s.engine, why: s.loadError?.message, hasCause: s.loadError?.cause instanceof Error, text: s(o), refused }))`
const TEXT = '{"id":"1","d":"1970-01-01T00:00:00.000Z","l":[1,2.5,"x"]}'

/** Loads the package in a process of its own. */
function load ({ root = ROOT, flags = [], env = {} } = {}) {
  const code = `const s = require(${JSON.stringify(root)}); ${REPORT}`
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, '-e', code], { cwd: os.tmpdir(), encoding: 'utf8', env: { ...process.env, ...env } })
  assert.strictEqual(status, 0, stderr)
  return { ...JSON.parse(stdout), stderr }
}

const PREFIX = 'fast-safe-json: the addon is not loaded, the portable engine serves: '

/** The portable engine serves, and every way to ask why says it. */
function assertPortable (loaded, why) {
  const { engine, hasCause, text, refused } = loaded
  assert.deepStrictEqual({ engine, hasCause, text, refused }, { engine: 'portable', hasCause: true, text: TEXT, refused: NATIVE.map(() => ['Error', true, true]) })
  assert(loaded.why.startsWith(PREFIX), loaded.why)
  assert.match(loaded.why.slice(PREFIX.length), why)
}

function assertNative (loaded) {
  assert.strictEqual(loaded.engine, 'native', loaded.why)
  assert.strictEqual(loaded.text, TEXT)
  assert.deepStrictEqual(loaded.refused, NATIVE.map(() => TEXT))
}

/** A copy of the package, without its binary; `change` may do more to it. */
function inCopy (change, use) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'fast-safe-json-'))
  try {
    for (const name of ['index.js', 'fast-safe-json.binding.js', 'package.json', 'lib']) fs.cpSync(path.join(ROOT, name), path.join(root, name), { recursive: true })
    change?.(root)
    return use(root)
  } finally {
    // Windows does not let go of a library at once.
    fs.rmSync(root, { recursive: true, maxRetries: 5 })
  }
}

test('FAST_SAFE_JSON_NATIVE=0', () => assertPortable(load({ env: { FAST_SAFE_JSON_NATIVE: '0' } }), /^FAST_SAFE_JSON_NATIVE is 0$/))

test('FAST_SAFE_JSON_NATIVE, other values', notBuilt, () => {
  for (const value of ['', '1', 'false']) assertNative(load({ env: { FAST_SAFE_JSON_NATIVE: value } }))
})

test('FAST_SAFE_JSON_NATIVE_PATH', notBuilt, () => inCopy(undefined, root => {
  assertNative(load({ root, env: { FAST_SAFE_JSON_NATIVE_PATH: BINARY } }))
  assertNative(load({ root, env: { FAST_SAFE_JSON_NATIVE_PATH: path.relative(fs.realpathSync(os.tmpdir()), BINARY) } }))
  assertPortable(load({ root, env: { FAST_SAFE_JSON_NATIVE_PATH: BINARY, FAST_SAFE_JSON_NATIVE: '0' } }), /^FAST_SAFE_JSON_NATIVE is 0$/)
}))

test('FAST_SAFE_JSON_NATIVE_PATH names no file, or one that is no addon of this package', () => {
  assertPortable(load({ env: { FAST_SAFE_JSON_NATIVE_PATH: path.join(ROOT, 'nothing.node') } }), /^FAST_SAFE_JSON_NATIVE_PATH: Cannot find module '.*nothing\.node'$/)
  assertPortable(load({ env: { FAST_SAFE_JSON_NATIVE_PATH: ROOT } }), /^the binary is not an addon of this package$/)
  assertPortable(load({ env: { FAST_SAFE_JSON_NATIVE_PATH: path.join(ROOT, 'package.json') } }), /^the binary is not an addon of this package$/)
})

test('NODE_DEBUG=fast-safe-json prints what was found', () => {
  assert.match(load({ env: { NODE_DEBUG: 'fast-safe-json', FAST_SAFE_JSON_NATIVE: '0' } }).stderr, /FAST-SAFE-JSON \d+: .*the addon is not loaded.*FAST_SAFE_JSON_NATIVE is 0[^]*cause/)
  if (isNative) assert.match(load({ env: { NODE_DEBUG: 'fast-safe-json' } }).stderr, /FAST-SAFE-JSON \d+: the addon is loaded, version \d/)
  assert.strictEqual(load().stderr, '')
})

test('no binary', () => inCopy(undefined, root => assertPortable(load({ root }), /^there is no binary for \w+-\w+$/)))

// What stands where the addon should.
const BINARIES = [
  ['an empty file', Buffer.alloc(0)],
  ['text', Buffer.from('not a library\n'.repeat(1000))],
  ['the first bytes of a library', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(9)])]
]
for (const [name, content] of BINARIES) {
  test(`a binary that is none: ${name}`, () => inCopy(root => fs.writeFileSync(path.join(root, binaryName()), content), root => {
    assertPortable(load({ root }), /^(?!there is no binary)/)
  }))
}

test('a folder where the binary should be', () => inCopy(root => fs.mkdirSync(path.join(root, binaryName())), root => assertPortable(load({ root }), /./)))

test('a binary for another layout of the tape', notBuilt, () => inCopy(root => {
  fs.copyFileSync(BINARY, path.join(root, binaryName()))
  const file = path.join(root, 'lib', 'tape.js')
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/const LAYOUT = (\d+)/, 'const LAYOUT = 1000$1'))
}, root => assertPortable(load({ root }), /^the binary reads another layout of the tape: build it again$/)))

test('a binary of another version', notBuilt, () => inCopy(root => {
  fs.copyFileSync(BINARY, path.join(root, binaryName()))
  const file = path.join(root, 'package.json')
  fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, 'utf8')), version: '99.0.0' }))
}, root => assertPortable(load({ root }), /^the binary is of version \d+\.\d+\.\d+, the package of version 99\.0\.0$/)))

test('a loader that is missing, or broken', () => {
  inCopy(root => fs.rmSync(path.join(root, 'fast-safe-json.binding.js')), root => assertPortable(load({ root }), /^there is no binary/))
  inCopy(root => fs.writeFileSync(path.join(root, 'fast-safe-json.binding.js'), 'throw new TypeError("broken")'), root => assertPortable(load({ root }), /^broken$/))
  inCopy(root => fs.writeFileSync(path.join(root, 'fast-safe-json.binding.js'), 'throw undefined'), root => assertPortable({ ...load({ root }), hasCause: true }, /^/))
})

test('node --no-addons', () => assertPortable(load({ flags: ['--no-addons'] }), /disabled/))

const permission = ['--permission', '--experimental-permission'].find(flag => process.allowedNodeEnvironmentFlags.has(flag))
test(`node ${permission}`, { skip: permission === undefined }, () => {
  const flags = [permission, '--no-warnings', `--allow-fs-read=${path.join(ROOT, '*')}`]
  assertPortable(load({ flags }), /disabled/)
  if (isNative && process.allowedNodeEnvironmentFlags.has('--allow-addons')) assertNative(load({ flags: [...flags, '--allow-addons'] }))
})

test('loading changes nothing of the application', () => {
  const code = `const before = JSON.stringify([process.report.excludeNetwork, Object.keys(process.env), Object.keys(globalThis), process.listenerCount('exit')])
    require(${JSON.stringify(ROOT)})
    process.exitCode = before === JSON.stringify([process.report.excludeNetwork, Object.keys(process.env), Object.keys(globalThis), process.listenerCount('exit')]) ? 0 : 1`
  assertEnds(code, 0)
})

test('the versions of package.json, Cargo.toml and Cargo.lock are one', () => {
  const { version } = require('../package.json')
  const read = name => fs.readFileSync(path.join(ROOT, name), 'utf8')
  assert.strictEqual(/^version = "(.*)"$/m.exec(read('Cargo.toml'))[1], version)
  assert.strictEqual(/^name = "fast-safe-json"\nversion = "(.*)"$/m.exec(read('Cargo.lock').replaceAll('\r', ''))[1], version)
})

/** Runs code in a process that must end by itself, with that exit code and no signal. */
function assertEnds (code, wanted, flags = []) {
  const { status, signal, stderr } = spawnSync(process.execPath, [...flags, '-e', code], { encoding: 'utf8', timeout: 60_000 })
  assert.deepStrictEqual({ status, signal }, { status: wanted, signal: null }, stderr)
  return stderr
}

// A thread's code: it loads the package and works until it is ended.
const WORKER = `
  const s = require(${JSON.stringify(ROOT)})
  const rows = Array.from({ length: 500 }, (_, i) => ({ id: BigInt(i), at: new Date(i), text: 'row ' + i, list: [i, i / 7] }))
  for (;;) { s(rows); s(rows, null, 2); s.configure()([rows]) }`

// Whether the main thread loads it, too.
for (const isMain of [true, false]) {
  test(`20 threads, ended at random moments, ${isMain ? 'beside the main thread' : 'the main thread never loads it'}`, () => {
    assertEnds(`
      const { Worker } = require('node:worker_threads')
      ${isMain ? `require(${JSON.stringify(ROOT)})({ id: 1n })` : ''}
      let seed = 12345
      const random = limit => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % limit }
      let left = 20
      function next () {
        if (left-- <= 0) return
        const worker = new Worker(${JSON.stringify(WORKER)}, { eval: true })
        worker.on('error', error => { throw error })
        // Some before they have started, some while they load, most at work.
        setTimeout(() => worker.terminate().then(next), random(120))
      }
      for (let i = 0; i < 4; i++) next()`, 0)
  })
}

test('a thread that ends by itself', () => {
  assertEnds(`new (require('node:worker_threads').Worker)(${JSON.stringify(`process.exitCode = require(${JSON.stringify(ROOT)})({ id: 1n }).length`)}, { eval: true })
    .on('exit', code => { process.exitCode = code })`, '{"id":"1"}'.length)
})

test('process.exit in a thread at work, and an error there', () => {
  assertEnds(`new (require('node:worker_threads').Worker)(${JSON.stringify(`require(${JSON.stringify(ROOT)})([{ toJSON () { process.exit(5) } }])`)}, { eval: true })
    .on('exit', code => { process.exitCode = code })`, 5)
  assertEnds(`new (require('node:worker_threads').Worker)(${JSON.stringify(`require(${JSON.stringify(ROOT)})([{ toJSON () { throw new Error('wanted') } }])`)}, { eval: true })
    .on('error', error => { process.exitCode = error.message === 'wanted' ? 6 : 1 })`, 6)
})

test('process.exit while threads are at work', () => {
  assertEnds(`
    const { Worker } = require('node:worker_threads')
    require(${JSON.stringify(ROOT)})({ id: 1n })
    for (let i = 0; i < 3; i++) new Worker(${JSON.stringify(WORKER)}, { eval: true })
    setTimeout(() => process.exit(3), 300)`, 3)
})

test('process.exit half-way through a value that is printed in pieces', () => {
  assertEnds(`
    const s = require(${JSON.stringify(ROOT)})
    const rows = Array.from({ length: 20000 }, (_, i) => ({ i, text: 'row ' + i, list: [i, 0.5] }))
    rows.push({ toJSON () { process.exit(4) } })
    s(rows)`, 4)
})

test('an error that nobody catches, an exit handler that stringifies', () => {
  const stderr = assertEnds(`
    const s = require(${JSON.stringify(ROOT)})
    process.on('exit', () => { require('node:fs').writeSync(2, s({ last: 1n, rows: Array.from({ length: 99 }, (_, i) => ({ i })) }).slice(0, 12)) })
    s({ get a () { throw new Error('wanted') } })`, 1)
  assert.match(stderr, /wanted/)
  assert.match(stderr, /\{"last":"1",/)
})

test('loaded and dropped 30 times', () => {
  assertEnds(`
    for (let i = 0; i < 30; i++) {
      for (const file of Object.keys(require.cache)) delete require.cache[file]
      const s = require(${JSON.stringify(ROOT)})
      if (s({ id: 1n, rows: Array.from({ length: 99 }, (_, i) => ({ i })) }).length < 99) process.exit(9)
      if (i % 5 === 0) gc()
    }
    gc()`, 0, ['--expose-gc'])
})
