'use strict'

// Serializers of response schemas that are nothing but an array of numbers, integers or strings: a builder in front of
// Fastify's own one, which makes them with fast-json-stringify. The elements go straight to the bulk printer. Every other
// schema, and every element of another type, is left to what fast-json-stringify makes of the same schema.
//
// Arrays inside of a larger schema stay with it too: its code for the whole schema is generated, and running a changed
// copy of that code (measured: 1.4 to 6 times as fast for { …, embedding: number[] }) would mean generating code here.

const { ArrayIsArray, ObjectKeys, isProxy } = require('../builtins')
const { binding } = require('../binding')
const { createBulk } = require('../bulk')

// From which length on the bulk printer is faster than fast-json-stringify's code, measured on Node 20 to 26: numbers
// twice at 16 elements and more beyond. Strings gain 1.1 to 1.5 before V8 13.8 when there are many; since then
// JSON.stringify, which fast-json-stringify uses, is ahead at any length.
const [v8Major, v8Minor] = process.versions.v8.split('.').map(Number)
const hasFastStrings = v8Major > 13 || (v8Major === 13 && v8Minor >= 8)
const MIN_LENGTH = { number: 24, integer: 24, string: hasFastStrings ? Infinity : 512 }

// Keywords of an array and of its items that do not change the text. Those that say what is valid are not enforced by
// fast-json-stringify.
const ANNOTATIONS = ['title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly', '$comment']
const OF_ARRAY = new Set(['type', 'items', 'nullable', '$id', '$schema', 'minItems', 'maxItems', 'uniqueItems', ...ANNOTATIONS])
const OF_ITEMS = {
  number: new Set(['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', ...ANNOTATIONS]),
  integer: new Set(['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', ...ANNOTATIONS]),
  string: new Set(['type', 'minLength', 'maxLength', 'pattern', ...ANNOTATIONS])
}
// Options of fast-json-stringify with which its text is the one that is known here.
const OPTIONS = new Set(['rounding', 'ajv'])

/**
 * @typedef {(data: any) => string} Serializer
 * @typedef {(route: { schema: any, [name: string]: unknown }) => Serializer} Compiler
 * @typedef {(externalSchemas: any, options: any) => Compiler} Builder
 */

/** The builders made here: a plugin registered in a scope below finds one of them. */
const builders = new WeakSet()

/**
 * @param {Builder} build Fastify's own builder
 * @returns {Builder}
 */
function createBuilder (build) {
  if (binding === null || builders.has(build)) return build
  const bulk = createBulk(binding)
  builders.add(buildSerializer)
  return buildSerializer

  function buildSerializer (externalSchemas, options) {
    const compile = build(externalSchemas, options)
    if (!hasOnly(options ?? {}, OPTIONS)) return compile
    return function compileSerializer (route) {
      const serialize = compile(route)
      const type = wholeArray(route.schema)
      if (type === null || MIN_LENGTH[type] === Infinity) return serialize
      const coerce = build(undefined, options)({ ...route, schema: { type } })
      return arraySerializer(serialize, bulk[type], MIN_LENGTH[type], coerce)
    }
  }
}

/** The type of the elements when the schema is nothing but an array of numbers, integers or strings; else null. */
function wholeArray (schema) {
  if (!isPlainObject(schema) || schema.type !== 'array' || !hasOnly(schema, OF_ARRAY)) return null
  const { items } = schema
  if (!isPlainObject(items) || typeof items.type !== 'string' || !Object.hasOwn(OF_ITEMS, items.type)) return null
  return hasOnly(items, OF_ITEMS[items.type]) ? items.type : null
}

/**
 * @param {Serializer} serialize fast-json-stringify's serializer of the array
 * @param {import('../bulk').Serialize} print
 * @param {number} minLength
 * @param {Serializer} coerce fast-json-stringify's serializer of an element
 * @returns {Serializer}
 */
function arraySerializer (serialize, print, minLength, coerce) {
  return function serializeArray (data) {
    // A Proxy would see that its length is read.
    if (!ArrayIsArray(data) || isProxy(data)) return serialize(data)
    const { length } = data
    return length < minLength ? serialize(data) : print(data, length, coerce) ?? serialize(data)
  }
}

function isPlainObject (value) {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function hasOnly (object, keys) {
  return ObjectKeys(object).every(key => keys.has(key))
}

module.exports = { createBuilder }
