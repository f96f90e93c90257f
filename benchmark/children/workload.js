'use strict'

// One workload in a process of its own: its values, its contenders, nothing else. run.js starts it and sends the job.

const { contenders } = require('../contenders')
const { inputs, measure, spread } = require('../measure')
const { workloads } = require('../workloads')
const { answer } = require('./fork')

/** @typedef {{ workload: string, contenders: string[], check: boolean, clock: 'wall' | 'cpu' }} Job */

/**
 * @typedef {object} Outcome
 * @property {'same' | 'other' | 'gives up' | 'throws' | 'wrong'} text as JSON.stringify's or as wanted; another; a
 *   message in place of the value; an error; `wrong` is this package doing any of these
 * @property {string} [detail]
 * @property {number} [median] ns per call
 * @property {number} [low] first quartile
 * @property {number} [high] third quartile
 */

/** @param {Job} job */
async function work (job) {
  const workload = workloads.find(({ group, name }) => `${group}/${name}` === job.workload)
  const value = workload.make()
  // The first twenty calls tell whether a contender is right; an array of different values is looked at whole.
  const { step, make } = inputs(workload, value)
  const values = step === 0 ? [value] : workload.turns ? value : make(0, 20)
  const texts = values.map(item => workload.expected ? workload.expected(item) : JSON.stringify(item, ...workload.args ?? []))

  /** @type {Record<string, Outcome>} */
  const outcomes = {}
  const running = []
  for (const contender of contenders.filter(({ id }) => job.contenders.includes(id))) {
    const stringify = await contender.load(workload)
    if (stringify === null) continue
    const outcome = outcomes[contender.id] = check(stringify, workload, value, texts)
    const mayThrow = outcome.text === 'throws' && workload.shallow?.includes(contender.id)
    if (contender.ours && outcome.text !== 'same' && !mayThrow) outcome.text = 'wrong'
    if (outcome.text === 'same' || outcome.text === 'other') running.push({ id: contender.id, ours: contender.ours, stringify })
  }
  if (!job.check) {
    const samples = measure(running, workload, value, { clock: job.clock })
    for (const { id } of running) Object.assign(outcomes[id], spread(samples[id]))
    // An engine may be another after so many calls.
    for (const { id, ours, stringify } of running) {
      const again = ours ? check(stringify, workload, value, texts) : outcomes[id]
      if (again.text !== outcomes[id].text) Object.assign(outcomes[id], again, { text: 'wrong' })
    }
  }
  const characters = Math.round(texts.reduce((sum, text) => sum + text.length, 0) / texts.length)
  return { workload: job.workload, characters, outcomes }
}

/** @returns {Outcome} */
function check (stringify, workload, value, texts) {
  const { step, make } = inputs(workload, value)
  const values = step === 0 ? [value] : make(0, texts.length)
  /** @type {Outcome} */
  let outcome = { text: 'same' }
  for (let i = 0; i < texts.length; i++) {
    let text
    try {
      text = stringify(values[i], ...workload.args ?? [])
    } catch (error) {
      return { text: 'throws', detail: `${error.name}: ${String(error.message).split('\n')[0]}` }
    }
    if (text === texts[i]) continue
    const gaveUp = kind(text) !== kind(texts[i])
    if (gaveUp || outcome.text === 'same') outcome = { text: gaveUp ? 'gives up' : 'other', detail: difference(texts[i], text) }
  }
  return outcome
}

/** Whether a text is that of an object, an array, a string or something else. */
function kind (text) {
  return '{["'.indexOf(String(text)[0])
}

function difference (wanted, given) {
  if (typeof given !== 'string') return `${typeof given} instead of a text`
  let at = 0
  while (wanted[at] === given[at]) at++
  const around = text => JSON.stringify(text.slice(Math.max(0, at - 10), at + 30))
  return `${around(given)} instead of ${around(wanted)} at ${at}`
}

answer(work)
