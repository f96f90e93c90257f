'use strict'

// Both ends of a measurement in a process of its own: one message with the job, one with the answer.

const { fork } = require('node:child_process')
const path = require('node:path')

const TIMEOUT = 180000 // ms, then it counts as hung

/**
 * Starts the file `name` of this folder.
 * @param {string} name
 * @param {string} executable of the Node to run it with
 * @param {object} job
 * @returns {Promise<any>} the answer, or `{ failure }`
 */
function runChild (name, executable, job) {
  return new Promise(resolve => {
    const child = fork(path.join(__dirname, `${name}.js`), [], { execPath: executable, execArgv: ['--expose-gc'] })
    let result
    const timer = setTimeout(() => {
      result = { failure: `no answer after ${TIMEOUT / 1000} s` }
      child.kill('SIGKILL')
    }, TIMEOUT)
    child.on('message', message => { result = message })
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      resolve(result ?? { failure: `the process ended with ${signal ?? code}` })
    })
    child.send(job)
  })
}

/**
 * What such a file calls.
 * @param {(job: any) => Promise<object>} work
 */
function answer (work) {
  process.once('disconnect', () => process.exit()) // the parent is gone
  process.once('message', async job => {
    const result = await work(job).catch(error => ({ failure: `${error.name}: ${error.message}` }))
    process.send(result, () => process.disconnect())
  })
}

module.exports = { runChild, answer }
