'use strict'

// What the package exports, and the options of configure.

const assert = require('node:assert')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { test } = require('node:test')
const { pathToFileURL } = require('node:url')
const safeStringify = require('..')
const { names, NATIVE, PORTABLE, STRICT } = require('./helpers/engines')
const { binaryName } = require('../scripts/install')

const ROOT = path.join(__dirname, '..')
const { configure } = safeStringify

test('the function is the export, and its properties', () => {
  assert.strictEqual(typeof safeStringify, 'function')
  assert.strictEqual(safeStringify.safeStringify, safeStringify)
  assert.strictEqual(safeStringify.default, safeStringify)
  assert.strictEqual(typeof configure, 'function')
  assert.deepStrictEqual(Object.keys(safeStringify).sort(), ['configure', 'default', 'engine', 'loadError', 'safeStringify'])
})

test('name and length', () => {
  assert.strictEqual(safeStringify.name, 'safeStringify')
  assert.strictEqual(safeStringify.length, JSON.stringify.length)
})

test('called on any this, with new arguments each time', () => {
  assert.strictEqual(safeStringify.call(undefined, [1n]), '["1"]')
  assert.strictEqual(safeStringify.apply({ a: 1 }, [{ b: 2 }, null, 1]), '{\n "b": 2\n}')
  assert.deepStrictEqual([1, { a: 2 }].map(value => safeStringify(value)), ['1', '{"a":2}'])
})

test('import: default and names', async () => {
  const module = await import(pathToFileURL(path.join(ROOT, 'index.js')).href)
  assert.strictEqual(module.default, safeStringify)
  assert.strictEqual(module.safeStringify, safeStringify)
  assert.strictEqual(module.configure, configure)
  assert.strictEqual(module.engine, safeStringify.engine)
})

test('import by the package\'s own name', () => {
  const code = 'import s, { safeStringify, configure, engine } from "fast-safe-json"; console.log(s === safeStringify, configure({})([1n]), engine)'
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT, encoding: 'utf8' })
  assert.strictEqual(stdout, `true ["1"] ${safeStringify.engine}\n`, stderr)
})

test('engine and loadError agree', () => {
  if (safeStringify.engine === 'native') {
    assert.strictEqual(safeStringify.loadError, undefined)
  } else {
    assert.strictEqual(safeStringify.engine, 'portable')
    assert(safeStringify.loadError instanceof Error)
  }
})

test('the addon that was built is loaded', () => {
  const built = fs.existsSync(path.join(ROOT, binaryName()))
  const wanted = built || process.env.FAST_SAFE_JSON_EXPECT === 'native' ? 'native' : 'portable'
  assert.strictEqual(safeStringify.engine, wanted, safeStringify.loadError?.message)
})

/** Loads a copy of the package that lacks its binary, or has another in its place, and runs code with it. */
function inCopy (code, binary) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fast-safe-json-'))
  try {
    for (const name of ['index.js', 'fast-safe-json.binding.js', 'package.json', 'lib']) fs.cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true })
    if (binary !== undefined) fs.writeFileSync(path.join(folder, binaryName()), binary)
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', `const s = require('./index.js'); ${code}`], { cwd: folder, encoding: 'utf8' })
    assert.strictEqual(stderr, '')
    return JSON.parse(stdout)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

const REPORT = `
  const o = { id: 1n, d: new Date(0), l: [1, 2.5, "x"] }; o.o = o
  const refused = []
  for (const engine of ${JSON.stringify(NATIVE)}) { try { s.configure({ engine }) } catch (error) { refused.push([error.name, error.message.includes(s.loadError.message)]) } }
  console.log(JSON.stringify([s.engine, s.loadError instanceof Error, s(o), s.configure({ engine: 'portable' })(o), refused]))`
const TEXT = '{"id":"1","d":"1970-01-01T00:00:00.000Z","l":[1,2.5,"x"]}'

test('without a binary the portable engine serves, and native engines say why they do not', () => {
  assert.deepStrictEqual(inCopy(REPORT), ['portable', true, TEXT, TEXT, NATIVE.map(() => ['Error', true])])
})

test('a binary that is none', () => {
  assert.deepStrictEqual(inCopy(REPORT, 'not a library'), ['portable', true, TEXT, TEXT, NATIVE.map(() => ['Error', true])])
})

test('configure: no options, empty options and undefined ones are safeStringify', () => {
  const circular = { id: 1n }
  circular.self = circular
  for (const options of [undefined, {}, { engine: undefined, bigint: undefined, circularValue: undefined, deterministic: undefined }, Object.create(null)]) {
    assert.strictEqual(configure(options)(circular), '{"id":"1"}')
  }
})

test('configure: every engine', () => {
  for (const engine of names) {
    const stringify = configure({ engine })
    assert.strictEqual(stringify.length, 3)
    assert.strictEqual(stringify([1n, { a: 'x' }], null, 1), '[\n "1",\n {\n  "a": "x"\n }\n]')
  }
})

test('configure: functions do not affect one another', () => {
  const strict = configure(STRICT)
  const circular = {}
  circular.self = circular
  assert.throws(() => strict(circular), TypeError)
  assert.strictEqual(safeStringify(circular), '{}')
  assert.throws(() => strict(1n), TypeError)
  assert.strictEqual(configure()(1n), '"1"')
})

test('configure: options are read when it is called', () => {
  const options = { bigint: 'throw' }
  const stringify = configure(options)
  options.bigint = 'string'
  assert.throws(() => stringify(1n), TypeError)
})

test('configure: one of bigint and circularValue at a time', () => {
  for (const engine of names) {
    const circular = { a: 1 }
    circular.self = circular
    assert.strictEqual(configure({ engine, bigint: 'throw' })(circular), '{"a":1}')
    assert.throws(() => configure({ engine, bigint: 'throw' })([1n]), { name: 'TypeError', message: 'Do not know how to serialize a BigInt' })
    assert.strictEqual(configure({ engine, circularValue: TypeError })([1n]), '["1"]')
    assert.throws(() => configure({ engine, circularValue: TypeError })(circular), { name: 'TypeError', message: /^Converting circular structure to JSON\n/ })
  }
})

// What is given, and what the message must name.
const REFUSED = [
  [{ engin: 'auto' }, ['engin']],
  [{ bigint: 'string', foo: 1 }, ['foo']],
  [{ replacer: () => {} }, ['replacer']],
  [{ BigInt: 'string' }, ['BigInt']],
  [{ engine: 'rust' }, ['engine', 'rust', ...PORTABLE, ...NATIVE]],
  [{ engine: null }, ['engine', 'null']],
  [{ engine: ['tape'] }, ['engine']],
  [{ engine: 'toString' }, ['engine', 'toString']],
  [{ bigint: 'error' }, ['bigint', 'error', 'string', 'throw']],
  [{ bigint: 1n }, ['bigint', '1n']],
  [{ bigint: Symbol('b') }, ['bigint', 'Symbol(b)']],
  [{ bigint: null }, ['bigint', 'null']],
  [{ circularValue: RangeError }, ['circularValue']],
  [{ circularValue: {} }, ['circularValue']],
  [{ circularValue: () => {} }, ['circularValue']],
  [{ circularValue: Symbol('c') }, ['circularValue']],
  [{ deterministic: 'yes' }, ['deterministic', 'yes']],
  [{ deterministic: 0 }, ['deterministic', '0']],
  [null, ['options', 'null']],
  ['tape', ['options', 'tape']],
  [5, ['options', '5']],
  [() => {}, ['options']]
]

for (const [options, named] of REFUSED) {
  test(`configure refuses ${typeof options === 'object' && options !== null ? Object.entries(options).map(([k, v]) => `${k}: ${String(v)}`) : String(options)}`, () => {
    assert.throws(() => configure(options), error => {
      assert.strictEqual(error.constructor, TypeError)
      for (const name of named) assert(error.message.includes(name), `"${error.message}" names ${name}`)
      return true
    })
  })
}

test('configure: a polluted Object.prototype gives no options', () => {
  Object.defineProperty(Object.prototype, 'bigint', { value: 'throw', configurable: true, enumerable: false })
  try {
    assert.strictEqual(configure({})([1n]), '["1"]')
    assert.strictEqual(safeStringify([1n]), '["1"]')
  } finally {
    delete Object.prototype.bigint
  }
})
