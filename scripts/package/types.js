'use strict'

// The types of the installed package, as TypeScript resolves them for Node's CommonJS and ES modules and for bundlers.

const fs = require('node:fs')
const path = require('node:path')
const { project, ROOT, run, tarball } = require('./context')

const COMPILER = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
const COMMON = { target: 'ES2022', lib: ['ES2022'], types: [], strict: true, noEmit: true, esModuleInterop: true }

/** @type {Array<[string, object, string[]]>} */
const RESOLUTIONS = [
  ['node16', { module: 'Node16', moduleResolution: 'Node16' }, ['types/module.mts', 'types/commonjs.cts']],
  ['nodenext', { module: 'NodeNext', moduleResolution: 'NodeNext' }, ['types/module.mts', 'types/commonjs.cts']],
  ['bundler', { module: 'ESNext', moduleResolution: 'Bundler' }, ['types/module.mts', 'types/bundled.ts']]
]

/** @type {Promise<string> | undefined} */
let installed
async function install () {
  const cwd = project()
  await run('npm', ['install', await tarball(), '--ignore-scripts'], { cwd })
  return cwd
}

/** @type {Array<[string, () => Promise<unknown>]>} */
const checks = RESOLUTIONS.map(([name, options, files]) => [name, async () => {
  const cwd = await (installed ??= install())
  const config = path.join(cwd, `tsconfig.${name}.json`)
  fs.writeFileSync(config, JSON.stringify({ compilerOptions: { ...COMMON, ...options }, files }))
  await run(process.execPath, [COMPILER, '-p', config], { cwd })
}])

module.exports = { checks }
