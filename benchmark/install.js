'use strict'

// The packages to compare with and to draw with, into benchmark/node_modules, once.

const { execSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

function installed () {
  const lock = fs.statSync(path.join(__dirname, 'package-lock.json')).mtimeMs
  const mark = fs.statSync(path.join(__dirname, 'node_modules', '.package-lock.json'), { throwIfNoEntry: false })
  return mark !== undefined && mark.mtimeMs >= lock
}

function install () {
  if (installed()) return
  console.log('installing what to compare with, into benchmark/node_modules')
  // Through the shell, because npm is a script of another name on Windows.
  execSync('npm ci --loglevel=error', { cwd: __dirname, stdio: ['ignore', 'ignore', 'inherit'] })
}

module.exports = { install }
