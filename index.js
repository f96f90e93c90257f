'use strict'

// fast-safe-json: JSON.stringify that never throws on a circular reference or a BigInt.

const { DEFAULTS, readOptions } = require('./lib/options')
const { binding, error } = require('./lib/binding')
const { dispatch } = require('./lib/dispatch')

const safeStringify = dispatch(DEFAULTS)

/** Makes a stringify function with options of its own. */
function configure (options) {
  const settings = readOptions(options)
  if ((settings.engine === 'tape' || settings.engine === 'walk') && binding === null) {
    throw new Error(`engine '${settings.engine}' needs the addon, which is not loaded: ${error?.message}`, { cause: error })
  }
  return dispatch(settings)
}

module.exports = safeStringify
module.exports.safeStringify = safeStringify
module.exports.configure = configure
module.exports.default = safeStringify
module.exports.engine = binding === null ? 'portable' : 'native'
module.exports.loadError = error
