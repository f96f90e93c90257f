'use strict'

// Rows up to a given length of text: the time of a call, or the memory that one call takes. size.js starts it.

const fs = require('node:fs')
const { contenders } = require('../contenders')
const data = require('../data')
const { measure, spread } = require('../measure')
const { answer } = require('./fork')

/** @typedef {{ size: number, contenders: string[], memory: boolean, clock?: 'wall' | 'cpu' }} Job */

/** @param {Job} job */
async function work (job) {
  const value = build(job.size)
  const functions = []
  for (const contender of contenders.filter(({ id }) => job.contenders.includes(id))) {
    const stringify = await contender.load({})
    if (stringify !== null) functions.push({ id: contender.id, stringify })
  }
  if (job.memory) return await peak(functions[0].stringify, value)

  const text = JSON.stringify(value)
  for (const { id, stringify } of functions) {
    if (stringify(value) !== text) throw new Error(`${id} gives another text`)
  }
  const samples = measure(functions, {}, value, { rounds: 15, slice: 10, most: 1200, clock: job.clock ?? 'wall' })
  return {
    characters: text.length,
    times: Object.fromEntries(functions.map(({ id }) => [id, spread(samples[id])]))
  }
}

/** Records, made bit by bit, so that hardly any garbage is left. */
function build (size) {
  const [{ id, name, email, active, score }, ...rest] = data.rows(1000)
  if (size < 300) return { id, name, email, active, score }
  const perRow = JSON.stringify(rest[0]).length
  const value = []
  for (let wanted = Math.round(size / perRow); wanted > 0; wanted -= 1000) value.push(...data.rows(Math.min(wanted, 1000)))
  return value
}

/** Bytes that the process grows by at most during one call, the text included. */
async function peak (stringify, value) {
  // Everything is loaded and compiled once before.
  for (let i = 0; i < 100; i++) stringify(value.slice(0, 10))
  for (let i = 0; i < 3; i++) {
    globalThis.gc()
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  const before = process.memoryUsage.rss()
  const highest = fromNow()
  const text = stringify(value)
  text.charCodeAt(text.length - 1)
  return { characters: text.length, memory: Math.max(0, highest() - before) }
}

/** The highest resident size from now on: exact on Linux, which can forget earlier heights. */
function fromNow () {
  try {
    fs.writeFileSync('/proc/self/clear_refs', '5')
    return () => Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]) * 1024
  } catch {
    return () => process.resourceUsage().maxRSS * 1024
  }
}

answer(work)
