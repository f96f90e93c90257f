'use strict'

// Finds the addon and loads it, or keeps the reason why not. Nothing here throws: without the addon the portable engine
// serves. `NODE_DEBUG=fast-safe-json` prints what came of it.
//
// The loader that napi-rs generates (fast-safe-json.binding.js) knows the names of the binaries and of the packages that
// carry them. It is not required by a literal name, because bundlers would follow that to a .node file and give up; a tracer
// of files (@vercel/nft) understands `path.join(__dirname, …)` and takes loader and binary along.

const { createRequire } = require('node:module')
const path = require('node:path')
const { debuglog, inspect } = require('node:util')
const { LAYOUT } = require('./tape')

/** What Node, and Yarn PnP in its stead, say of a module that is not there; the loader keeps messages without their codes. */
const NOT_THERE = /^Cannot find (module|package)|tried to access|^Qualified path resolution failed/

/** The addon that the environment names, or the one for this platform. Throws when there is none. */
function find () {
  const { FAST_SAFE_JSON_NATIVE: wanted, FAST_SAFE_JSON_NATIVE_PATH: file } = process.env
  if (wanted === '0') throw new Error('FAST_SAFE_JSON_NATIVE is 0')
  const addon = file ? requireNamed(path.resolve(file)) : requireForPlatform()
  if (typeof addon?.version !== 'function' || typeof addon.createPrinter !== 'function') {
    throw new Error('the binary is not an addon of this package')
  }
  const { version } = require('../package.json')
  if (addon.version() !== version) {
    throw new Error(`the binary is of version ${addon.version()}, the package of version ${version}`)
  }
  if (typeof addon.layout !== 'function' || addon.layout() !== LAYOUT) {
    throw new Error('the binary reads another layout of the tape: build it again')
  }
  return addon
}

/** @param {string} file */
function requireNamed (file) {
  try {
    return createRequire(file)(file)
  } catch (cause) {
    throw new Error(`FAST_SAFE_JSON_NATIVE_PATH: ${firstLine(cause)}`, { cause })
  }
}

function requireForPlatform () {
  try {
    return requireLoader()
  } catch (cause) {
    throw new Error(tellingOf(cause), { cause })
  }
}

function requireLoader () {
  let loader
  try {
    loader = path.join(__dirname, '..', 'fast-safe-json.binding.js')
    return createRequire(__filename)(loader)
  } catch (/** @type {any} */ error) {
    const isLoaderThere = loader !== undefined && !(error.code === 'MODULE_NOT_FOUND' && error.message.includes(loader))
    if (isLoaderThere) throw error
  }
  // This file is part of a bundle (in an ES module there is not even a __dirname). The package may be installed in its reach.
  const bundle = createRequire(loader === undefined ? path.join(process.cwd(), 'bundle.js') : __filename)
  return bundle(path.join(path.dirname(bundle.resolve('fast-safe-json/package.json')), 'fast-safe-json.binding.js'))
}

/**
 * The loader tries several names, and its error is a chain of what it met: what it says about a binary that is there counts
 * more than that others are not.
 * @param {unknown} error
 */
function tellingOf (error) {
  const met = []
  for (let e = error; e instanceof Error && !met.includes(e); e = e.cause) met.push(e)
  // The first of several is the loader's own, which says to install again.
  const telling = (met.length > 1 ? met.slice(1) : met).find(e => !NOT_THERE.test(e.message))
  return telling === undefined ? `there is no binary for ${process.platform}-${process.arch}` : firstLine(telling)
}

function firstLine (error) {
  return `${error?.message ?? error}`.split('\n')[0]
}

function load () {
  /** @type {any} `excludeNetwork` is not in the types of Node 20 */
  let report
  let excludeNetwork
  try {
    report = process.report
    excludeNetwork = report?.excludeNetwork
    return { binding: find(), error: undefined }
  } catch (cause) {
    const message = `fast-safe-json: the addon is not loaded, the portable engine serves: ${firstLine(cause)}`
    return { binding: null, error: new Error(message, { cause }) }
  } finally {
    // The loader sets it, to be quick. It is the application's.
    if (report && report.excludeNetwork !== excludeNetwork) report.excludeNetwork = excludeNetwork
  }
}

const loaded = load()

try {
  const debug = debuglog('fast-safe-json')
  if (debug.enabled) debug(loaded.error === undefined ? `the addon is loaded, version ${loaded.binding.version()}` : inspect(loaded.error))
} catch {
  // A runtime that does not let the environment be read.
}

module.exports = loaded
