'use strict'

// Where the package may find itself: flags of Node, vm contexts, two loads of one module.

const assert = require('node:assert')
const { spawnSync } = require('node:child_process')
const Module = require('node:module')
const path = require('node:path')
const { test } = require('node:test')
const vm = require('node:vm')
const safeStringify = require('..')
const { names } = require('./helpers/engines')

const ROOT = path.join(__dirname, '..')

const CODE = `
  const s = require(${JSON.stringify(ROOT)})
  const circular = { id: 1n, date: new Date(0), list: [1, 2.5, 'x', { y: null }], boxed: Object('b'), text: '"€"'.repeat(200) }
  circular.self = circular
  const texts = ${JSON.stringify(names)}.flatMap(engine => [[circular], [circular, null, 2], [circular, ['id', 'list']], [circular, (k, v) => v]].map(args => s.configure({ engine })(...args)))
  console.log(JSON.stringify([s.engine, texts]))`
const plain = run([])

function run (flags, env = {}) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, '-e', CODE], { encoding: 'utf8', env: { ...process.env, ...env } })
  assert.strictEqual(status, 0, stderr)
  return JSON.parse(stdout)
}

test('without flags', () => {
  assert.strictEqual(plain[0], safeStringify.engine)
  assert.strictEqual(plain[1].length, names.length * 4)
  assert.strictEqual(new Set(plain[1]).size, 3)
})

for (const flags of [
  ['--disallow-code-generation-from-strings'],
  ['--frozen-intrinsics', '--no-warnings'],
  ['--disable-proto=delete'],
  ['--disable-proto=throw'],
  ['--stack-size=200'],
  ['--max-lazy'],
  ['--jitless', '--no-warnings'],
  ['--stress-compaction'],
  ['--no-opt'],
  ['--use-strict']
]) {
  test(`node ${flags.join(' ')}`, () => assert.deepStrictEqual(run(flags), plain))
}

test('NODE_ENV=production, another folder', () => assert.deepStrictEqual(run([], { NODE_ENV: 'production' }), plain))

/** Loads the package anew: other modules, other state, the same addon file. */
function loadAgain () {
  const kept = {}
  for (const file of Object.keys(require.cache)) {
    if (!file.startsWith(path.join(ROOT, 'lib')) && file !== path.join(ROOT, 'index.js')) continue
    kept[file] = require.cache[file]
    delete require.cache[file]
  }
  const again = require('..')
  Object.assign(require.cache, kept)
  return again
}

test('two loads do not disturb one another, one inside the other either', () => {
  const again = loadAgain()
  assert.notStrictEqual(again, safeStringify)
  assert.strictEqual(again.engine, safeStringify.engine)
  const rows = n => Array.from({ length: 900 }, (_, i) => ({ id: i, [`of ${n}`]: `${n}`, at: [i, i / n] }))
  const value = () => ({ a: rows(2), in: { toJSON: () => again({ b: rows(4), in: { toJSON: () => safeStringify(rows(8)) } }) }, c: rows(16) })
  const expected = JSON.stringify({ a: rows(2), in: JSON.stringify({ b: rows(4), in: JSON.stringify(rows(8)) }), c: rows(16) })
  for (let i = 0; i < 3; i++) {
    assert.strictEqual(safeStringify(value()), expected)
    assert.strictEqual(again(rows(5)), JSON.stringify(rows(5)))
    assert.strictEqual(safeStringify(rows(6)), JSON.stringify(rows(6)))
  }
})

test('a load inside a vm context, as test runners do it', () => {
  const context = vm.createContext({ console, process, Buffer, performance })
  const loaded = {}
  /** require, with modules of the package compiled in the context. */
  function requireIn (file) {
    if (loaded[file] !== undefined) return loaded[file].exports
    const module = loaded[file] = { exports: {} }
    const native = Module.createRequire(file)
    const source = require('node:fs').readFileSync(file, 'utf8')
    vm.compileFunction(source, ['require', 'module', 'exports', '__filename', '__dirname'], { filename: file, parsingContext: context })(
      Object.assign(name => name.startsWith('.') && native.resolve(name).endsWith('.js') ? requireIn(native.resolve(name)) : native(name), native),
      module, module.exports, file, path.dirname(file))
    return module.exports
  }
  const inContext = requireIn(path.join(ROOT, 'index.js'))
  assert.strictEqual(inContext.engine, safeStringify.engine, inContext.loadError?.message)
  const make = '(() => { const o = { id: 1n, d: new Date(0), l: [1, 2.5, { x: "y" }], n: new (class A { z = 1 })(), b: Object(5) }; o.o = o; o.rows = Array.from({ length: 800 }, (_, i) => ({ i, t: "t" + i })); return o })()'
  for (const value of [vm.runInContext(make, context), vm.runInThisContext(make)]) {
    for (const engine of names) {
      assert.strictEqual(inContext.configure({ engine })(value), safeStringify(value))
      assert.strictEqual(inContext.configure({ engine })(value, null, '\t'), safeStringify(value, null, '\t'))
    }
  }
})

test('a process that ends while the package is at work', () => {
  const { status, stderr } = spawnSync(process.execPath, ['-e', `require(${JSON.stringify(ROOT)})({ toJSON () { process.exit(7) } })`], { encoding: 'utf8' })
  assert.strictEqual(status, 7, stderr)
})
