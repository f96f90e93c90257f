'use strict'

// What the figures come from: versions and machine, without names of hosts, folders or people.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const ROOT = path.join(__dirname, '..')

/** The commit of this checkout, with `+` when files differ from it; undefined outside a repository. */
function commit (root = ROOT) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+')
  } catch {
    return undefined
  }
}

function packageVersions () {
  const { dependencies } = require('./package.json')
  return Object.fromEntries(Object.keys(dependencies).map(name => {
    const file = path.join(__dirname, 'node_modules', name, 'package.json')
    return [name, JSON.parse(fs.readFileSync(file, 'utf8')).version]
  }))
}

function machine () {
  const cpus = os.cpus()
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    memory: `${Math.round(os.totalmem() / 2 ** 30)} GB`,
    system: `${os.type()} ${os.arch()}`,
    version: require('../package.json').version,
    commit: commit(),
    packages: packageVersions()
  }
}

/** @param {ReturnType<typeof machine>} facts */
function describe (facts) {
  const packages = Object.entries(facts.packages).map(([name, version]) => `${name} ${version}`).join(', ')
  return [
    `fast-safe-json ${facts.version}${facts.commit ? ` (${facts.commit})` : ''}, ${facts.date}`,
    `${facts.cpu}, ${facts.cores} cores, ${facts.memory}, ${facts.system}`,
    packages
  ].join('\n')
}

module.exports = { commit, machine, describe }
