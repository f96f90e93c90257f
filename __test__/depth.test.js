'use strict'

// Values deeper than a call stack, endless ones, and wide ones: what src/walk.rs is for. Nothing here is timed; what
// would take quadratic time does not end.

const assert = require('node:assert')
const { spawnSync } = require('node:child_process')
const { describe, test } = require('node:test')
const { Worker } = require('node:worker_threads')
const path = require('node:path')
const safeStringify = require('..')
const { STRICT } = require('./helpers/engines')

const { configure } = safeStringify
const ROOT = path.join(__dirname, '..')
const native = safeStringify.engine === 'native'
const needsAddon = { skip: native ? false : 'only with the addon' }

const MILLION = 1_000_000
const engines = native
  ? [['safeStringify', safeStringify, configure(STRICT)], ...['tape', 'walk'].map(engine => [engine, configure({ engine }), configure({ ...STRICT, engine })])]
  : []

class Node {
  constructor (next) { this.next = next }
}

/** How a level is made around `inner`, and what is written before and behind it. */
const KINDS = {
  arrays: [inner => [inner], '[', ']'],
  objects: [inner => ({ a: inner }), '{"a":', '}'],
  mixed: [inner => [{ a: [1, inner], b: null }], '[{"a":[1,', '],"b":null}]'],
  instances: [inner => new Node(inner), '{"next":', '}'],
  'toJSON at each level': [inner => ({ toJSON: () => [inner] }), '[', ']'],
  'index-like keys': [inner => ({ 7: inner }), '{"7":', '}']
}

function deep (kind, levels, bottom) {
  const make = KINDS[kind][0]
  for (let i = 0; i < levels; i++) bottom = make(bottom)
  return bottom
}

/** The text of `deep`. */
function textOf (kind, levels, bottom) {
  const [, before, behind] = KINDS[kind]
  return before.repeat(levels) + bottom + behind.repeat(levels)
}

/** As assert.strictEqual, which would show megabytes. */
function same (actual, expected) {
  assert.strictEqual(typeof actual, typeof expected)
  if (actual === expected) return
  let i = 0
  while (actual[i] === expected[i]) i++
  assert.fail(`${actual.length} units, expected ${expected.length}; at ${i}: ${actual.slice(i, i + 60)}, expected ${expected.slice(i, i + 60)}`)
}

function errorOf (throws) {
  try {
    throws()
  } catch ({ name, message }) {
    return { name, message }
  }
}

/** Runs a function, given as its source is, in a process of its own; answers with what it returns. */
function inChild (body, flags = []) {
  const code = `const safeStringify = require(${JSON.stringify(ROOT)}); process.stdout.write(JSON.stringify((${body})(safeStringify)) ?? '')`
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [...flags, '-e', code], { encoding: 'utf8', maxBuffer: 1 << 28 })
  assert.strictEqual(status, 0, `${signal} ${stderr}`)
  return JSON.parse(stdout)
}

describe('1,000,000 levels', needsAddon, () => {
  for (const [name, s] of engines) {
    for (const kind of name === 'safeStringify' ? ['arrays'] : ['arrays', 'objects']) {
      test(`${name}: ${kind}`, () => same(s(deep(kind, MILLION, 'end')), textOf(kind, MILLION, '"end"')))
    }
    if (name === 'safeStringify') continue
    test(`${name}: mixed`, () => same(s(deep('mixed', MILLION / 4, 1.5)), textOf('mixed', MILLION / 4, '1.5')))
    test(`${name}: a cycle at the bottom`, () => {
      const bottom = { a: 1 }
      const value = bottom.self = deep('arrays', MILLION, bottom)
      same(s(value), textOf('arrays', MILLION, '{"a":1}'))
      bottom.self = bottom
      same(s(value), textOf('arrays', MILLION, '{"a":1}'))
    })
  }
})

test('1,000,000 levels in a worker', needsAddon, async () => {
  const code = `
    const { workerData, parentPort } = require('node:worker_threads')
    const { configure } = require(workerData)
    const result = {}
    for (const engine of ['auto', 'tape', 'walk']) {
      const s = configure({ engine })
      let array = []
      let object = {}
      for (let i = 1; i < ${MILLION}; i++) {
        array = [array]
        object = { a: object }
      }
      result[engine] = [
        s(array) === '['.repeat(${MILLION}) + ']'.repeat(${MILLION}),
        s(object) === '{"a":'.repeat(${MILLION - 1}) + '{}' + '}'.repeat(${MILLION - 1})
      ]
    }
    parentPort.postMessage(result)`
  const worker = new Worker(code, { eval: true, workerData: ROOT })
  const result = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  assert.deepStrictEqual(result, { auto: [true, true], tape: [true, true], walk: [true, true] })
})

describe('every kind, around the depth at which the walk takes over and far below', needsAddon, () => {
  const depths = [...Array.from({ length: 12 }, (_, i) => 120 + i), 1000, 50_000]
  for (const [name, s] of engines) {
    for (const kind of Object.keys(KINDS)) {
      test(`${name}: ${kind}`, () => {
        for (const levels of depths) same(s(deep(kind, levels, ['end'])), textOf(kind, levels, '["end"]'))
      })
    }
    test(`${name}: with a replacer function`, () => {
      const text = s(deep('mixed', 5000, 1.5), (key, value) => key === 'b' ? 'B' : value)
      same(text, '[{"a":[1,'.repeat(5000) + '1.5' + '],"b":"B"}]'.repeat(5000))
    })
    test(`${name}: with a list of keys`, () => {
      same(s(deep('mixed', 5000, 1.5), ['b', 'a']), '[{"b":null,"a":[1,'.repeat(5000) + '1.5' + ']}]'.repeat(5000))
    })
    test(`${name}: with indentation`, () => {
      const levels = 2000
      const lines = []
      for (let i = 0; i < levels; i++) lines.push(' '.repeat(i) + (i > 0 ? '"a": {' : '{'))
      lines.push(' '.repeat(levels) + '"a": 1')
      for (let i = levels - 1; i >= 0; i--) lines.push(' '.repeat(i) + '}')
      same(s(deep('objects', levels, 1), null, 1), lines.join('\n'))
    })
    test(`${name}: indentation that makes the text too long`, () => {
      assert.throws(() => s(deep('objects', 100_000, 1), null, 10), { name: 'RangeError', message: 'Invalid string length' })
      same(s([1]), '[1]')
    })
  }
})

describe('errors below the depth at which the walk takes over', needsAddon, () => {
  for (const [name, s, strict] of engines) {
    test(`${name}: user code's, with identity`, () => {
      for (const levels of [150, 3000, 100_000]) {
        for (const kind of ['arrays', 'objects', 'toJSON at each level']) {
          const error = new Error('mine')
          const value = deep(kind, levels, { get a () { throw error } })
          assert.throws(() => s(value), thrown => thrown === error)
          same(s(deep(kind, 200, 1)), textOf(kind, 200, '1'))
        }
      }
    })
    test(`${name}: a BigInt and a cycle where they are errors`, () => {
      assert.throws(() => strict(deep('objects', 3000, 1n)), { name: 'TypeError', message: 'Do not know how to serialize a BigInt' })
      const bottom = {}
      const top = deep('objects', 3000, bottom)
      bottom.back = top
      // The text leaves the middle of a circle out, so that it is that of a circle JSON.stringify has the stack for.
      const shorter = {}
      shorter.back = deep('objects', 300, shorter)
      assert.throws(() => strict(top), errorOf(() => JSON.stringify(shorter.back)))
      const list = [1, 2]
      list.push([list])
      assert.throws(() => strict(deep('objects', 3000, list)), errorOf(() => JSON.stringify(list)))
      same(strict([1]), '[1]')
    })
    test(`${name}: calls from a toJSON far down`, () => {
      let calls = 0
      const bottom = { toJSON () { calls++; return s(deep('objects', 500, [{ toJSON: () => s(deep('arrays', 500, 1n)) }])) } }
      const text = s(deep('arrays', 20_000, [bottom, bottom]))
      const inner = JSON.stringify(textOf('objects', 500, JSON.stringify([textOf('arrays', 500, '"1"')])))
      same(text, textOf('arrays', 20_000, `[${inner},${inner}]`))
      assert.strictEqual(calls, 2)
    })
  }
})

describe('endless values end in a RangeError that says so', needsAddon, () => {
  const ENDLESS = {
    'toJSON with a new array': () => { const make = () => [{ toJSON: make }]; return make() },
    'a getter with a new object': () => { const make = () => ({ get a () { return make() } }); return make() },
    'a Proxy': () => { const make = () => new Proxy({ a: 1 }, { get: (t, k) => k === 'a' ? make() : undefined }); return make() },
    'a Proxy of an array': () => { const make = () => new Proxy([1], { get: (t, k) => k === 'length' ? 1 : k === '0' ? make() : undefined }); return make() },
    'two at each level': () => { const make = () => ({ get a () { return make() }, get b () { return make() } }); return make() }
  }
  for (const [name, s] of engines) {
    for (const [title, make] of Object.entries(ENDLESS)) {
      if (name !== 'walk' && title !== 'toJSON with a new array') continue
      test(`${name}: ${title}`, () => {
        assert.throws(() => s(make()), { name: 'RangeError', message: /^The value is nested more than 1048576 levels deep/ })
        same(s({ next: [1n] }), '{"next":["1"]}')
      })
    }
    if (name === 'safeStringify') continue
    test(`${name}: a replacer`, () => {
      assert.throws(() => s([1], (key, value) => [value]), { name: 'RangeError', message: /^The value is nested more than 1048576/ })
      same(s({ next: [1n] }), '{"next":["1"]}')
    })
  }
})

test('without the addon depth ends as in JSON.stringify', () => {
  const s = configure({ engine: 'portable' })
  assert.throws(() => s(deep('arrays', 100_000, 1)), { name: 'RangeError', message: /call stack/ })
  same(s(deep('arrays', 300, 1)), textOf('arrays', 300, '1'))
})

describe('dense graphs', needsAddon, () => {
  for (const [name, s] of engines) {
    test(`${name}: 1,000 levels of 100 links to ancestors`, () => {
      const path = []
      for (let i = 0; i < 1000; i++) {
        const node = { i, links: [] }
        for (let k = 0; k < 100 && k < i; k++) node.links.push(path[(i * 7 + k * 13) % i])
        if (i > 0) path[i - 1].next = node
        path.push(node)
      }
      let expected = ''
      for (let i = 999; i >= 0; i--) {
        const links = Array.from({ length: Math.min(100, i) }, () => 'null').join(',')
        expected = `{"i":${i},"links":[${links}]${i < 999 ? `,"next":${expected}` : ''}}`
      }
      same(s(path[0]), expected)
    })
  }

  // 12! paths: the text is given up at the length of the longest string, and memory stays near that.
  for (const engine of ['tape', 'walk']) {
    test(`${engine}: a complete graph of 12 nodes`, () => {
      const [message, megabytes] = inChild(`({ configure }) => {
        const nodes = Array.from({ length: 12 }, (_, i) => ({ id: i, name: 'node number ' + i, text: 'x'.repeat(3000) }))
        for (const node of nodes) node.links = nodes.slice()
        try { configure({ engine: '${engine}' })(nodes[0]) } catch (error) {
          return [error.name + ': ' + error.message, process.resourceUsage().maxRSS / 1024]
        }
      }`)
      assert.strictEqual(message, 'RangeError: Invalid string length')
      assert.ok(megabytes < 1500, `${megabytes} MB`)
    })
  }
})

// Elements that a Proxy makes up take no memory of their own, so that what grows are handles, and what they hold.
describe('wide values take no memory for their width', needsAddon, () => {
  const WIDE = {
    '1,000,000 numbers': [1_000_000, () => 1.5],
    '1,000,000 booleans': [1_000_000, () => true],
    '100,000 small objects': [100_000, i => ({ i, a: [1, 2], t: 'text' })],
    '100,000 objects without a shape': [100_000, i => ({ [`key ${i}`]: { i } })],
    '100,000 strings': [100_000, i => `number ${i}`]
  }
  for (const engine of ['tape', 'walk']) {
    for (const [title, [length, make]] of Object.entries(WIDE)) {
      test(`${engine}: ${title}`, () => {
        // Deep enough that `tape` has it walked. The first, ten times smaller, fills what is kept anyway.
        const [right, before, after] = inChild(`({ configure }) => {
          const make = ${make}
          const s = configure({ engine: '${engine}' })
          const wide = length => {
            const array = new Proxy([], { get: (t, k) => k === 'length' ? length : typeof k === 'string' && k !== 'toJSON' ? make(+k) : undefined })
            let value = array
            for (let i = 0; i < 150; i++) value = [value]
            return value
          }
          s(wide(${length / 10}))
          const before = process.resourceUsage().maxRSS / 1024
          const text = s(wide(${length}))
          const after = process.resourceUsage().maxRSS / 1024
          return [text.startsWith('['.repeat(151) + JSON.stringify(make(0))), before, after]
        }`, ['--max-semi-space-size=2'])
        assert.ok(right)
        assert.ok(after - before < 60, `${before} MB before, ${after} MB after`)
      })
    }
  }
})
