'use strict'

// Makes the package.json of the current folder the one that is published, after `napi pre-publish` has added the platform
// packages to it: no install script, because pnpm 11 and later fail an installation whose scripts nobody has allowed, and
// the binary comes from a platform package. (A checkout, and a file packed from it, build the addon when they are installed.)
// Where a platform has no package, `node node_modules/fast-safe-json/scripts/install.js` builds the addon.

const fs = require('node:fs')
const path = require('node:path')

const FILE = path.resolve('package.json')
const manifest = JSON.parse(fs.readFileSync(FILE, 'utf8'))

const platforms = Object.keys(manifest.optionalDependencies ?? {}).filter(name => name.startsWith(`${manifest.name}-`))
if (platforms.length !== manifest.napi.targets.length) throw new Error('`napi pre-publish` has not been run here')

manifest.scripts = {}
delete manifest.devDependencies

fs.writeFileSync(FILE, JSON.stringify(manifest, null, 2) + '\n')
