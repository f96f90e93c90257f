'use strict'

// Serializers of response schemas with arrays: the plugin's builder against fast-json-stringify, interleaved, the median
// of rounds, outputs compared before. `node bench-arrays.js [lengths [part of the schema's name]]`, by default the lengths
// 16,24,128,1000,20000. The ratio is the median of the rounds' own ratios; what is delegated has 1.00.

const assert = require('node:assert/strict')
const SerializerSelector = require('@fastify/fast-json-stringify-compiler')
const { createBuilder } = require('../lib/fastify/arrays')

const ROUNDS = 15
const lengths = (process.argv[2] ?? '16,24,128,1000,20000').split(',').map(Number)

// Texts as they come from a database: flat, not built by concatenation.
const flat = text => JSON.parse(JSON.stringify(text))
const random = Math.random
const digits = length => {
  let text = ''
  while (text.length < length) text += random().toString(36).slice(2)
  return flat(text.slice(0, length))
}

const list = type => ({ type: 'array', items: { type } })

const CASES = {
  'number[] full precision': [list('number'), () => random() * 2 - 1],
  'number[] prices': [list('number'), () => Math.round(random() * 1e5) / 100],
  'number[] integers': [list('number'), () => Math.floor(random() * 1e6)],
  'integer[] to 1e6': [list('integer'), () => Math.floor(random() * 1e6)],
  'integer[] to 100': [list('integer'), () => Math.floor(random() * 100)],
  'string[] of 10': [list('string'), () => digits(10)],
  'string[] of 40': [list('string'), () => digits(40)]
}

const plain = SerializerSelector()
const ours = createBuilder(plain)
const median = values => values.sort((a, b) => a - b)[values.length >> 1]

console.log(`Node ${process.versions.node}, V8 ${process.versions.v8}`)
console.log('schema                     length   fast-json-stringify µs   with the plugin µs   ratio')
for (const [name, [schema, element, wrap = values => values]] of Object.entries(CASES)) {
  if (!name.includes(process.argv[3] ?? '')) continue
  for (const length of lengths) {
    const both = [plain()({ schema: structuredClone(schema) }), ours()({ schema: structuredClone(schema) })]
    const data = Array.from({ length: 8 }, () => wrap(Array.from({ length }, element)))
    for (const value of data) assert.equal(both[1](value), both[0](value))
    const repeat = Math.max(3, Math.round(60000 / length))
    const times = [[], []]
    let bytes = 0
    for (let round = -3; round < ROUNDS; round++) {
      for (const i of round % 2 ? [0, 1] : [1, 0]) {
        const started = process.hrtime.bigint()
        // Its bytes are counted, as a server does.
        for (let n = 0; n < repeat; n++) bytes += Buffer.byteLength(both[i](data[n & 7]))
        if (round >= 0) times[i].push(Number(process.hrtime.bigint() - started) / repeat / 1000)
      }
    }
    assert.ok(bytes > 0)
    const ratio = median(times[0].map((time, i) => time / times[1][i]))
    console.log(`${name.padEnd(26)} ${String(length).padStart(6)} ${median(times[0]).toFixed(2).padStart(24)}` +
      ` ${median(times[1]).toFixed(2).padStart(20)} ${ratio.toFixed(2).padStart(7)}`)
  }
}
