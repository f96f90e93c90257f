'use strict'

// Nothing a call saw stays alive after it: values, replacers, results of toJSON, errors. In a child with a collector
// that can be called.

const assert = require('node:assert')
const { spawnSync } = require('node:child_process')
const path = require('node:path')
const { test } = require('node:test')
const { engines } = require('./helpers/engines')

const ENGINES = path.join(__dirname, 'helpers', 'engines.js')

/**
 * The names of what `body` tracked that is still alive afterwards, run in a child on the engine of that index. It is
 * asked again for some seconds: V8's compiler, on its own thread, holds what the code it works on refers to until it is
 * done. What is held for good is alive at the end all the same.
 */
function alive (index, body) {
  const code = `
    const s = require(${JSON.stringify(ENGINES)}).engines[${index}][1]()
    const refs = {}
    const track = (name, object) => { refs[name] = new WeakRef(object); return object }
    const run = () => { ${body} }
    run()
    const wait = ms => new Promise(resolve => setTimeout(resolve, ms))
    const isAlive = name => refs[name].deref() !== undefined
    ;(async () => {
      const end = Date.now() + 10000
      do { await wait(20); gc() } while (Object.keys(refs).some(isAlive) && Date.now() < end)
      console.log(JSON.stringify(Object.keys(refs).map(name => [name, isAlive(name)])))
    })()`
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '-e', code], { encoding: 'utf8' })
  const refs = JSON.parse(stdout || '[]')
  assert(refs.length > 0, stderr)
  return refs.filter(([, isAlive]) => isAlive).map(([name]) => name)
}

const BODIES = {
  'plain values, deep ones and long ones': `
    let deep = track('innermost', {})
    for (let i = 0; i < 500; i++) deep = track('level ' + i, i % 2 ? { deep } : [deep])
    s(deep)
    s(track('rows', Array.from({ length: 3000 }, (_, i) => track('row ' + i % 7, { id: i, t: 't' + i, l: track('list', [i, i / 2]) }))))
    s(track('numbers', Array.from({ length: 50000 }, (_, i) => i / 4)))
    s(track('text holder', { text: 'x'.repeat(3e6) }))`,
  'cycles, BigInts, dates, instances, boxed values': `
    const o = track('circle', { id: 1n, date: track('date', new Date(0)), boxed: track('boxed', Object('x')) })
    o.o = o
    o.list = track('list', [o])
    o.instance = track('instance', new (class A { x = 1 })())
    s(o)`,
  'toJSON, getters, replacers, Proxies, indentation': `
    s({ toJSON: track('toJSON', () => track('its result', { a: track('inside', [1]) })) })
    s({ get a () { return track('got', { b: 1 }) } })
    s([1, { a: 2 }], track('replacer', (k, v) => k === 'a' ? track('replaced', { r: [1] }) : v))
    s({ a: 1 }, track('replacer list', ['a', 'b']))
    s([1, [2]], null, track('space', Object(2)))
    s(new Proxy(track('target', { a: 1 }), track('handler', {})))`,
  'a call that fails half-way, at several levels': `
    let value = track('thrower', { get x () { throw track('error', new Error('x')) } })
    for (let i = 0; i < 300; i++) value = track('level ' + i, { before: [i], value, after: 1 })
    try { s(value) } catch {}
    try { s({ toJSON () { s(track('inner', [1, { get y () { throw new Error('y') } }])) } }) } catch {}
    try { s([1], track('throwing replacer', () => { throw new Error('z') })) } catch {}`
}

engines.forEach(([name], index) => {
  for (const [title, body] of Object.entries(BODIES)) {
    test(`${name} keeps nothing alive: ${title}`, () => assert.deepStrictEqual(alive(index, body), []))
  }
})

test('of a long text no part that was a key is kept alive', () => {
  const code = `
    const s = require(${JSON.stringify(path.join(__dirname, '..'))})
    const size = 40e6
    const part = () => ('k'.repeat(20) + ',' + Buffer.alloc(size, 'x').toString('latin1')).slice(0, 20)
    const use = () => { s({ a: 1 }, [part()]); s({ [part()]: { [part()]: 1 } }); s([{ [part()]: 1 }]) }
    use()
    setTimeout(() => { gc(); gc(); const { heapUsed, external } = process.memoryUsage(); console.log(heapUsed + external < size) }, 50)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '-e', code], { encoding: 'utf8' })
  assert.strictEqual(stdout, 'true\n', stderr)
})
