'use strict'

// The errors that JSON.stringify throws: made word for word, and recognised. And the one that is ours.

const {
  JSONStringify, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectHasOwn, RangeErrorConstructor,
  RangeErrorPrototype, ReflectApply, TypeErrorConstructor, TypeErrorPrototype, StringStartsWith, SymbolToStringTag,
  isProxy
} = require('./builtins')

function bigIntError () {
  return new TypeErrorConstructor('Do not know how to serialize a BigInt')
}

/** @param {number} levels how many were written */
function endlessError (levels) {
  return new RangeErrorConstructor(`The value is nested more than ${levels} levels deep: ` +
    'a toJSON, a getter or a Proxy in it may answer with a new container each time')
}

/**
 * @param {object} value the container met again
 * @param {string | number} key where it was met
 * @param {unknown[]} ancestors the containers around it
 * @param {(string | number)[]} names the key of each of them
 * @param {number} depth how many there are
 */
function circularError (value, key, ancestors, names, depth) {
  let start = 0
  while (ancestors[start] !== value) start++
  // V8 shows where the circle starts, two steps from there, and the last two.
  const head = start + 3 < depth ? start + 3 : depth
  let text = `Converting circular structure to JSON\n    --> starting at object with constructor ${constructorName(value)}`
  for (let i = start + 1; i < head; i++) text += step(names[i], ancestors[i])
  if (depth > head + 1) text += '\n    |     ...'
  if (depth > head) text += step(names[depth - 1], ancestors[depth - 1])
  return new TypeErrorConstructor(`${text}\n    --- ${keyName(key)} closes the circle`)
}

function step (key, object) {
  return `\n    |     ${keyName(key)} -> object with constructor ${constructorName(object)}`
}

function keyName (key) {
  if (typeof key === 'number') return `index ${key}`
  return key === '' ? '<anonymous>' : `property '${key}'`
}

/**
 * What V8 takes for the name of an object's constructor, found without running user code. V8 also knows the function
 * that made the object, even if its prototype was changed since; that is not to be had from JavaScript.
 */
function constructorName (object) {
  if (isProxy(object)) return '\'Object\''
  const prototype = ObjectGetPrototypeOf(object)
  const direct = prototype === null ? undefined : functionName(prototype)
  if (direct !== undefined && direct !== '' && direct !== 'Object') return `'${direct}'`
  for (let o = object; o !== null && !isProxy(o); o = ObjectGetPrototypeOf(o)) {
    const tag = ObjectGetOwnPropertyDescriptor(o, SymbolToStringTag)
    if (tag === undefined) continue
    if (typeof tag.value === 'string') return `'${tag.value}'`
    break
  }
  for (let o = prototype; o !== null && !isProxy(o); o = ObjectGetPrototypeOf(o)) {
    const name = functionName(o)
    if (name === undefined) continue
    if (name !== '') return `'${name}'`
    break
  }
  return '\'Object\''
}

/** The name of an object's own constructor; '' if it has none, undefined if there is no constructor. */
function functionName (object) {
  if (isProxy(object)) return undefined
  const property = ObjectGetOwnPropertyDescriptor(object, 'constructor')
  if (property === undefined) return undefined
  if (typeof property.value !== 'function' || isProxy(property.value)) return ''
  const name = ObjectGetOwnPropertyDescriptor(property.value, 'name')
  return name !== undefined && typeof name.value === 'string' ? name.value : ''
}

// V8's own messages, as this V8 words them. The circle is not a plain object, which the fast path of Node 25 and later
// would follow for milliseconds.
const circle = Object.create(null)
circle.circle = circle
const CIRCULAR = firstLine(messageOf(() => JSONStringify(circle)))
const BIGINT = messageOf(() => JSONStringify(0n))

function messageOf (throws) {
  try {
    throws()
  } catch (error) {
    return /** @type {Error} */ (error).message
  }
  throw new Error('fast-safe-json: this engine does not throw where the specification says so')
}

function firstLine (text) {
  return text.split('\n')[0]
}

/**
 * Why JSON.stringify gave up on a value that can be printed.
 * @returns {'bigint' | 'circular' | 'stack' | null} null: it did not, the error is another
 */
function whyGivenUp (error) {
  const message = ownMessage(error, TypeErrorPrototype)
  if (message === undefined) return isStackOverflow(error) ? 'stack' : null
  if (message === BIGINT) return 'bigint'
  return ReflectApply(StringStartsWith, message, [CIRCULAR]) ? 'circular' : null
}

let overflowMessage

/** Did the call stack overflow? V8's message is found out when it is first needed. */
function isStackOverflow (error) {
  const message = ownMessage(error, RangeErrorPrototype)
  if (message === undefined) return false
  if (overflowMessage === undefined) overflowMessage = messageOf(function overflow () { return 1 + overflow() })
  return message === overflowMessage
}

/** The message of a thrown value that is an error of exactly that class; found without running user code. */
function ownMessage (error, prototype) {
  if (typeof error !== 'object' || error === null || isProxy(error) || ObjectGetPrototypeOf(error) !== prototype) return undefined
  const property = ObjectGetOwnPropertyDescriptor(error, 'message')
  return property !== undefined && ObjectHasOwn(property, 'value') && typeof property.value === 'string' ? property.value : undefined
}

module.exports = { bigIntError, circularError, endlessError, whyGivenUp }
