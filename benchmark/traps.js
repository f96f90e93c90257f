'use strict'

// What a circular object costs after thousands of clean calls. On Node 25 and later JSON.stringify follows a circle for
// 5 ms to 1 s and up to 500 MB before it throws; engine `auto` must not be caught by that. Prints figures, judges nothing:
// `node benchmark/traps.js`.

const safeStringify = require('..')

const LONG = 'x'.repeat(1000)

function plain (i) {
  return { id: i, name: `name ${i}`, tags: ['a', 'b'], note: 'plain' }
}

/** A circular object of a kind of its own. */
function circular (key, text) {
  const value = { [key]: text, inner: { text, list: [text, text] } }
  value.inner.self = value
  return value
}

function time (call) {
  const start = performance.now()
  call()
  return performance.now() - start
}

for (let i = 0; i < 5000; i++) safeStringify(plain(i))
const before = process.memoryUsage().rss

let worst = 0
for (let i = 0; i < 60; i++) {
  const value = circular(`kind ${i}`, LONG + i)
  worst = Math.max(worst, time(() => safeStringify(value)))
}
console.log(`node ${process.version}`)
console.log(`60 circular objects of new kinds, 1,000-character strings: worst call ${worst.toFixed(2)} ms`)

for (const [name, text] of [['short', 'text'], ['1,000-character', LONG]]) {
  const key = `turning ${name}`
  for (let i = 0; i < 200; i++) safeStringify({ [key]: text, inner: { text, list: [text, text], self: null } })
  let first = 0
  let all = 0
  for (let i = 0; i < 300; i++) {
    const value = circular(key, text)
    const t = time(() => safeStringify(value))
    if (i === 0) first = t
    all += t
  }
  console.log(`a kind with ${name} strings, clean 200 times, then circular: 300 calls ${all.toFixed(1)} ms, the first ${first.toFixed(2)} ms`)
}
console.log(`memory grew by ${((process.memoryUsage().rss - before) / 2 ** 20).toFixed(0)} MB`)
