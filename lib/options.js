'use strict'

// The options of `configure` and the arguments of a call, checked and turned into what the flattener reads.

const {
  ArrayIsArray, JSONStringify, MathTrunc, ObjectKeys, ReflectApply, SetAdd, SetHas, StringIndexOf, StringSlice,
  isNumberObject, isStringObject, inspect
} = require('./builtins')
const { createList } = require('./list')

const ENGINES = ['auto', 'v8', 'tape', 'walk', 'portable']
const OPTIONS = ['engine', 'bigint', 'circularValue', 'deterministic']

/**
 * @typedef {object} Settings
 * @property {'auto' | 'v8' | 'tape' | 'walk' | 'portable'} engine
 * @property {'string' | 'throw'} bigint what becomes of a BigInt
 * @property {'omit' | 'throw'} circular what becomes of a reference to an ancestor
 */

/** What `safeStringify` does. @type {Settings} */
const DEFAULTS = Object.freeze({ engine: 'auto', bigint: 'string', circular: 'omit' })

/**
 * @param {unknown} options
 * @returns {Settings}
 * @throws {TypeError} naming the option that is unknown or of a wrong kind
 */
function readOptions (options) {
  if (options === undefined) return DEFAULTS
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`options must be an object, not ${inspect(options)}`)
  }
  const given = ObjectKeys(options)
  for (let i = 0; i < given.length; i++) {
    if (!includes(OPTIONS, given[i])) {
      throw new TypeError(`unknown option ${inspect(given[i])}; the options are ${list(OPTIONS)}`)
    }
  }
  // Own options only, whatever Object.prototype holds.
  /** @type {Record<string, unknown>} */
  const own = { __proto__: null, ...options }
  const { engine, bigint, circularValue, deterministic } = own
  const settings = { ...DEFAULTS }
  if (engine !== undefined) settings.engine = oneOf('engine', engine, ENGINES)
  if (bigint !== undefined) settings.bigint = oneOf('bigint', bigint, ['string', 'throw'])
  if (circularValue !== undefined) {
    if (circularValue !== TypeError) {
      throw new TypeError(`option 'circularValue' must be undefined or TypeError, not ${inspect(circularValue)}`)
    }
    settings.circular = 'throw'
  }
  if (deterministic !== undefined && deterministic !== false) {
    throw new TypeError(`option 'deterministic' must be false, not ${inspect(deterministic)}`)
  }
  return Object.freeze(settings)
}

function oneOf (name, value, allowed) {
  if (includes(allowed, value)) return value
  throw new TypeError(`option '${name}' must be one of ${list(allowed)}, not ${inspect(value)}`)
}

function includes (array, value) {
  for (let i = 0; i < array.length; i++) if (array[i] === value) return true
  return false
}

function list (names) {
  let text = `'${names[0]}'`
  for (let i = 1; i < names.length; i++) text += `, '${names[i]}'`
  return text
}

// The last key list, if it was short and of short strings: most callers give the same one each time, and making one takes as
// long as printing a few objects.
const MAX_REMEMBERED = 64
const MAX_LENGTH = 256
/** @type {string[]} */
let remembered = []

/**
 * The key list that a replacer array stands for: strings and numbers, boxed ones too, each once.
 * @param {unknown} replacer
 * @returns {string[] | null} not to be changed; null: not an array
 */
function readAllowList (replacer) {
  if (typeof replacer !== 'object' || replacer === null || !ArrayIsArray(replacer)) return null
  const last = remembered
  const length = lengthOf(replacer)
  for (let i = 0; i < length; i++) {
    const item = replacer[i]
    if (i >= last.length || item !== last[i]) return makeAllowList(replacer, last, i, item, length)
  }
  return length === last.length ? last : makeAllowList(replacer, last, length, undefined, length)
}

/** The key list of which the first i keys are those of another, and `item` is what was read for the next. */
function makeAllowList (replacer, last, i, item, length) {
  const { items, push } = createList()
  const known = new Set()
  for (let k = 0; k < i; k++) {
    push(last[k])
    ReflectApply(SetAdd, known, [last[k]])
  }
  let isPlain = length <= MAX_REMEMBERED
  while (i < length) {
    isPlain &&= typeof item === 'string' && item.length <= MAX_LENGTH
    if (typeof item === 'string' || typeof item === 'number' || isNumberObject(item) || isStringObject(item)) {
      // As a property key has it: a part of a long string would keep all of that alive, and `for in` gives such keys.
      const key = ObjectKeys({ __proto__: null, [`${item}`]: 0 })[0]
      if (!ReflectApply(SetHas, known, [key])) {
        ReflectApply(SetAdd, known, [key])
        push(key)
      }
    }
    if (++i < length) item = replacer[i]
  }
  if (isPlain && items.length === length) remembered = items
  return items
}

// Two habits of V8 beside the specification, looked for rather than taken for granted: a number between 0 and 1 gives line
// breaks without indentation, and a gap ends at its first NUL.
const FRACTION_BREAKS_LINES = JSONStringify([0], null, 0.5) !== '[0]'
const NUL_ENDS_GAP = JSONStringify([0], null, '\0') === '[\n0\n]'

/**
 * The indentation that `space` stands for.
 * @param {unknown} space
 * @returns {string | null} at most 10 units a level; null: no line breaks either
 */
function readGap (space) {
  if (typeof space === 'object' && space !== null) {
    if (isNumberObject(space)) space = +space
    else if (isStringObject(space)) space = `${space}`
  }
  if (typeof space === 'number') {
    if (space >= 1) return ReflectApply(StringSlice, '          ', [0, MathTrunc(space)])
    return space > 0 && FRACTION_BREAKS_LINES ? '' : null
  }
  if (typeof space !== 'string' || space === '') return null
  const gap = ReflectApply(StringSlice, space, [0, 10])
  const end = NUL_ENDS_GAP ? ReflectApply(StringIndexOf, gap, ['\0']) : -1
  return end === -1 ? gap : ReflectApply(StringSlice, gap, [0, end])
}

/**
 * LengthOfArrayLike: a Proxy may answer anything.
 * @param {unknown[]} array
 */
function lengthOf (array) {
  const length = array.length
  if (typeof length === 'number' && length >>> 0 === length) return length
  const n = MathTrunc(+length)
  return n > 0 ? (n > 9007199254740991 ? 9007199254740991 : n) : 0
}

module.exports = { ENGINES, DEFAULTS, readOptions, readAllowList, readGap, lengthOf }
