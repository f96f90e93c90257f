'use strict'

// The specification's text of JSON.stringify (ECMA-262, section JSON.stringify), step by step and as slow as it likes
// to be, with the two exceptions this package makes. The tests take it at its word where JSON.stringify itself throws;
// everywhere else they compare it with JSON.stringify too. Some tests patch built-ins while it runs: it uses those of
// before, and no method of arrays.

const { types } = require('node:util')

const { defineProperty, keys: objectKeys } = Object
const { isArray } = Array
const { apply } = Reflect
const { isFinite } = Number
const { min, trunc } = Math
const booleanValueOf = Boolean.prototype.valueOf
const bigintValueOf = BigInt.prototype.valueOf
const { charCodeAt, padStart, replace, slice, repeat } = String.prototype
const numberToString = Number.prototype.toString
const isRawJSON = JSON.isRawJSON ?? (() => false)

// Where V8 leaves the specification, for as long as it does: a space between 0 and 1 gives new lines without
// indentation, and a NUL ends the indentation.
const V8_FRACTION = JSON.stringify([1], null, 0.5) !== '[1]'
const V8_NUL = JSON.stringify([1], null, 'a\0b') === '[\na1\n]'

/**
 * @param {any} value
 * @param {any} [replacer]
 * @param {any} [space]
 * @param {{ bigint?: 'string' | 'throw', circularValue?: undefined | TypeErrorConstructor }} [options]
 * @returns {string | undefined}
 */
function stringify (value, replacer, space, options = {}) {
  const state = { replacerFunction: undefined, propertyList: undefined, gap: undefined, indent: '', stack: null, options }
  if (typeof replacer === 'function') {
    state.replacerFunction = replacer
  } else if (isObject(replacer) && isArray(replacer)) {
    state.propertyList = propertyList(replacer)
  }
  state.gap = gapOf(space)
  const wrapper = {}
  createDataProperty(wrapper, '', value)
  return serializeProperty(state, '', wrapper)
}

function isObject (value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

// The descriptor has no prototype: a polluted Object.prototype must not make another kind of it.
function createDataProperty (object, key, value) {
  defineProperty(object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true })
}

function propertyList (array) {
  const list = []
  const length = lengthOf(array)
  for (let k = 0; k < length; k++) {
    const v = array[k]
    let item
    if (typeof v === 'string') item = v
    else if (typeof v === 'number' || types.isNumberObject(v) || types.isStringObject(v)) item = toText(v)
    if (item !== undefined && !contains(list, item)) createDataProperty(list, list.length, item)
  }
  return list
}

function contains (list, item) {
  for (let i = 0; i < list.length; i++) if (list[i] === item) return true
  return false
}

function lengthOf (array) {
  const length = trunc(toNumber(array.length))
  return length > 0 ? min(length, Number.MAX_SAFE_INTEGER) : 0
}

// ToNumber: Number(bigint) would not throw.
function toNumber (value) {
  return +value
}

// ToString: String(symbol) would not throw.
function toText (value) {
  return `${value}`
}

// Undefined for none.
function gapOf (space) {
  if (types.isNumberObject(space)) space = toNumber(space)
  else if (types.isStringObject(space)) space = toText(space)
  if (typeof space === 'number' && space >= (V8_FRACTION ? Number.MIN_VALUE : 1)) return apply(repeat, ' ', [min(10, trunc(space))])
  if (typeof space !== 'string' || space === '') return undefined
  const gap = apply(slice, space, [0, 10])
  return V8_NUL ? apply(replace, gap, [/\0.*/s, '']) : gap
}

// SerializeJSONProperty
function serializeProperty (state, key, holder) {
  let value = holder[key]
  if (isObject(value) || typeof value === 'bigint') {
    const toJSON = value.toJSON
    if (typeof toJSON === 'function') value = apply(toJSON, value, [key])
  }
  if (state.replacerFunction !== undefined) value = apply(state.replacerFunction, holder, [key, value])
  if (isObject(value)) {
    if (types.isNumberObject(value)) value = toNumber(value)
    else if (types.isStringObject(value)) value = toText(value)
    else if (types.isBooleanObject(value)) value = apply(booleanValueOf, value, [])
    else if (types.isBigIntObject(value)) value = apply(bigintValueOf, value, [])
    else if (isRawJSON(value)) return value.rawJSON
  }
  if (value === null) return 'null'
  if (value === true) return 'true'
  if (value === false) return 'false'
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return isFinite(value) ? toText(value) : 'null'
  if (typeof value === 'bigint') {
    if (state.options.bigint === 'throw') throw new TypeError('Do not know how to serialize a BigInt')
    return `"${value}"`
  }
  if (isObject(value) && typeof value !== 'function') {
    const serialize = isArray(value) ? serializeArray : serializeObject
    for (let open = state.stack; open !== null; open = open.below) {
      if (open.value !== value) continue
      if (state.options.circularValue === TypeError) throw new TypeError('Converting circular structure to JSON')
      return undefined
    }
    return serialize(state, value)
  }
  return undefined
}

const ESCAPES = { __proto__: null, '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r', '"': '\\"', '\\': '\\\\' }

// QuoteJSONString. The expression goes by code points, so that it finds a surrogate only where it stands alone.
function quote (text) {
  // eslint-disable-next-line no-control-regex
  return '"' + apply(replace, text, [/[\0-\x1f"\\\ud800-\udfff]/gu, unit => ESCAPES[unit] ?? unicodeEscape(unit)]) + '"'
}

function unicodeEscape (unit) {
  return '\\u' + apply(padStart, apply(numberToString, apply(charCodeAt, unit, [0]), [16]), [4, '0'])
}

// SerializeJSONObject
function serializeObject (state, value) {
  const keys = state.propertyList ?? objectKeys(value)
  const colon = state.gap === undefined ? ':' : ': '
  return enclose(state, value, '{', '}', partial => {
    for (let i = 0; i < keys.length; i++) {
      const text = serializeProperty(state, keys[i], value)
      if (text !== undefined) partial(quote(keys[i]) + colon + text)
    }
  })
}

// SerializeJSONArray
function serializeArray (state, value) {
  return enclose(state, value, '[', ']', partial => {
    const length = lengthOf(value)
    for (let index = 0; index < length; index++) partial(serializeProperty(state, toText(index), value) ?? 'null')
  })
}

// What both have in common: the stack, the indentation, and separators between what `fill` hands to its argument.
function enclose (state, value, open, close, fill) {
  const stepback = state.indent
  state.stack = { value, below: state.stack }
  state.indent += state.gap ?? ''
  let content = ''
  fill(text => {
    if (content !== '') content += state.gap === undefined ? ',' : `,\n${state.indent}`
    content += text
  })
  if (content !== '' && state.gap !== undefined) content = `\n${state.indent}${content}\n${stepback}`
  state.stack = state.stack.below
  state.indent = stepback
  return open + content + close
}

module.exports = { stringify }
