'use strict'

// Eight threads at once, each with its own state, on the same values and on different ones.

const assert = require('node:assert')
const path = require('node:path')
const { test } = require('node:test')
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads')

const THREADS = 8

if (isMainThread) {
  test('eight threads at once', async () => {
    const failures = await Promise.all(Array.from({ length: THREADS }, (_, seed) => new Promise((resolve, reject) => {
      const worker = new Worker(__filename, { workerData: seed + 1 })
      worker.once('message', resolve)
      worker.once('error', reject)
    })))
    assert.deepStrictEqual(failures, Array.from({ length: THREADS }, () => []))
  })

  test('threads that come and go', async () => {
    const code = `const { parentPort } = require('node:worker_threads')
      parentPort.postMessage(require(${JSON.stringify(path.join(__dirname, '..'))})({ a: 1n, b: [1, 2.5, 'x'], c: { d: new Date(0) } }))`
    for (let i = 0; i < 10; i++) {
      const text = await new Promise((resolve, reject) => {
        const worker = new Worker(code, { eval: true })
        worker.once('error', reject)
        worker.once('message', resolve)
      })
      assert.strictEqual(text, '{"a":"1","b":[1,2.5,"x"],"c":{"d":"1970-01-01T00:00:00.000Z"}}')
    }
  })

  test('a thread that is ended in the middle of its work', async () => {
    const code = `const s = require(${JSON.stringify(path.join(__dirname, '..'))}); require('node:worker_threads').parentPort.postMessage('ready')
      const rows = Array.from({ length: 2000 }, (_, i) => ({ i, t: 't' + i })); for (;;) s(rows)`
    for (let i = 0; i < 4; i++) {
      const worker = new Worker(code, { eval: true })
      await new Promise((resolve, reject) => { worker.once('message', resolve); worker.once('error', reject) })
      assert.strictEqual(await worker.terminate(), 1)
    }
  })
} else {
  const { engines } = require('./helpers/engines')
  const { stringify } = require('./helpers/oracle')
  const seed = workerData
  const failures = []
  const values = () => {
    const circular = { seed, list: [1n] }
    circular.self = circular
    return [
      Array.from({ length: 700 }, (_, i) => ({ [`id${seed}`]: i, name: `thread ${seed}`, at: new Date(i * seed), tags: ['a', i / seed] })),
      Array.from({ length: 9000 }, (_, i) => i * seed / 8),
      circular,
      { text: `${seed}"€`.repeat(2000 * seed) },
      { in: { toJSON: () => engines[0][1]()([seed, { seed }]) }, [`key of ${seed}`]: seed },
      Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i * seed}`, i]))
    ]
  }
  for (let round = 0; round < 2; round++) {
    for (const [name, make] of engines) {
      const s = make()
      values().forEach((value, i) => {
        for (const space of [undefined, 1]) {
          if (s(value, null, space) !== stringify(value, null, space)) failures.push(`${name}, value ${i}, round ${round}`)
        }
      })
    }
  }
  parentPort.postMessage(failures)
}
