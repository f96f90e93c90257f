'use strict'

// `npm test` here: all test files, or those whose names contain one of the arguments. Without the dependencies it says
// how to get them. AdonisJS needs Node 24: its tests say so on older versions.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

if (!fs.existsSync(path.join(__dirname, 'node_modules', 'fastify'))) {
  console.error('The dependencies are not installed: npm --prefix integration ci')
  process.exit(1)
}
require('./link')

const parts = process.argv.slice(2)
const files = fs.readdirSync(path.join(__dirname, 'test'))
  .filter(name => /\.test\.m?js$/.test(name) && (parts.length === 0 || parts.some(part => name.includes(part))))
  .map(name => path.join('test', name))
const { status } = spawnSync(process.execPath, ['--test', '--test-reporter=spec', ...files], { cwd: __dirname, stdio: 'inherit' })
process.exitCode = status ?? 1
