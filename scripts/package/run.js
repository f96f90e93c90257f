'use strict'

// `npm run test:package`: the package as its users meet it. It is packed, published to a registry on this machine,
// installed by each package manager, bundled, and loaded in other runtimes. Arguments are parts of the names of the checks
// to make: `npm run test:package -- pnpm webpack`; --keep leaves the folder with all projects.
//
// Package managers and bundlers come from this folder's package.json, the runtimes from the npm registry, once.

const { execSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { end, Skip, TOOLS } = require('./context')

const GROUPS = ['workflows', 'managers', 'source', 'types', 'bundlers', 'jest', 'runtimes', 'musl']

/**
 * @param {string[]} parts
 * @param {boolean} keep
 */
async function main (parts, keep) {
  if (!fs.existsSync(path.join(TOOLS, '.package-lock.json'))) {
    execSync('npm ci --ignore-scripts', { cwd: __dirname, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const group of GROUPS) {
    for (const [name, check] of require(`./${group}`).checks) {
      const title = `${group}: ${name}`
      if (parts.length > 0 && !parts.some(part => title.includes(part))) continue
      const started = Date.now()
      const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`
      try {
        await check()
        counts.passed++
        console.log(`ok       ${title} (${seconds()})`)
      } catch (/** @type {any} */ error) {
        if (error instanceof Skip) {
          counts.skipped++
          console.log(`skipped  ${title}: ${error.message}`)
        } else {
          counts.failed++
          console.log(`FAILED   ${title} (${seconds()})\n${error.stack}\n`)
        }
      }
    }
  }
  await end(keep)
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1
}

const args = process.argv.slice(2)
main(args.filter(arg => arg !== '--keep'), args.includes('--keep'))
