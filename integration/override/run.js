'use strict'

// AdonisJS 6 with fast-safe-json in the place of `@poppinss/utils/json`, by an npm override and by a module hook, as
// docs/adonisjs.md says. Installs both from npm in a temporary folder, so it is not among the usual tests:
// `npm --prefix integration run test:override`.

const assert = require('node:assert/strict')
const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const ROOT = path.join(__dirname, '..', '..')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fast-safe-json-'))

try {
  const tarball = JSON.parse(npm(ROOT, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder))[0].filename
  for (const kind of ['hook', 'override']) check(kind, path.join(folder, kind), path.join(folder, tarball))
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}

function check (kind, cwd, tarball) {
  fs.cpSync(__dirname, cwd, { recursive: true })
  const manifest = {
    private: true,
    type: 'module',
    dependencies: {
      '@adonisjs/http-server': '^7.8.1',
      '@adonisjs/application': '^8.0.2',
      '@adonisjs/encryption': '^6.0.0',
      '@adonisjs/events': '^9.0.0',
      '@adonisjs/fold': '^10.0.1',
      '@adonisjs/logger': '^6.0.1',
      'fast-safe-json': `file:${tarball}`
    }
  }
  if (kind === 'override') {
    // The override replaces every copy, so all must want version 6; fold wants 7 from 10.2 on.
    manifest.dependencies['@adonisjs/fold'] = '~10.1.3'
    manifest.dependencies['poppinss-utils'] = 'npm:@poppinss/utils@6.10.1'
    manifest.dependencies['@poppinss/utils'] = 'file:./poppinss-utils'
    manifest.overrides = { '@poppinss/utils': '$@poppinss/utils' }
  }
  fs.writeFileSync(path.join(cwd, 'package.json'), JSON.stringify(manifest, null, 2))
  npm(cwd, 'install', '--no-audit', '--no-fund', '--ignore-scripts')
  // The binary is built on this machine, not packed.
  for (const name of fs.readdirSync(ROOT)) {
    if (name.endsWith('.node')) fs.copyFileSync(path.join(ROOT, name), path.join(cwd, 'node_modules', 'fast-safe-json', name))
  }
  const args = kind === 'hook' ? ['--import', './use-safe-json.mjs', 'server.mjs', 'hook'] : ['server.mjs']
  const answer = JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8', timeout: 30_000 }))
  assert.deepEqual(answer, { status: 200, body: '{"id":"1","at":"1970-01-01T00:00:00.000Z"}', isOurs: true })
  console.log(`${kind}: passed`)
}

function npm (cwd, ...args) {
  const [command, first] = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ['npm', []]
  return execFileSync(command, [...first, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 240_000 })
}
