'use strict'

// Finds the addon and loads it, or keeps the reason why not. Nothing here throws: without the addon the portable engine
// serves.

const path = require('node:path')

/** Names that napi-rs gives to binaries of this platform, likeliest first. */
function candidates () {
  const { platform, arch } = process
  const name = `fast-safe-json.${platform}-${arch}`
  if (platform === 'linux') return isMusl() ? [`${name}-musl`] : [`${name}-gnu`]
  if (platform === 'win32') return [`${name}-msvc`]
  return [name]
}

function isMusl () {
  const report = /** @type {any} */ (process.report)
  if (!report || typeof report.getReport !== 'function') return false
  const before = report.excludeNetwork
  report.excludeNetwork = true
  const { header } = report.getReport()
  report.excludeNetwork = before
  return !header.glibcVersionRuntime
}

function load () {
  let error
  for (const name of candidates()) {
    try {
      return { binding: require(path.join(__dirname, '..', `${name}.node`)), error: undefined }
    } catch (cause) {
      error = new Error(`fast-safe-json: the addon ${name}.node cannot be loaded; the portable engine serves`, { cause })
    }
  }
  return { binding: null, error }
}

module.exports = load()
