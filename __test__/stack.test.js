'use strict'

// Calls with next to no stack left. They may end in a RangeError, as JSON.stringify does; whatever user code makes of it,
// the call around them and the next one are right. (The state of a walk was once put back by functions, for which there
// may be no stack.)

const assert = require('node:assert')
const { test } = require('node:test')
const { names } = require('./helpers/engines')
const { configure } = require('..')

const rows = Array.from({ length: 3000 }, (_, i) => ({ i, t: `t${i}` }))
let nested = [1, { a: 'x' }]
for (let i = 0; i < 100; i++) nested = i % 2 ? [nested] : { a: nested }
const VALUES = [{ a: [1, 2.5, { b: 'x' }], c: 3 }, nested, rows]
const TEXTS = VALUES.map(value => JSON.stringify(value))

const isOverflow = error => error instanceof RangeError && /call stack/.test(error.message)

// Frames from the end of the stack on that call; a call takes less stack than these.
const FRAMES = 600

/** Calls `s` at each depth of a recursion that fills the stack; counts overflows. */
function fill (s, ...padding) {
  const wrong = []
  let overflows = 0
  let calls = 0
  const recurse = () => {
    try {
      recurse()
    } catch (error) {
      if (!isOverflow(error)) throw error
    }
    if (calls++ > FRAMES) return
    for (let i = 0; i < (calls % 25 === 0 ? VALUES.length : calls % 5 === 0 ? 2 : 1); i++) {
      try {
        if (s(VALUES[i]) !== TEXTS[i]) wrong.push(i)
      } catch (error) {
        if (!isOverflow(error)) wrong.push(error)
        overflows++
      }
    }
  }
  try { recurse() } catch (error) { if (!isOverflow(error)) wrong.push(error) }
  assert.deepStrictEqual(wrong, [])
  return overflows
}

const check = s => VALUES.forEach((value, i) => assert.ok(s(value) === TEXTS[i]))

// 'v8' keeps nothing between calls.
for (const name of names.filter(name => name !== 'v8')) {
  test(`${name}: the stack is full`, () => {
    const s = configure({ engine: name })
    let overflows = 0
    // Padding moves the end of the stack to other places.
    for (let i = 0; i < 5; i++) overflows += fill(s, ...Array(3 * i).fill(0))
    assert.ok(overflows > 0)
    check(s)
  })

  test(`${name}: the stack is full inside of a call`, () => {
    const s = configure({ engine: name })
    const value = { before: rows, in: { toJSON () { fill(s); return 'in' } }, after: [nested, rows] }
    assert.ok(s(value) === `{"before":${TEXTS[2]},"in":"in","after":[${TEXTS[1]},${TEXTS[2]}]}`)
    check(s)
  })
}
