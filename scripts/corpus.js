'use strict'

// JSON files of the kind that parsers and printers are measured with (twitter.json, canada.json, citm_catalog.json …):
// those the npm package simdjson ships, into .cache/corpus, once. `npm run corpus` prints the folder.

const fs = require('node:fs')
const path = require('node:path')
const { fetchPackage } = require('./fetch')

const FOLDER = path.join(__dirname, '..', '.cache', 'corpus')

/** The folder with the files. */
function corpus () {
  const files = path.join(FOLDER, 'jsonexamples')
  if (!fs.existsSync(files)) fetchPackage('simdjson@0.9.2', FOLDER)
  return files
}

if (require.main === module) console.log(corpus())

module.exports = { corpus }
