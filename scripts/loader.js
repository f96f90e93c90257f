'use strict'

// `npm run loader` writes fast-safe-json.binding.js, the loader that napi-rs generates from the `napi` section of
// package.json; `npm run loader -- --check` compares the file with what napi-rs would write. (`napi build` would write the
// same, after building.)

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const ROOT = path.join(__dirname, '..')
const NAME = 'fast-safe-json.binding.js'
/** What the `#[napi]` macro exports; functions that src/node.rs adds by itself are not listed in a loader. */
const EXPORTS = ['version']

/** @param {string} folder */
async function writeLoader (folder) {
  const { writeJsBinding } = require('@napi-rs/cli')
  const { name, version, napi } = require('../package.json')
  await writeJsBinding({
    platform: true,
    binaryName: napi.binaryName,
    packageName: name,
    version,
    outputDir: folder,
    jsBinding: NAME,
    idents: EXPORTS
  })
}

async function check () {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fast-safe-json-'))
  try {
    await writeLoader(folder)
    const [ours, fresh] = [ROOT, folder].map(from => fs.readFileSync(path.join(from, NAME), 'utf8'))
    if (ours === fresh) return
    console.error(`${NAME} is not what napi-rs generates; \`npm run loader\` writes it anew`)
    process.exitCode = 1
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

if (process.argv.includes('--check')) check()
else writeLoader(ROOT)
