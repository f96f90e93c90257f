'use strict'

// Times functions that stringify the same values, in turns: in every round each runs for a few milliseconds. Whatever
// else the machine does meets all of them alike, and most slices are too short to be interrupted. Knows nothing of
// contenders and workloads beyond their shape.

/**
 * @typedef {object} Limits
 * @property {number} rounds
 * @property {number} warmUp ms for each function before the first round
 * @property {number} slice ms for each function in a round, or one call if that takes longer
 * @property {'wall' | 'cpu'} clock what a millisecond is: of time, or of work by all threads of the process, which tells
 *   more on a machine that is busy with other things
 * @property {number} most ms for one function in all rounds together; it may miss rounds for it, down to three
 */

/** @type {Limits} */
const LIMITS = { rounds: 31, warmUp: 60, slice: 4, most: 600, clock: 'wall' }

const FRESH = 32 // values made ahead of the clock, where every call gets a new one

// Young garbage of one function is not to be collected on another's time.
const collect = globalThis.gc === undefined ? () => {} : () => globalThis.gc({ type: 'minor' })

/** @type {Record<Limits['clock'], () => number>} */
const CLOCKS = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}

let sink = 0 // keeps the results in use

/**
 * What the calls get.
 * @param {Pick<import('./workloads').Workload, 'input' | 'turns'>} workload
 * @param {any} value
 */
function inputs ({ input, turns }, value) {
  if (turns) return { step: value.length, make: (from, count) => value }
  if (input) return { step: FRESH, make: (from, count) => Array.from({ length: count }, (_, i) => input(value, from + i)) }
  return { step: 0, make: () => value }
}

/**
 * Milliseconds that `count` calls take. The text is looked at, because a rope of pieces is not yet a text: whoever
 * sends it pays for putting it together.
 */
function time (stringify, supply, args, count, now) {
  let spent = 0
  if (supply.step === 0) {
    const value = supply.make()
    const start = now()
    if (args === undefined) for (let i = 0; i < count; i++) sink += last(stringify(value))
    else for (let i = 0; i < count; i++) sink += last(stringify(value, args[0], args[1]))
    return now() - start
  }
  for (let done = 0; done < count;) {
    const values = supply.make(done, Math.min(supply.step, count - done))
    const start = now()
    if (args === undefined) for (let i = 0; i < values.length; i++) sink += last(stringify(values[i]))
    else for (let i = 0; i < values.length; i++) sink += last(stringify(values[i], args[0], args[1]))
    spent += now() - start
    done += values.length
  }
  return spent
}

function last (text) {
  return text === undefined ? 0 : text.charCodeAt(text.length - 1)
}

/**
 * Nanoseconds per call of every function, round by round.
 * @param {Array<{ id: string, stringify: Function }>} functions
 * @param {import('./workloads').Workload} workload
 * @param {any} value
 * @param {Partial<Limits>} [limits]
 * @returns {Record<string, Array<number | undefined>>} undefined: missed the round
 */
function measure (functions, workload, value, limits) {
  const { rounds, warmUp, slice, most, clock } = { ...LIMITS, ...limits }
  const now = CLOCKS[clock]
  const supply = inputs(workload, value)
  const runs = functions.map(({ id, stringify }) => {
    const perCall = warm(stringify, supply, workload.args, warmUp, now)
    let count = Math.max(1, Math.round(slice / perCall))
    if (workload.turns) count = Math.ceil(count / supply.step) * supply.step
    const possible = Math.floor(most / (perCall * count))
    return { id, stringify, count, every: Math.max(1, Math.ceil(rounds / Math.max(3, possible))), samples: [] }
  })
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < runs.length; i++) {
      // Another order each time: nobody always runs after the same neighbour.
      const run = runs[(i + round) % runs.length]
      if (round % run.every !== 0) {
        run.samples.push(undefined)
        continue
      }
      collect()
      run.samples.push(time(run.stringify, supply, workload.args, run.count, now) * 1e6 / run.count)
    }
  }
  if (runs.length > 0 && sink === 0) throw new Error('nothing was written')
  return Object.fromEntries(runs.map(({ id, samples }) => [id, samples]))
}

/** Milliseconds per call once warm. */
function warm (stringify, supply, args, ms, now) {
  let spent = 0
  let count = Math.max(1, supply.step)
  for (;;) {
    const taken = time(stringify, supply, args, count, now)
    spent += taken
    if (spent >= ms) return Math.max(taken / count, 1e-6)
    if (taken < ms / 8) count *= 2
  }
}

/**
 * @param {Array<number | undefined>} samples
 * @returns {{ median: number, low: number, high: number }} the quartiles
 */
function spread (samples) {
  const sorted = samples.filter(sample => sample !== undefined).sort((a, b) => a - b)
  const at = share => {
    const position = share * (sorted.length - 1)
    const below = Math.floor(position)
    return sorted[below] + (sorted[Math.ceil(position)] - sorted[below]) * (position - below)
  }
  return { median: at(0.5), low: at(0.25), high: at(0.75) }
}

module.exports = { LIMITS, inputs, measure, spread }
