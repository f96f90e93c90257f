'use strict'

// The types of fast-safe-json/fastify and fast-safe-json/poppinss, with TypeScript of the package's own development.

const assert = require('node:assert/strict')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { test } = require('node:test')

const tsc = path.join(__dirname, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc')

test('types', { skip: !fs.existsSync(tsc) && 'no TypeScript: npm install in the package\'s root' }, () => {
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', path.join(__dirname, '..', 'types')], { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
})
