'use strict'

// Checks binaries for Linux as a release would ship them: `node scripts/check-binary.js file.node …`. One for glibc asks for
// no later version than 2.17, one for musl for nothing of glibc; both ask for no library that a small container may lack.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')

const FLOOR = [2, 17]
const LIBRARIES = /^(libc\.so(\.6)?|libc\.musl-\w+\.so\.1|libpthread\.so\.0|libdl\.so\.2|libm\.so\.6|ld-linux-(x86-64|aarch64)\.so\.\d|libgcc_s\.so\.1)$/

/** @param {string} file */
function check (file) {
  const text = execFileSync('readelf', ['--dynamic', '--version-info', '--wide', file], { encoding: 'utf8' })
  const libraries = [...text.matchAll(/\(NEEDED\).*\[(.*)\]/g)].map(([, name]) => name)
  const versions = [...new Set([...text.matchAll(/GLIBC_(\d+\.\d+)/g)].map(([, version]) => version))]
    .map(version => version.split('.').map(Number))
    .sort(([a, b], [c, d]) => a - c || b - d)
  const latest = versions.at(-1)

  const faults = libraries.filter(name => !LIBRARIES.test(name)).map(name => `needs ${name}`)
  if (file.includes('-musl')) {
    if (latest !== undefined) faults.push('is for musl and asks for glibc')
    if (libraries.some(name => name.endsWith('.so.6') || name.startsWith('ld-linux'))) faults.push('is for musl and needs glibc')
  } else if (latest === undefined) {
    faults.push('is for glibc and does not ask for it')
  } else if (latest[0] > FLOOR[0] || (latest[0] === FLOOR[0] && latest[1] > FLOOR[1])) {
    faults.push(`asks for glibc ${latest.join('.')}; ${FLOOR.join('.')} is the latest it may`)
  }
  const size = `${(fs.statSync(file).size / 1024).toFixed(0)} KiB`
  console.log(`${file}: ${size}, glibc ${latest?.join('.') ?? 'none'}, needs ${libraries.join(', ')}`)
  return faults.map(fault => `${file} ${fault}`)
}

const faults = process.argv.slice(2).flatMap(check)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 && process.argv.length > 2 ? 0 : 1
