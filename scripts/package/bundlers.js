'use strict'

// A small program bundled by esbuild, webpack and Vite (SSR), with the package inside the bundle and outside. No bundler
// needs a setting: the bundle finds the addon where the package is installed in its reach, and elsewhere the portable engine
// serves. @vercel/nft, which copies files instead of bundling them, takes the addon along.

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const { FOLDER, project, published, run, TOOLS } = require('./context')

/** @param {string} name @returns {any} */
const tool = name => require(path.join(TOOLS, name))

/** @type {Promise<string> | undefined} */
let installed
/** The project whose program is bundled. */
async function install () {
  const cwd = project()
  fs.cpSync(path.join(__dirname, 'bundle'), path.join(cwd, 'src'), { recursive: true })
  const { url } = await published()
  await run('npm', ['install', 'fast-safe-json', `--registry=${url}`], { cwd })
  return cwd
}

/** @typedef {(cwd: string, output: string, isExternal: boolean) => Promise<unknown>} Bundle from src/app.mjs to a file */
const entry = cwd => path.join(cwd, 'src', 'app.mjs')

/** @type {Array<[string, string, Bundle]>} */
const BUNDLERS = [
  ['esbuild', 'cjs', (cwd, output, isExternal) => tool('esbuild').build({
    absWorkingDir: cwd, entryPoints: [entry(cwd)], outfile: output, bundle: true, platform: 'node', logLevel: 'error',
    external: isExternal ? ['fast-safe-json'] : []
  })],
  ['esbuild, ES module', 'mjs', (cwd, output, isExternal) => tool('esbuild').build({
    absWorkingDir: cwd, entryPoints: [entry(cwd)], outfile: output, bundle: true, platform: 'node', logLevel: 'error',
    external: isExternal ? ['fast-safe-json'] : [], format: 'esm',
    // What esbuild wants for any CommonJS package that requires a module of Node's.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' }
  })],
  ['webpack', 'cjs', (cwd, output, isExternal) => new Promise((resolve, reject) => tool('webpack')({
    context: cwd, entry: entry(cwd), target: 'node', mode: 'production',
    output: { path: path.dirname(output), filename: path.basename(output) },
    externals: isExternal ? { 'fast-safe-json': 'commonjs fast-safe-json' } : {}
  }, (error, stats) => {
    const isFine = !error && !stats.hasErrors() && !stats.hasWarnings()
    if (isFine) resolve(stats)
    else reject(error ?? new Error(stats.toString()))
  }))],
  ['Vite, SSR', 'mjs', async (cwd, output, isExternal) => {
    const vite = await import(path.join(TOOLS, 'vite', 'dist', 'node', 'index.js'))
    return vite.build({
      root: cwd, configFile: false, logLevel: 'error',
      // Dependencies stay outside unless told otherwise.
      ssr: isExternal ? {} : { noExternal: true },
      build: {
        ssr: entry(cwd), outDir: path.dirname(output), emptyOutDir: false,
        rollupOptions: { output: { entryFileNames: path.basename(output) } }
      }
    })
  }]
]

async function start (file) {
  return JSON.parse((await run(process.execPath, [file], { cwd: path.dirname(file) })).stdout)
}

/** @type {Array<[string, () => Promise<unknown>]>} */
const checks = BUNDLERS.flatMap(([name, extension, bundle]) => {
  const file = name.replace(/\W+/g, '-')
  return /** @type {Array<[string, () => Promise<unknown>]>} */ ([
    [`${name}, inside`, async () => {
      const cwd = await (installed ??= install())
      const output = path.join(cwd, 'dist', `${file}.${extension}`)
      await bundle(cwd, output, false)
      assert.strictEqual((await start(output)).engine, 'native', 'beside node_modules')
      // Alone, as a container that has nothing but the bundle.
      const alone = path.join(FOLDER, 'alone', `${file}.${extension}`)
      fs.mkdirSync(path.dirname(alone), { recursive: true })
      fs.copyFileSync(output, alone)
      const { engine, reason } = await start(alone)
      assert.strictEqual(engine, 'portable', 'alone')
      assert.match(reason, /there is no binary for/)
    }],
    [`${name}, outside`, async () => {
      const cwd = await (installed ??= install())
      const output = path.join(cwd, 'dist', `${file}-external.${extension}`)
      await bundle(cwd, output, true)
      assert(!fs.readFileSync(output, 'utf8').includes('portable engine'), 'the package is not in the bundle')
      assert.strictEqual((await start(output)).engine, 'native')
    }]
  ])
})

checks.push(['@vercel/nft', async () => {
  const cwd = await (installed ??= install())
  const { fileList } = await tool('@vercel/nft').nodeFileTrace([path.join(cwd, 'check.cjs')], { base: cwd })
  const copy = path.join(FOLDER, 'traced')
  for (const file of fileList) fs.cpSync(path.join(cwd, file), path.join(copy, file), { recursive: true })
  assert.strictEqual((await start(path.join(copy, 'check.cjs'))).engine, 'native')
}])

module.exports = { checks }
