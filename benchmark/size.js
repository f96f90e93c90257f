'use strict'

// How cost grows with size: time and memory for rows of 100 bytes to 100 MB of text.

const { runChild } = require('./children/fork')
const { createProgress, duration, size, table } = require('./terminal')

const SIZES = [100, 300, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6, 3e6, 1e7, 3e7, 1e8]
const MEMORY_SIZES = [1e6, 1e7, 1e8]
const CONTENDERS = ['json', 'poppinss', 'auto', 'tape']

/**
 * @param {Array<{ version: string, executable: string }>} nodes
 * @param {'wall' | 'cpu'} clock
 * @returns {Promise<Array<{ node: string, size: number, characters: number, times?: object, memory?: Record<string, number> }>>}
 */
async function measureSizes (nodes, clock) {
  const results = []
  const progress = createProgress(SIZES.length * nodes.length)
  for (const wanted of SIZES) {
    // Seconds a call, and gigabytes, beyond.
    const contenders = CONTENDERS.filter(id => id !== 'poppinss' || wanted <= 1e7)
    for (const { version, executable } of nodes) {
      progress.say(`size ${size(wanted)} on ${version}`)
      const answer = await runChild('size', executable, { size: wanted, contenders, memory: false, clock })
      const result = { node: version, size: wanted, ...answer }
      if (MEMORY_SIZES.includes(wanted)) {
        result.memory = {}
        for (const id of contenders) {
          const { memory } = await runChild('size', executable, { size: wanted, contenders: [id], memory: true })
          if (memory !== undefined) result.memory[id] = memory
        }
      }
      results.push(result)
      progress.step()
    }
  }
  progress.clear()
  console.log(`\nCost against size, rows\n${report(results)}`)
  return results
}

function report (results) {
  const head = ['text', 'Node', ...CONTENDERS, ...CONTENDERS.map(id => `${id} memory`)]
  return table([head, ...results.map(({ node, size: wanted, times, memory, failure }) => [
    size(wanted),
    node.slice(1),
    ...failure ? [failure] : CONTENDERS.map(id => times[id] ? duration(times[id].median) : '–'),
    ...CONTENDERS.map(id => memory?.[id] === undefined ? '' : size(memory[id]))
  ])])
}

module.exports = { measureSizes }
