'use strict'

// The one place that knows what JSON.stringify means: it walks a value and writes a tape (lib/tape.js), which a printer
// turns into text. Nothing here knows what the text looks like, and no printer knows what a `toJSON` is.
//
// There are two walks over the same helpers. The plain one (`object`, `array` and what they call) serves calls without a
// replacer function: primitives are written where they are read, without a call. The general one (`property`,
// `generalObject`, `generalArray`) follows SerializeJSONProperty step by step and serves replacer functions.
//
// Conventions. `p` is the position on the tape: it is passed along and returned, never kept in a variable of the
// module, which V8 would have to store and load again for each token. A function that may find that its value is left
// out (undefined, a function, a symbol, a circular reference) answers OMITTED, and has then written nothing. `depth`
// counts the containers around a value; `ancestors[0 … depth)` are these containers.
//
// Both walks are recursive, so that they take stack: at DEPTH_LIMIT they hand the container over to src/walk.rs.
//
// Everything here belongs to one load of the module, so to one thread and one context.

const {
  ArrayFrom, ArrayIsArray, ArrayPrototype, BigIntValueOf, BooleanValueOf, DateGetTime, DateToISOString, DateToJSON,
  DateToPrimitive, DateValueOf, JSONIsRawJSON, MapGet, MapSet, ObjectGetOwnPropertyDescriptor, ObjectHasOwn,
  ObjectKeys, ObjectPrototype, ObjectSetPrototypeOf, RangeErrorConstructor, ReflectApply, SetAdd, SetDelete, SetHas,
  StringCharCodeAt, StringSlice, SymbolToPrimitive, TypeErrorConstructor, isBigIntObject, isBooleanObject,
  isBoxedPrimitive, isDate, isNumberObject, isProxy, isStringObject
} = require('./builtins')
const {
  KIND_BITS, Kind, Extended, HEADER_LENGTH, MAIN_TOKENS, INNER_TOKENS, SLACK, TOKENS_LENGTH, MAIN_RUN_DOUBLES,
  INNER_RUN_DOUBLES, MAIN_DOUBLES, INNER_DOUBLES, MAX_WIDTH, TEXT_LIMIT, createTape
} = require('./tape')
const { bigIntError, circularError, endlessError } = require('./errors')
const keyTable = require('./keys')
const { createList } = require('./list')
const { lengthOf } = require('./options')

const tape = createTape()
const tokens = tape.tokens
const doubles = tape.doubles
const { lookUp, unlisted } = keyTable

// Tokens without a payload, and kinds to be combined with one. Constants of their own: V8 folds them into the code.
const NULL = Kind.NULL
const TRUE = Kind.TRUE
const FALSE = Kind.FALSE
const INT = Kind.INT
const DOUBLE = Kind.DOUBLE
const STRING = Kind.STRING
const DATE = Kind.DATE
const OBJECT = Kind.OBJECT
const ARRAY = Kind.ARRAY
const CLOSE = Kind.CLOSE
const KEY = Kind.KEY
const RUN = Kind.RUN
const NUMBERS = Kind.NUMBERS
const RAW = Kind.RAW
const STRING_OPEN = Kind.EXTENDED | Extended.STRING_OPEN << KIND_BITS
const STRING_CLOSE = Kind.EXTENDED | Extended.STRING_CLOSE << KIND_BITS
const RAW_OPEN = Kind.EXTENDED | Extended.RAW_OPEN << KIND_BITS
const RAW_CLOSE = Kind.EXTENDED | Extended.RAW_CLOSE << KIND_BITS
const WALK = Kind.EXTENDED | Extended.WALK << KIND_BITS
const TUPLES = Kind.EXTENDED | Extended.TUPLES << KIND_BITS

const OMITTED = -1

// What a walk came across, for dispatch: bits of `seen`.
const Seen = Object.freeze({
  CYCLE: 1, // a reference to an ancestor
  BIGINT: 2,
  DATE: 4,
  CODE: 8, // user code ran, or may have: toJSON, a Proxy
  BOXED: 16, // a boxed primitive
  LARGE: 32, // the root is an object of more than MANY_KEYS keys
  NUMBERS: 64 // the root is an array of numbers only
})

// Areas of the tape: see `enterInner`.
const MAIN_BASE = HEADER_LENGTH
const INNER_BASE = HEADER_LENGTH + MAIN_TOKENS
const MAIN_LIMIT = INNER_BASE - SLACK
const INNER_LIMIT = TOKENS_LENGTH - SLACK
// A run is worth starting only when this many doubles have room.
const RUN_ROOM = 64
// Objects of more keys are dictionaries to V8, as a rule.
const MANY_KEYS = 128
// In objects of more keys that have one which is not in the table, the others are not looked for.
const FEW_KEYS = 24
// The payload's 28 bits.
const MAX_KEY = 2 ** 28 - 1

// ---------------------------------------------------------------------------------------------------------------------
// The state of a walk
// ---------------------------------------------------------------------------------------------------------------------

// Fields of classes are defined, not assigned: a setter on Object.prototype sees nothing of them.
class Words {
  text = ''
}

let level = -1 // re-entrancy level of the running call; -1: none runs
let base = MAIN_BASE // where this call's area begins,
let limit = MAIN_LIMIT // and where the tape must be printed; lowered to `base` to have it printed at the next look
let areaLimit = MAIN_LIMIT // what `limit` is put back to
let doublesBase = 0
let runLimit = MAIN_RUN_DOUBLES
let dp = 0 // position in the doubles
// The text, in an object that is made anew for each call and each print: V8's write barrier lets stores to young objects
// pass, while a store to a variable of the module (which is old) of a string (which is young) is written down each time.
const NO_WORDS = new Words()
let words = NO_WORDS
let seen = 0
let flushed = false
let printed = 0 // tokens printed before the tape started again, and containers walked
let lastSeen = 0
let lastTokens = 0

// Depth is small as a rule, so that a search backwards through an array beats a Set; past SCAN levels a Set takes over,
// so that depth costs linear time.
const SCAN = 24
// Containers at this depth and below are walked by src/walk.rs, on the heap. A level of recursion takes up to 1 KB of
// stack in V8's interpreter (a toJSON at each level; 0.6 KB without, measured on Node 20 to 26): 128 levels leave seven
// eighths of the default stack of 984 KB to the caller.
const DEPTH_LIMIT = 128
const PREALLOCATED = 256
let ancestors = createStack(PREALLOCATED)
let names = createStack(PREALLOCATED) // the key or index under which ancestors[i + 1] was found; for the error message
let deepAncestors = null
let highWater = 0

// Options of the running call, as lib/options.js prepares them.
let printer = null
let replacer = null // function
let allowList = null // array of keys
let settings = null
let named = false // whether `names` is kept: an error would tell them

/**
 * An array without a prototype: elements can be added by assignment, whatever setters Array.prototype has.
 * @returns {any[]}
 */
function createStack (size) {
  const stack = []
  ObjectSetPrototypeOf(stack, null)
  for (let i = 0; i < size; i++) stack[i] = undefined
  return stack
}

/**
 * Prints what is on the tape, and starts it again.
 * @param {number} p position
 * @returns {number} the new position
 */
function flush (p) {
  flushed = true
  printed += p - base
  printer.print(base, p, doublesBase, dp, words.text, level, false, false)
  words = new Words()
  dp = doublesBase
  limit = areaLimit
  return base
}

// ---------------------------------------------------------------------------------------------------------------------
// The plain walk: no replacer function
// ---------------------------------------------------------------------------------------------------------------------

/** A primitive, or what only `compound` can tell. The root's and the slow loops' way in; the fast loops do the same in line. */
function plainValue (v, node, p, key, depth) {
  if (typeof v === 'string') return string(v, p)
  if (typeof v === 'number') return number(v, p)
  if (v === null) { tokens[p] = NULL; return p + 1 }
  if (typeof v === 'boolean') { tokens[p] = v ? TRUE : FALSE; return p + 1 }
  return compound(v, node, p, key, depth)
}

function string (v, p) {
  const length = v.length
  if (length > TEXT_LIMIT) return longText(v, p, STRING_OPEN, STRING, STRING_CLOSE)
  words.text += v
  tokens[p] = STRING | length << KIND_BITS
  if (words.text.length > TEXT_LIMIT) limit = base
  return p + 1
}

function number (v, p) {
  // One comparison says both that v is an integer and that it fits into the payload. (-0 prints as 0.)
  if (v << KIND_BITS >> KIND_BITS === v) {
    tokens[p] = INT | v << KIND_BITS
  } else {
    tokens[p] = DOUBLE
    doubles[dp++] = v
  }
  return p + 1
}

/** Any value but a string, number, boolean or null: toJSON first. */
function compound (v, node, p, key, depth) {
  if (typeof v === 'object' || typeof v === 'bigint' || typeof v === 'function') {
    if (v === null) { tokens[p] = NULL; return p + 1 }
    const toJSON = v.toJSON
    if (typeof toJSON === 'function') return converted(v, toJSON, node, p, key, depth)
    if (typeof v === 'object') {
      // The root is the commonest object without ancestors, arrays the commonest without further questions.
      if (ArrayIsArray(v)) return isOpen(v, depth) ? circular(v, p, key, depth) : array(v, node, p, key, depth)
      return record(v, node, p, key, depth)
    }
    return typeof v === 'bigint' ? bigint(v, p) : OMITTED
  }
  return OMITTED
}

/** A value whose toJSON is a function. */
function converted (v, toJSON, node, p, key, depth) {
  if (toJSON === DateToJSON && isDate(v)) {
    const result = dateToJSON(v)
    if (result === UNTOUCHED) {
      tokens[p] = DATE
      doubles[dp++] = untouchedTime
      return p + 1
    }
    return resolved(result, node, p, key, depth)
  }
  return resolved(callToJSON(v, toJSON, key), node, p, key, depth)
}

/** A value after toJSON: as `plainValue`, without a second look for one. */
function resolved (v, node, p, key, depth) {
  if (typeof v === 'object' && v !== null) {
    if (ArrayIsArray(v)) return isOpen(v, depth) ? circular(v, p, key, depth) : array(v, node, p, key, depth)
    return record(v, node, p, key, depth)
  }
  if (typeof v === 'bigint') return bigint(v, p)
  if (typeof v === 'function') return OMITTED
  return plainValue(v, node, p, key, depth)
}

/** An object that is no array, after toJSON: boxed primitives and raw JSON are told from the rest. */
function record (v, node, p, key, depth) {
  if (isOpen(v, depth)) return circular(v, p, key, depth)
  if (isBoxedPrimitive(v)) {
    const primitive = unbox(v)
    if (primitive !== v) return resolved(primitive, node, p, key, depth)
  }
  return object(v, node, p, key, depth)
}

function bigint (v, p) {
  return string(bigIntText(v), p)
}

function bigIntText (v) {
  seen |= Seen.BIGINT
  if (settings.bigint === 'throw') throw bigIntError()
  return `${v}`
}

function circular (v, p, key, depth) {
  seen |= Seen.CYCLE
  if (settings.circular === 'throw') throw circularError(v, key, ancestors, names, depth)
  return OMITTED
}

/** Is v one of the containers around it? */
function isOpen (v, depth) {
  let i = depth < SCAN ? depth : SCAN
  while (--i >= 0) if (ancestors[i] === v) return true
  return depth > SCAN && ReflectApply(SetHas, deepAncestors, [v])
}

function push (v, key, depth) {
  ancestors[depth] = v
  if (named) names[depth] = key
  if (depth >= highWater) highWater = depth + 1
  if (depth >= SCAN) {
    if (deepAncestors === null) deepAncestors = new Set()
    ReflectApply(SetAdd, deepAncestors, [v])
  }
}

function pop (v, depth) {
  if (depth >= SCAN) ReflectApply(SetDelete, deepAncestors, [v])
}

/**
 * An object that is no array. The key list is taken first, so that what getters and toJSON do to the object later
 * changes nothing; `for in` then reads the values, because V8 turns `o[k]` inside it into indexed field loads (2 ns
 * against 8 to 10 of a keyed load that has seen many keys). As soon as the two disagree (the object was changed,
 * or a prototype has enumerable properties) the rest is read key by key.
 */
function object (o, node, p, key, depth) {
  if (depth >= DEPTH_LIMIT && printer.walk !== null) return handOver(o, p, key, depth)
  if (allowList !== null) return listedObject(o, allowList, node, p, key, depth)
  if (isProxy(o)) {
    seen |= Seen.CODE
    return slowObject(o, ObjectKeys(o), 0, node, openObject(o, p, key, depth), key, depth)
  }
  const keys = ObjectKeys(o)
  const count = keys.length
  if (count === 0) { // so no ancestor either
    tokens[p] = OBJECT
    tokens[p + 1] = CLOSE
    return p + 2
  }
  const first = keys[0]
  if (count === 1 && first === 'rawJSON' && JSONIsRawJSON !== null && JSONIsRawJSON(o)) return raw(o, p)
  p = openObject(o, p, key, depth)
  // Index-like keys come first, as strings that are not internalized; comparing one would turn the comparisons below
  // into calls for good.
  if (count > MANY_KEYS) {
    if (depth === 0) seen |= Seen.LARGE
    if (!isDigit(first)) return readObject(o, keys, 0, node.start, p, key, depth)
  }
  if (isDigit(first)) return slowObject(o, keys, 0, node, p, key, depth)

  let previous = node.start
  let i = 0
  // The text is kept in a local variable between calls: a store to `text` costs a write barrier.
  let chars = words.text
  // So is the limit, until a call may have changed it.
  let end = limit
  let inside = false
  try {
    for (const k in o) {
      inside = true
      if (i === count || k !== keys[i]) break
      // The one place in the loop: V8 does not learn from such a load, and at another it deoptimizes again and again.
      const v = o[k]
      if (p >= end) {
        words.text = chars
        p = flush(p)
        chars = ''
        end = limit
      }
      let n = previous.next
      i++
      if (n.key !== k) {
        n = lookUp(k, previous)
        if (n === unlisted) {
          words.text = chars
          p = textMember(k, v, p, depth)
          if (count > FEW_KEYS) return textMembers(o, keys, i, node, p, key, depth)
          chars = words.text
          end = limit
          previous = n
          inside = false
          continue
        }
      }
      if (typeof v === 'string') {
        const length = v.length
        tokens[p] = n.token
        if (length > TEXT_LIMIT) {
          words.text = chars
          p = longText(v, p + 1, STRING_OPEN, STRING, STRING_CLOSE)
          chars = words.text
          end = limit
        } else {
          chars += v
          tokens[p + 1] = STRING | length << KIND_BITS
          p += 2
          if (chars.length > TEXT_LIMIT) end = limit = base
        }
      } else if (typeof v === 'number') {
        tokens[p] = n.token
        if (v << KIND_BITS >> KIND_BITS === v) {
          tokens[p + 1] = INT | v << KIND_BITS
        } else {
          tokens[p + 1] = DOUBLE
          doubles[dp++] = v
        }
        p += 2
      } else if (typeof v === 'boolean') {
        tokens[p] = n.token
        tokens[p + 1] = v ? TRUE : FALSE
        p += 2
      } else if (v === null) {
        tokens[p] = n.token
        tokens[p + 1] = NULL
        p += 2
      } else if (v !== undefined) {
        tokens[p] = n.token
        words.text = chars
        const after = compound(v, n, p + 1, k, depth + 1)
        chars = words.text
        end = limit
        if (after !== OMITTED) p = after
      }
      previous = n
      inside = false
    }
  } catch (error) {
    // Between two keys only a Proxy among the prototypes can throw, which JSON.stringify would not have asked.
    if (inside) throw error
  }
  words.text = chars
  if (i < count) return slowObject(o, keys, i, node, p, key, depth)
  return close(o, p, depth)
}

function openObject (o, p, key, depth) {
  push(o, key, depth)
  tokens[p] = OBJECT
  return p + 1
}

function close (o, p, depth) {
  pop(o, depth)
  if (p >= limit) p = flush(p)
  tokens[p] = CLOSE
  return p + 1
}

/**
 * The rest of an object from key i on, after a key that is not in the table: the others are not looked for. `for in`
 * begins again, past the keys that are written already.
 */
function textMembers (o, keys, i, node, p, key, depth) {
  const count = keys.length
  keyTable.miss(count - i)
  let at = 0
  let inside = false
  try {
    for (const k in o) {
      if (at === count || k !== keys[at]) break
      if (at++ < i) continue
      inside = true
      const v = o[k]
      i++
      if (p >= limit) p = flush(p)
      p = textMember(k, v, p, depth)
      inside = false
    }
  } catch (error) {
    if (inside) throw error // see `object`
  }
  if (i < count) return slowObject(o, keys, i, node, p, key, depth)
  return close(o, p, depth)
}

/** A member whose key goes as text, with the value that was read; its value may be one that is left out. */
function textMember (k, v, p, depth) {
  if (v === undefined) return p
  const before = words.text
  writeUnlistedKey(k, p)
  const after = plainValue(v, unlisted, p + 1, k, depth + 1)
  if (after !== OMITTED) return after
  words.text = before
  return p
}

/**
 * Of an object the properties that a replacer list names. As long as they come in the list's order, `for in` reads them (see
 * `object`); the others are then read key by key. Each is thus read in the list's order, and from wherever it is.
 */
function listedObject (o, list, node, p, key, depth) {
  const count = list.length
  let previous = node.start
  let i = 0
  const isPlain = !isProxy(o)
  // JSON.isRawJSON takes longer than the other two together.
  if (isPlain && JSONIsRawJSON !== null && ObjectHasOwn(o, 'rawJSON') && JSONIsRawJSON(o)) return raw(o, p)
  p = openObject(o, p, key, depth)
  if (!isPlain) {
    seen |= Seen.CODE
  } else if (count > 0) {
    let inside = false
    try {
      for (const k in o) {
        if (k !== list[i]) continue
        inside = true
        const v = o[k]
        if (p >= limit) p = flush(p)
        let n = previous.next
        if (n.key !== k) n = lookUp(k, previous)
        if (n === unlisted) {
          p = textMember(k, v, p, depth)
        } else {
          tokens[p] = n.token
          const after = v === undefined ? OMITTED : plainValue(v, n, p + 1, k, depth + 1)
          if (after !== OMITTED) p = after
          previous = n
        }
        if (++i === count) return close(o, p, depth)
        inside = false
      }
    } catch (error) {
      if (inside) throw error // see `object`
    }
  }
  return readObject(o, list, i, previous, p, key, depth)
}

/**
 * An object's properties from key i on, read key by key. This serves replacer lists, and objects of many keys: V8 keeps these as
 * dictionaries, over which `for in` takes 2 to 3 times as long (1,000 keys on Node 24: 0.6 against 1.4 of JSON.stringify).
 */
function readObject (o, keys, i, previous, p, key, depth) {
  const count = keys.length
  let listed = true
  for (; i < count; i++) {
    const k = keys[i]
    if (p >= limit) p = flush(p)
    const v = o[k]
    if (listed) {
      let n = previous.next
      if (n.key !== k) n = lookUp(k, previous)
      if (n !== unlisted) {
        previous = n
        tokens[p] = n.token
        const after = v === undefined ? OMITTED : plainValue(v, n, p + 1, k, depth + 1)
        if (after !== OMITTED) p = after
        continue
      }
      // As in `textMembers`: the others are not looked for.
      listed = false
      keyTable.miss(count - i)
    }
    p = textMember(k, v, p, depth)
  }
  return close(o, p, depth)
}

/** The rest of an object from key i on, property by property. */
function slowObject (o, keys, i, node, p, key, depth) {
  const count = keys.length
  for (; i < count; i++) {
    const k = keys[i]
    if (p >= limit) p = flush(p)
    const v = o[k]
    if (v === undefined) continue
    const before = words.text
    const n = writeKey(k, p)
    const after = plainValue(v, n, p + 1, k, depth + 1)
    if (after === OMITTED) words.text = before
    else p = after
  }
  return close(o, p, depth)
}

/** Writes the key token of k at p, and gives the node under which the keys inside its value are guessed. */
function writeKey (k, p) {
  const n = keyTable.find(k)
  if (n !== unlisted) {
    tokens[p] = n.token
    return n
  }
  return writeUnlistedKey(k, p)
}

function writeUnlistedKey (k, p) {
  // A key's text is never split, as it may have to be taken back: it may be longer than the limit, and is printed at
  // the next look.
  if (k.length > MAX_KEY) throw new RangeErrorConstructor('Invalid string length')
  tokens[p] = KEY | k.length << KIND_BITS
  words.text += k
  if (words.text.length > TEXT_LIMIT) limit = base
  return unlisted
}

function isDigit (key) {
  const c = key.length === 0 ? 0 : ReflectApply(StringCharCodeAt, key, [0])
  return c >= 48 && c <= 57
}

/** An array. Those that begin with a number are tried as a run, those that begin with an array as tuples. */
function array (a, node, p, key, depth) {
  if (depth >= DEPTH_LIMIT && printer.walk !== null) return handOver(a, p, key, depth)
  return arrayOf(a, lengthOf(a), node, p, key, depth)
}

function arrayOf (a, length, node, p, key, depth) {
  if (length === 0) {
    tokens[p] = ARRAY
    tokens[p + 1] = CLOSE
    return p + 2
  }
  push(a, key, depth)
  const first = a[0]
  if (typeof first === 'number') return numbers(a, first, length, node, p, depth)
  tokens[p] = ARRAY
  if (typeof first === 'object' && first !== null && !isProxy(first) && ArrayIsArray(first)) {
    return tuples(a, first, length, node, p + 1, depth)
  }
  return elements(a, first, 0, length, node, p + 1, depth)
}

/** Elements from i on, one by one; `v` is element i, which has been read. */
function elements (a, v, i, length, node, p, depth) {
  let chars = words.text
  let end = limit
  for (;;) {
    if (p >= end) {
      words.text = chars
      p = flush(p)
      chars = ''
      end = limit
    }
    if (typeof v === 'string') {
      const size = v.length
      if (size > TEXT_LIMIT) {
        words.text = chars
        p = longText(v, p, STRING_OPEN, STRING, STRING_CLOSE)
        chars = words.text
        end = limit
      } else {
        chars += v
        tokens[p++] = STRING | size << KIND_BITS
        if (chars.length > TEXT_LIMIT) end = limit = base
      }
    } else if (typeof v === 'number') {
      p = number(v, p)
    } else if (v === null || v === undefined) {
      tokens[p++] = NULL
    } else if (typeof v === 'boolean') {
      tokens[p++] = v ? TRUE : FALSE
    } else {
      words.text = chars
      const after = compound(v, node, p, i, depth + 1)
      chars = words.text
      end = limit
      if (after === OMITTED) tokens[p++] = NULL
      else p = after
    }
    if (++i >= length) break
    v = a[i]
  }
  words.text = chars
  return close(a, p, depth)
}

/**
 * An array that begins with a number: the bulk path. Numbers go to the doubles without a token each; the run ends at
 * the first element of another kind, which has been read and is handed on. An array of numbers only is one token.
 */
function numbers (a, first, length, node, p, depth) {
  if (dp > runLimit - RUN_ROOM) p = flush(p)
  let at = dp
  let i = 1
  let end = runLimit - at
  if (end > length) end = length
  doubles[at++] = first
  let v
  for (; i < end; i++) {
    v = a[i]
    if (typeof v !== 'number') break
    doubles[at++] = v
  }
  dp = at
  if (i === length) {
    if (depth === 0) seen |= Seen.NUMBERS
    pop(a, depth)
    tokens[p] = NUMBERS | i << KIND_BITS
    return p + 1
  }
  tokens[p] = ARRAY
  tokens[p + 1] = RUN | i << KIND_BITS
  p += 2
  if (i < end) return elements(a, v, i, length, node, p, depth)
  return longRun(a, i, length, node, p, depth)
}

/** The rest of an array of numbers that is longer than the room for doubles. */
function longRun (a, i, length, node, p, depth) {
  for (;;) {
    p = flush(p)
    const start = i
    let at = dp
    let end = i + runLimit - at
    if (end > length) end = length
    let v
    for (; i < end; i++) {
      v = a[i]
      if (typeof v !== 'number') break
      doubles[at++] = v
    }
    dp = at
    if (i > start) tokens[p++] = RUN | (i - start) << KIND_BITS
    if (i === length) return close(a, p, depth)
    if (i < end) return elements(a, v, i, length, node, p, depth)
  }
}

/**
 * The elements of an array that begins with an array: points, pairs of a time and a value, rows of a matrix. Short arrays
 * of numbers, one after the other and of one length, are one token; they hold no container, so that only those that turn
 * out to hold something else are made ancestors. `v` is element 0, which has been read.
 */
function tuples (a, v, length, node, p, depth) {
  const inside = depth + 1
  // The running token: where it stands, the arrays in it (0: there is none), and their length.
  let start = 0
  let count = 0
  let width = 0
  for (let i = 0; ;) {
    if (p >= limit || dp > runLimit - MAX_WIDTH) {
      p = flush(p)
      count = 0
    }
    const toJSON = v.toJSON
    let after
    if (typeof toJSON === 'function') {
      after = converted(v, toJSON, node, p, i, inside)
      count = 0
    } else if (!ArrayIsArray(v)) {
      after = record(v, node, p, i, inside)
      count = 0
    } else if (isOpen(v, inside)) {
      after = circular(v, p, i, inside)
      count = 0
    } else if (inside >= DEPTH_LIMIT && printer.walk !== null) {
      after = handOver(v, p, i, inside)
      count = 0
    } else {
      const size = lengthOf(v)
      if (size === 0 || size > MAX_WIDTH) {
        after = arrayOf(v, size, node, p, i, inside)
        count = 0
      } else {
        let at = dp
        let x
        let j = 0
        for (; j < size; j++) {
          x = v[j]
          if (typeof x !== 'number') break
          doubles[at++] = x
        }
        if (j < size) {
          after = mixedTuple(v, x, j, size, node, p, i, inside)
          count = 0
        } else {
          dp = at
          if (count > 0 && size === width) {
            tokens[start + 1] = ++count
            after = p
          } else {
            tokens[p] = TUPLES
            tokens[p + 1] = count = 1
            tokens[p + 2] = width = size
            start = p
            after = p + 3
          }
        }
      }
    }
    if (after === OMITTED) tokens[p++] = NULL
    else p = after
    if (++i >= length) return close(a, p, depth)
    v = a[i]
    if (typeof v !== 'object' || v === null) return elements(a, v, i, length, node, p, depth)
  }
}

/** An array of which the first j elements are numbers, in the doubles already, and element j is `x`, which is none. */
function mixedTuple (a, x, j, length, node, p, key, depth) {
  push(a, key, depth)
  tokens[p++] = ARRAY
  if (j > 0) {
    dp += j
    tokens[p++] = RUN | j << KIND_BITS
  }
  return elements(a, x, j, length, node, p, depth)
}

/** Text longer than the limit goes in parts, each printed at once, so that neither tape nor printer has to hold it. */
function longText (v, p, open, part, closing) {
  tokens[p] = open
  p = flush(p + 1)
  const length = v.length
  for (let from = 0; from < length;) {
    const text = words.text = textPart(v, from)
    from += text.length
    tokens[p] = part | text.length << KIND_BITS
    p = flush(p + 1)
  }
  tokens[p] = closing
  return p + 1
}

/** The part of a long text that begins at `from`. */
function textPart (v, from) {
  let to = from + TEXT_LIMIT
  if (to < v.length) {
    // A pair of surrogates stays together, or each half would be taken for a lone one.
    const last = ReflectApply(StringCharCodeAt, v, [to - 1])
    if (last >= 0xd800 && last <= 0xdbff) to--
  }
  return ReflectApply(StringSlice, v, [from, to])
}

function raw (o, p) {
  const json = o.rawJSON
  const length = json.length
  if (length > TEXT_LIMIT) return longText(json, p, RAW_OPEN, RAW, RAW_CLOSE)
  words.text += json
  tokens[p] = RAW | length << KIND_BITS
  if (words.text.length > TEXT_LIMIT) limit = base
  return p + 1
}

// ---------------------------------------------------------------------------------------------------------------------
// The general walk: SerializeJSONProperty, step by step
// ---------------------------------------------------------------------------------------------------------------------

/** Steps 2 to 4: toJSON, the replacer, boxed primitives. */
function resolve (holder, key, v) {
  if ((typeof v === 'object' && v !== null) || typeof v === 'bigint' || typeof v === 'function') {
    const toJSON = v.toJSON
    if (typeof toJSON === 'function') v = callToJSON(v, toJSON, key)
  }
  if (replacer !== null) v = ReflectApply(replacer, holder, [`${key}`, v])
  return typeof v === 'object' && v !== null && isBoxedPrimitive(v) ? unbox(v) : v
}

function property (holder, key, node, p, depth) {
  const v = resolve(holder, key, holder[key])
  if (typeof v === 'object' && v !== null) {
    if (isOpen(v, depth)) return circular(v, p, key, depth)
    if (ArrayIsArray(v)) return generalArray(v, node, p, key, depth)
    return generalObject(v, node, p, key, depth)
  }
  if (typeof v === 'bigint') return bigint(v, p)
  if (typeof v === 'function') return OMITTED
  return plainValue(v, node, p, key, depth)
}

function generalObject (o, node, p, key, depth) {
  if (depth >= DEPTH_LIMIT && printer.walk !== null) return handOver(o, p, key, depth)
  if (isProxy(o)) seen |= Seen.CODE
  const keys = ObjectKeys(o)
  const count = keys.length
  if (count === 1 && keys[0] === 'rawJSON' && JSONIsRawJSON !== null && JSONIsRawJSON(o)) return raw(o, p)
  p = openObject(o, p, key, depth)
  let previous = node.start
  for (let i = 0; i < count; i++) {
    const k = keys[i]
    if (p >= limit) p = flush(p)
    const before = words.text
    let n = previous.next
    if (n.key === k) {
      tokens[p] = n.token
    } else {
      n = writeKey(k, p)
      if (n !== unlisted) previous.next = n
    }
    const after = property(o, k, n, p + 1, depth + 1)
    if (after === OMITTED) words.text = before
    else p = after
    previous = n
  }
  return close(o, p, depth)
}

function generalArray (a, node, p, key, depth) {
  if (depth >= DEPTH_LIMIT && printer.walk !== null) return handOver(a, p, key, depth)
  const length = lengthOf(a)
  push(a, key, depth)
  tokens[p++] = ARRAY
  for (let i = 0; i < length; i++) {
    if (p >= limit) p = flush(p)
    const after = property(a, i, node, p, depth + 1)
    if (after === OMITTED) tokens[p++] = NULL
    else p = after
  }
  return close(a, p, depth)
}

// ---------------------------------------------------------------------------------------------------------------------
// The walk in Rust: what src/walk.rs is given to do, and what it asks
// ---------------------------------------------------------------------------------------------------------------------

// What walking forgets: an endless unfolding has to end somewhere.
const MAX_LEVELS = 1 << 20

// What `visit` and `open` answer: one of these, and above CODE_BITS what belongs to it. The same in src/walk.rs.
const Code = Object.freeze({
  SAME: 0, // the value itself, a primitive
  RESULT: 1, // another number: `result`
  RAW: 2, // JSON text: `result`
  ARRAY: 3, // an array; its length
  SHAPE: 4, // an object; the id of its list of keys
  LIST: 5 // an object whose list of keys is not among the shapes; their number
})
const CODE_UNIT = 16
const REPLACED = 8 // added: the container is not the value that was given, but what its toJSON or the replacer answered
// Given instead of a code: the value is yet to be visited.
const UNRESOLVED = -1

let walked = 0 // ancestors[0 … walked) are known as such; those that the walk has left are forgotten at its next visit
let result
// Lists of keys that were met before, so that they need not cross again; for the length of a call. They are found by a
// guess, or else by their first key. The number of lists, their length, and their keys' length are bounded.
/** @type {ReturnType<typeof createList<string[]>> | null} */
let shapes = null
/** Ids of lists by their first key. @type {Map<string, ReturnType<typeof createList<number>>> | null} */
let shapesByKey = null
/** Lists of keys that are no shapes, by depth. @type {Map<number, string[]> | null} */
let lists = null
const MAX_SHAPES = 64
const MAX_SHAPES_BY_KEY = 8
const MAX_SHAPE_KEYS = 64

/** Has a container that lies too deep walked in place. */
function handOver (v, p, key, depth) {
  walked = depth
  const code = open(v, key, depth, -1)
  if (code === Code.RAW) return raw(v, p)
  walkFrom(p, v, undefined, depth, code, false)
  return base
}

/** Prints what is on the tape, and has the value behind it walked. */
function walkFrom (p, v, holder, depth, code, last) {
  flushed = true
  printed += p - base
  tokens[p] = WALK
  tokens[p + 1] = 0
  const string = printer.walk(
    base, p + 2, doublesBase, dp, words.text, level, last, v, holder, depth, code, replacer !== null
  )
  trim(depth)
  words = new Words()
  dp = doublesBase
  limit = areaLimit
  return string
}

/** Forgets the ancestors that are none any more. */
function trim (depth) {
  while (walked > depth) {
    walked--
    pop(ancestors[walked], walked)
  }
}

/**
 * SerializeJSONProperty up to the text, for values that can be anything but primitives; with a replacer for all.
 * @param {any} v
 * @param {string | number} key
 * @param {number} depth
 * @param {number} guess id of the shape that v may have
 * @param {any} holder where v was found; needed with a replacer only
 * @returns {string | boolean | null | undefined | number} what is to be written, undefined for nothing, or a code
 */
function visit (v, key, depth, guess, holder) {
  trim(depth)
  const value = resolve(holder, key, v)
  if (typeof value === 'object' && value !== null) {
    if (isOpen(value, depth)) {
      circular(value, 0, key, depth)
      return undefined
    }
    const code = open(value, key, depth, guess)
    return value === v ? code : code + REPLACED
  }
  if (typeof value === 'number') {
    if (value === v) return Code.SAME
    result = value
    return Code.RESULT
  }
  if (typeof value === 'bigint') return bigIntText(value)
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value
}

/** Opens a container that is no ancestor. */
function open (v, key, depth, guess) {
  if (depth >= MAX_LEVELS) throw endlessError(MAX_LEVELS)
  if (ArrayIsArray(v)) {
    const length = lengthOf(v)
    enter(v, key, depth)
    return Code.ARRAY + length * CODE_UNIT
  }
  if (JSONIsRawJSON !== null && JSONIsRawJSON(v)) {
    result = v.rawJSON
    return Code.RAW
  }
  if (isProxy(v)) seen |= Seen.CODE
  const keys = allowList === null ? ObjectKeys(v) : allowList
  enter(v, key, depth)
  const id = shapeOf(keys, guess)
  if (id >= 0) return Code.SHAPE + id * CODE_UNIT
  if (keys.length > 0) {
    if (lists === null) lists = new Map()
    ReflectApply(MapSet, lists, [depth, keys])
  }
  return Code.LIST + keys.length * CODE_UNIT
}

function enter (v, key, depth) {
  push(v, key, depth)
  walked = depth + 1
  printed++
}

/** The id of a list of keys among the shapes, which it joins if there is room; else -1. */
function shapeOf (keys, guess) {
  if (keys.length === 0 || keys.length > MAX_SHAPE_KEYS) return -1
  if (shapes === null) {
    shapes = createList()
    shapesByKey = new Map()
  } else if (guess >= 0 && sameKeys(shapes.items[guess], keys)) {
    return guess
  }
  let ids = ReflectApply(MapGet, shapesByKey, [keys[0]])
  if (ids === undefined) {
    if (shapes.items.length === MAX_SHAPES) return -1
    ids = createList()
    ReflectApply(MapSet, shapesByKey, [keys[0], ids])
  }
  for (let i = 0; i < ids.items.length; i++) if (sameKeys(shapes.items[ids.items[i]], keys)) return ids.items[i]
  if (shapes.items.length === MAX_SHAPES || ids.items.length === MAX_SHAPES_BY_KEY) return -1
  for (let i = 0; i < keys.length; i++) if (keys[i].length > TEXT_LIMIT) return -1
  const id = shapes.items.length
  ids.push(id)
  shapes.push(keys)
  return id
}

function sameKeys (a, b) {
  const count = a.length
  if (count !== b.length) return false
  for (let i = 0; i < count; i++) if (a[i] !== b[i]) return false
  return true
}

const walkHelpers = {
  visit,
  /** The container at a depth. */
  container: depth => ancestors[depth],
  /** The keys of the object at a depth that has no shape. */
  list: depth => ReflectApply(MapGet, lists, [depth]),
  /** A shape's keys, each with its id in the key table, or -1. */
  shape (id) {
    const keys = /** @type {NonNullable<typeof shapes>} */ (shapes).items[id]
    return ArrayFrom({ length: 2 * keys.length }, (_, i) => {
      const key = keys[i >> 1]
      if ((i & 1) === 0) return key
      const entry = keyTable.find(key)
      return entry === unlisted ? -1 : entry.token >>> KIND_BITS
    })
  },
  result: () => result,
  part: textPart,
  /** Whether arrays have no toJSON, as far as one look can tell. */
  bulk: () => ObjectGetOwnPropertyDescriptor(ArrayPrototype, 'toJSON') === undefined &&
    ObjectGetOwnPropertyDescriptor(ObjectPrototype, 'toJSON') === undefined
}

// ---------------------------------------------------------------------------------------------------------------------
// Helpers of all walks
// ---------------------------------------------------------------------------------------------------------------------

function callToJSON (v, toJSON, key) {
  if (toJSON === DateToJSON && isDate(v)) {
    const result = dateToJSON(v)
    return result === UNTOUCHED ? ReflectApply(DateToISOString, v, []) : result
  }
  seen |= Seen.CODE
  return ReflectApply(toJSON, v, [`${key}`])
}

// What `dateToJSON` answers for a valid date on which everything is built in: `untouchedTime` is its epoch value.
const UNTOUCHED = {}
let untouchedTime = 0

/**
 * Date.prototype.toJSON on a date. It goes by methods that user code may have replaced, on the date or on a prototype;
 * each is read once and in the specification's order.
 */
function dateToJSON (date) {
  seen |= Seen.DATE
  const toPrimitive = date[SymbolToPrimitive]
  let time
  if (toPrimitive === DateToPrimitive) {
    const valueOf = date.valueOf
    if (valueOf === DateValueOf) {
      time = ReflectApply(DateGetTime, date, [])
      if (time !== time) return null // eslint-disable-line no-self-compare
      const toISOString = date.toISOString
      if (toISOString !== DateToISOString) return callToISOString(date, toISOString)
      untouchedTime = time
      return UNTOUCHED
    }
    time = ordinaryToNumber(date, valueOf)
  } else if (toPrimitive !== undefined && toPrimitive !== null) {
    seen |= Seen.CODE
    time = ReflectApply(toPrimitive, date, ['number'])
    if (isObject(time)) throw new TypeErrorConstructor('Cannot convert object to primitive value')
  } else {
    time = ordinaryToNumber(date, date.valueOf)
  }
  if (typeof time === 'number' && !(time - time === 0)) return null
  return callToISOString(date, date.toISOString)
}

function callToISOString (date, method) {
  if (typeof method !== 'function') throw new TypeErrorConstructor('toISOString is not a function')
  seen |= Seen.CODE
  return ReflectApply(method, date, [])
}

function ordinaryToNumber (date, method) {
  seen |= Seen.CODE
  if (typeof method === 'function') {
    const v = ReflectApply(method, date, [])
    if (!isObject(v)) return v
  }
  const toString = date.toString
  if (typeof toString === 'function') {
    const v = ReflectApply(toString, date, [])
    if (!isObject(v)) return v
  }
  throw new TypeErrorConstructor('Cannot convert object to primitive value')
}

function isObject (v) {
  return (typeof v === 'object' && v !== null) || typeof v === 'function'
}

/** The primitive in a Number, String, Boolean or BigInt object, converted as the specification says; else v itself. */
function unbox (v) {
  seen |= Seen.BOXED
  if (isNumberObject(v)) return +v
  if (isStringObject(v)) return `${v}`
  if (isBooleanObject(v)) return ReflectApply(BooleanValueOf, v, [])
  if (isBigIntObject(v)) return ReflectApply(BigIntValueOf, v, [])
  return v
}

// ---------------------------------------------------------------------------------------------------------------------
// Calls
// ---------------------------------------------------------------------------------------------------------------------

/**
 * Writes `value` onto the tape and has it printed.
 *
 * @param {unknown} value
 * @param {import('./options').Settings} options what to do with BigInts and cycles, and whether to walk all
 * @param {import('./print').Printer} sink the printer
 * @param {((this: unknown, key: string, value: unknown) => unknown) | null} replace replacer function
 * @param {string[] | null} list keys of a replacer array
 * @returns {string | undefined} the text
 */
function flatten (value, options, sink, replace, list) {
  if (unfinished !== null) discardUnfinished()
  const fresh = new Words()
  let outer = null
  if (level < 0) keyTable.tidy()
  else outer = enterInner()
  level++
  printer = sink
  settings = options
  named = options.circular === 'throw'
  replacer = replace
  allowList = list
  dp = doublesBase
  words = fresh
  flushed = false
  printed = 0
  seen = 0
  let done = false
  try {
    let string
    if (options.engine === 'walk') {
      walked = 0
      string = walkFrom(base, value, replace === null ? undefined : { '': value }, 0, UNRESOLVED, true)
    } else {
      const p = replace === null
        ? plainValue(value, keyTable.root, base, '', 0)
        : property({ '': value }, '', keyTable.root, base, 0)
      string = p === OMITTED ? undefined : printer.print(base, p, doublesBase, dp, words.text, level, true, !flushed)
      lastTokens = printed + p - base
    }
    done = true
    return string
  } finally {
    // No function is called before all is as it was: there may be no stack left for one, and a call around this one may
    // go on all the same, if user code catches the error.
    if (!done && flushed) unfinished = { sink, level, next: unfinished }
    lastSeen = seen
    level--
    result = undefined
    if (outer === null) {
      // Nothing of the value is kept alive.
      if (highWater > PREALLOCATED) ancestors.length = names.length = highWater = PREALLOCATED
      for (let i = 0; i < highWater; i++) ancestors[i] = names[i] = undefined
      highWater = 0
      if (!done) deepAncestors = null
      words = NO_WORDS
      limit = areaLimit
      printer = settings = replacer = allowList = shapes = shapesByKey = lists = null
    } else {
      base = outer.base
      limit = outer.limit
      areaLimit = outer.areaLimit
      doublesBase = outer.doublesBase
      runLimit = outer.runLimit
      dp = outer.dp
      words = outer.words
      seen = outer.seen
      flushed = outer.flushed
      printed = outer.printed
      ancestors = outer.ancestors
      names = outer.names
      deepAncestors = outer.deepAncestors
      highWater = outer.highWater
      walked = outer.walked
      shapes = outer.shapes
      shapesByKey = outer.shapesByKey
      lists = outer.lists
      printer = outer.printer
      settings = outer.settings
      named = settings.circular === 'throw'
      replacer = outer.replacer
      allowList = outer.allowList
      if (outer.tokens !== null && outer.doubles !== null) {
        for (let i = 0; i < INNER_TOKENS; i++) tokens[INNER_BASE + i] = outer.tokens[i]
        for (let i = 0; i < INNER_DOUBLES; i++) doubles[MAIN_DOUBLES + i] = outer.doubles[i]
      }
    }
    if (unfinished !== null) discardUnfinished()
  }
}

/** Values that ended in an error after a part of them had been printed. */
let unfinished = null

function discardUnfinished () {
  while (unfinished !== null) {
    unfinished.sink.discard(unfinished.level)
    unfinished = unfinished.next
  }
}

/**
 * A getter, toJSON, replacer or Proxy trap called us while a walk is on its way. Where that walk stands on the tape is
 * in its local variables, so that the inner call takes an area of its own; calls inside the inner one share this area
 * and put it aside first.
 */
function enterInner () {
  // All that may fail for want of stack or memory comes before the first change.
  const innerAncestors = createStack(SCAN)
  const innerNames = createStack(SCAN)
  const outer = {
    base,
    limit,
    areaLimit,
    doublesBase,
    runLimit,
    dp,
    words,
    seen,
    flushed,
    printed,
    ancestors,
    names,
    deepAncestors,
    highWater,
    walked,
    shapes,
    shapesByKey,
    lists,
    printer,
    settings,
    replacer,
    allowList,
    tokens: level > 0 ? tokens.slice(INNER_BASE, INNER_BASE + INNER_TOKENS) : null,
    doubles: level > 0 ? doubles.slice(MAIN_DOUBLES, MAIN_DOUBLES + INNER_DOUBLES) : null
  }
  base = INNER_BASE
  limit = areaLimit = INNER_LIMIT
  doublesBase = MAIN_DOUBLES
  runLimit = MAIN_DOUBLES + INNER_RUN_DOUBLES
  ancestors = innerAncestors
  names = innerNames
  deepAncestors = shapes = shapesByKey = lists = null
  highWater = walked = 0
  return outer
}

/** What the call that ended last came across: bits of `Seen`. */
function getSeen () {
  return lastSeen
}

/** How many tokens it took. */
function getTokens () {
  return lastTokens
}

module.exports = { flatten, getSeen, getTokens, Seen, tape, walkHelpers }
