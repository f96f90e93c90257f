'use strict'

// What the checks of the package have in common: a folder of their own, programs that are run, the packed package, and a
// registry that has it as if it were published.

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { promisify } = require('node:util')
const { fetchPackage } = require('../fetch')
const { startRegistry } = require('./registry')

const ROOT = path.join(__dirname, '..', '..')
const TOOLS = path.join(__dirname, 'node_modules')
const FOLDER = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'fast-safe-json-package-'))

/** A check that cannot be made here. */
class Skip extends Error {}

/**
 * Runs a program and gives what it printed. Fails with all its output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined> }} [options]
 */
async function run (command, args, { cwd = FOLDER, env = {} } = {}) {
  try {
    const shell = process.platform === 'win32' && !path.isAbsolute(command)
    const { stdout, stderr } = await promisify(execFile)(command, args, {
      cwd, env: { ...clean(process.env), ...env }, encoding: 'utf8', maxBuffer: 1 << 26, shell, timeout: 300_000
    })
    return { stdout, stderr }
  } catch (/** @type {any} */ cause) {
    const { code, signal, stdout, stderr } = cause
    throw new Error(`${command} ${args.join(' ')} in ${cwd}: ${signal ?? code}\n${stdout}\n${stderr}`, { cause })
  }
}

/**
 * Without what `npm run` and this package's own checks add.
 * @param {NodeJS.ProcessEnv} env
 */
function clean (env) {
  const dropped = /^(npm_(?!config_registry|config_cafile)|FAST_SAFE_JSON_|NODE_OPTIONS$|INIT_CWD$)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.test(name)))
}

/** A PATH on which there is no cargo. */
function pathWithoutRust () {
  const has = (folder, name) => fs.existsSync(path.join(folder, name)) || fs.existsSync(path.join(folder, `${name}.exe`))
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(folder => !has(folder, 'cargo'))
  // Node may have stood beside it.
  return [...folders, path.dirname(process.execPath)].filter(folder => !has(folder, 'cargo')).join(path.delimiter)
}

let count = 0
/**
 * An empty project with the programs of consumer/.
 * @param {object} [manifest]
 */
function project (manifest = {}) {
  const folder = path.join(FOLDER, `project-${++count}`)
  fs.cpSync(path.join(__dirname, 'consumer'), folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'consumer', version: '1.0.0', private: true, ...manifest }))
  return folder
}

/** @template T @param {() => T} make @returns {() => T} */
function once (make) {
  /** @type {T | undefined} */
  let made
  return () => (made ??= make())
}

/** The packed package. */
const tarball = once(async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', FOLDER], { cwd: ROOT })
  return path.join(FOLDER, JSON.parse(stdout)[0].filename)
})

/**
 * The package as the release publishes it: napi-rs makes the platform packages and adds them to `optionalDependencies`. The
 * binary that was built here stands in for those of all platforms; the others must not be installed.
 */
const published = once(async () => {
  const { binaryName } = require('../install')
  const binary = path.join(ROOT, binaryName())
  if (!fs.existsSync(binary)) throw new Skip('no addon was built')
  await run('tar', ['-xzf', await tarball()])
  const folder = path.join(FOLDER, 'package')
  const cli = path.join(ROOT, 'node_modules', '@napi-rs', 'cli', 'cli.mjs')
  await run(process.execPath, [cli, 'create-npm-dirs'], { cwd: folder })
  const platforms = fs.readdirSync(path.join(folder, 'npm'))
  for (const name of platforms) {
    fs.copyFileSync(binary, path.join(folder, 'npm', name, `fast-safe-json.${name}.node`))
  }
  await run(process.execPath, [cli, 'pre-publish', '-t', 'npm', '--skip-optional-publish', '--no-gh-release'], { cwd: folder })
  await run(process.execPath, [path.join(ROOT, 'scripts', 'published.js')], { cwd: folder })
  const folders = platforms.map(name => path.join(folder, 'npm', name))
  return startRegistry([folder, ...folders], path.join(FOLDER, 'registry'))
})

/**
 * A program that npm has as one package for each platform, fetched once. (In package-lock.json `npm ci` would want all of them,
 * also those that a registry may lack.)
 * @param {string} prefix of the packages' names
 * @param {Record<string, string>} platforms the rest of the name by Node's name of the platform
 * @param {string} version
 * @param {string} file inside the package
 */
function executable (prefix, platforms, version, file) {
  const platform = platforms[`${process.platform}-${process.arch}`]
  if (platform === undefined) throw new Skip(`no ${prefix}… for this platform`)
  const folder = path.join(ROOT, '.cache', 'programs', `${prefix.replace(/\W+/g, '-').slice(1)}${platform}-${version}`)
  if (!fs.existsSync(folder)) fetchPackage(`${prefix}${platform}@${version}`, folder)
  return path.join(folder, file)
}

/** Ends what was started, and removes the folder. */
async function end (keep) {
  await published().then(registry => registry.close(), () => {})
  if (keep) console.log(`kept: ${FOLDER}`)
  else fs.rmSync(FOLDER, { recursive: true, force: true, maxRetries: 3 })
}

module.exports = { end, executable, FOLDER, pathWithoutRust, project, published, ROOT, run, Skip, tarball, TOOLS }
