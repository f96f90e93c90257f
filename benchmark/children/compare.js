'use strict'

// One workload with two checkouts of this package in one process. compare.js starts it.

const { loadPackage } = require('../contenders')
const { measure, spread } = require('../measure')
const { workloads } = require('../workloads')
const { answer } = require('./fork')

/** @typedef {{ workload: string, roots: string[], engine: string, swap: boolean, clock: 'wall' | 'cpu' }} Job */

/** @param {Job} job */
async function work ({ workload: wanted, roots, engine, swap, clock }) {
  const workload = workloads.find(({ group, name }) => `${group}/${name}` === wanted)
  const value = workload.make()
  const functions = roots.map((root, i) => {
    const { safeStringify, configure } = loadPackage(root)
    return { id: ['old', 'new'][i], stringify: engine === 'auto' ? safeStringify : configure({ engine }) }
  })
  const probe = workload.turns ? value[0] : workload.input ? workload.input(value, 0) : value
  const [old, now] = functions.map(({ stringify }) => stringify(probe, ...workload.args ?? []))
  if (swap) functions.reverse()
  const samples = measure(functions, workload, value, { rounds: 61, warmUp: 100, slice: 4, most: 1500, clock })
  // Neighbouring slices, so that a slow moment of the machine counts on both sides.
  const ratio = (before, after) => before === undefined || after === undefined ? undefined : before / after
  const ratios = samples.old.map((time, i) => ratio(time, samples.new[i]))
  return { same: old === now, old: spread(samples.old), new: spread(samples.new), speed: spread(ratios) }
}

answer(work)
