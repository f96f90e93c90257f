'use strict'

// The engines under test, in one place.

const safeStringify = require('../..')

const { configure } = safeStringify

/** Names that `configure({ engine })` takes. Those of the second list need the addon. */
const PORTABLE = ['auto', 'v8', 'portable']
const NATIVE = ['tape', 'walk']

const names = safeStringify.engine === 'native' ? [...PORTABLE, ...NATIVE] : PORTABLE

/**
 * What each test runs: a name, and a maker of the function, which takes the other options of `configure`. The package's
 * own function stands first.
 * @type {Array<[string, (options?: object) => typeof safeStringify.safeStringify]>}
 */
const engines = [
  ['safeStringify', options => options === undefined ? safeStringify : configure(options)],
  ...names.map(engine => [engine, options => configure({ ...options, engine })])
]

/** The options that make each engine JSON.stringify itself, errors included. */
const STRICT = { bigint: 'throw', circularValue: TypeError, deterministic: false }

module.exports = { engines, names, PORTABLE, NATIVE, STRICT }
