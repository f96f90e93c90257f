'use strict'

// Fetches a package's files from the npm registry without making it a dependency: some are large, and are wanted for
// tests and measurements only.

const { execSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

/**
 * Puts the files of a package into `folder`, whole or not at all.
 * @param {string} spec name@version
 * @param {string} folder
 */
function fetchPackage (spec, folder) {
  const scratch = `${folder}.part-${process.pid}`
  fs.rmSync(scratch, { recursive: true, force: true })
  fs.mkdirSync(scratch, { recursive: true })
  // Through the shell, because npm is a script of another name on Windows.
  const options = { cwd: scratch, encoding: /** @type {const} */ ('utf8'), maxBuffer: 1 << 26 }
  const [{ filename }] = JSON.parse(execSync(`npm pack --json --ignore-scripts ${spec}`, { ...options, stdio: ['ignore', 'pipe', 'ignore'] }))
  execSync(`tar -xzf ${filename}`, options)
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  fs.renameSync(path.join(scratch, 'package'), folder)
  fs.rmSync(scratch, { recursive: true, force: true })
}

module.exports = { fetchPackage }
