'use strict'

// The one place that knows what JSON.stringify means: it walks a value and writes a tape (lib/tape.js), which a printer
// turns into text. Nothing here knows what the text looks like, and no printer knows what a `toJSON` is.
//
// There are two walks over the same helpers. The plain one (`member…`, `elements`, `object`) serves calls without a
// replacer: primitives are written where they are read, without a call. The general one (`property`, `generalObject`,
// `generalArray`) follows SerializeJSONProperty step by step and serves replacers of both kinds.
//
// Conventions. `p` is the position on the tape: it is passed along and returned, never kept in a variable of the
// module, which V8 would have to store and load again for each token. A function that may find that its value is left
// out (undefined, a function, a symbol, a circular reference) answers OMITTED, and has then written nothing. `depth`
// counts the containers around a value; `ancestors[0 … depth)` are these containers.
//
// Everything here belongs to one load of the module, so to one thread and one context.

const {
  ArrayFrom, ArrayIsArray, BigIntValueOf, BooleanValueOf, DateGetTime, DateToISOString, DateToJSON, DateToPrimitive, DateValueOf,
  JSONIsRawJSON, ObjectKeys, ReflectApply, SetAdd, SetClear, SetDelete, SetHas, StringCharCodeAt, StringSlice, SymbolToPrimitive,
  isBigIntObject, isBooleanObject, isBoxedPrimitive, isDate, isNumberObject, isProxy, isStringObject
} = require('./builtins')
const {
  KIND_BITS, Kind, Extended, HEADER_LENGTH, MAIN_TOKENS, INNER_TOKENS, SLACK, TOKENS_LENGTH, MAIN_RUN_DOUBLES,
  INNER_RUN_DOUBLES, MAIN_DOUBLES, INNER_DOUBLES, TEXT_LIMIT, createTape
} = require('./tape')
const { bigIntError, circularError } = require('./errors')
const keyTable = require('./keys')
const { define } = require('./list')
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

const OMITTED = -1

// What a walk came across, for dispatch: bits of `seen`.
const Seen = Object.freeze({
  CYCLE: 1, // a reference to an ancestor
  BIGINT: 2,
  DATE: 4,
  CODE: 8, // user code ran, or may have: toJSON, a Proxy
  BOXED: 16, // a boxed primitive
  RUN: 32, // a long run of numbers
  FLUSHED: 64 // the value was larger than the tape
})

// Areas of the tape: see `enterInner`.
const MAIN_BASE = HEADER_LENGTH
const INNER_BASE = HEADER_LENGTH + MAIN_TOKENS
const MAIN_LIMIT = INNER_BASE - SLACK
const INNER_LIMIT = TOKENS_LENGTH - SLACK
// A run is worth starting only when this many doubles have room.
const RUN_ROOM = 64
// The payload's 28 bits.
const MAX_KEY = 2 ** 28 - 1
// From this length on a run of numbers counts as long for dispatch.
const LONG_RUN = 16

// ---------------------------------------------------------------------------------------------------------------------
// The state of a walk
// ---------------------------------------------------------------------------------------------------------------------

class Words {
  constructor () {
    this.text = ''
  }
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
let printed = 0 // tokens printed before the tape started again
let lastSeen = 0
let lastTokens = 0

// Depth is small as a rule, so that a search backwards through an array beats a Set; past SCAN levels a Set takes over,
// so that depth costs linear time. Both are preallocated with own elements: a setter on Array.prototype sees nothing.
const SCAN = 24
const MAX_PREALLOCATED = 1024
let ancestors = createStack(MAX_PREALLOCATED)
/** @type {any[]} */
let names = createStack(MAX_PREALLOCATED) // the key or index under which ancestors[i + 1] was found; for the error message
let deepAncestors = null
let highWater = 0

// Options of the running call, as lib/options.js prepares them.
let printer = null
let replacer = null // function
let allowList = null // array of keys
let settings = null

// Array.from defines its elements; an assignment might call a setter of Array.prototype.
function createStack (size) {
  return ArrayFrom({ length: size }, () => undefined)
}

/**
 * Prints what is on the tape, and starts it again.
 * @param {number} p position
 * @returns {number} the new position
 */
function flush (p) {
  flushed = true
  seen |= Seen.FLUSHED
  printed += p - base
  printer.print(base, p, doublesBase, dp, words.text, level, false, false)
  words = new Words()
  dp = doublesBase
  limit = areaLimit
  return base
}

// ---------------------------------------------------------------------------------------------------------------------
// The plain walk: no replacer
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
  if (isBoxedPrimitive(v)) {
    const primitive = unbox(v)
    if (primitive !== v) return resolved(primitive, node, p, key, depth)
  }
  if (isOpen(v, depth)) return circular(v, p, key, depth)
  return object(v, node, p, key, depth)
}

function bigint (v, p) {
  seen |= Seen.BIGINT
  if (settings.bigint === 'throw') throw bigIntError()
  return string(`${v}`, p)
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
  if (depth < ancestors.length) {
    ancestors[depth] = v
    if (settings.circular === 'throw') names[depth] = key
  } else {
    define(ancestors, depth, v)
    define(names, depth, key)
  }
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
  if (isDigit(first)) return slowObject(o, keys, 0, node, p, key, depth)

  let previous = node.start
  let i = 0
  // The text is kept in a local variable between calls: a store to `text` costs a write barrier.
  let chars = words.text
  let begun = false
  try {
    for (const k in o) {
      begun = true
      if (i === count || k !== keys[i]) break
      if (p >= limit) {
        words.text = chars
        p = flush(p)
        chars = ''
      }
      let n = previous.next
      if (n.key !== k) n = lookUp(k, previous)
      i++
      const v = o[k]
      if (n === unlisted) {
        words.text = chars
        p = textMember(k, v, p, depth)
        return textMembers(o, keys, i, node, p, key, depth)
      }
      if (typeof v === 'string') {
        const length = v.length
        tokens[p] = n.token
        if (length > TEXT_LIMIT) {
          words.text = chars
          p = longText(v, p + 1, STRING_OPEN, STRING, STRING_CLOSE)
          chars = words.text
        } else {
          chars += v
          tokens[p + 1] = STRING | length << KIND_BITS
          p += 2
          if (chars.length > TEXT_LIMIT) limit = base
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
        if (after !== OMITTED) p = after
      }
      previous = n
    }
  } catch (error) {
    // Before the first key only a Proxy among the prototypes can throw, which JSON.stringify would not have asked.
    if (begun) throw error
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
  for (const k in o) {
    if (at === count || k !== keys[at]) break
    if (at++ < i) continue
    i++
    if (p >= limit) p = flush(p)
    p = textMember(k, o[k], p, depth)
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
  if (k.length > MAX_KEY) throw new RangeError('Invalid string length')
  tokens[p] = KEY | k.length << KIND_BITS
  words.text += k
  if (words.text.length > TEXT_LIMIT) limit = base
  return unlisted
}

function isDigit (key) {
  const c = key.length === 0 ? 0 : ReflectApply(StringCharCodeAt, key, [0])
  return c >= 48 && c <= 57
}

/** An array, opened. Arrays that begin with a number are tried as a run. */
function array (a, node, p, key, depth) {
  const length = lengthOf(a)
  if (length === 0) {
    tokens[p] = ARRAY
    tokens[p + 1] = CLOSE
    return p + 2
  }
  push(a, key, depth)
  const first = a[0]
  if (typeof first === 'number') return numbers(a, first, length, node, p, depth)
  tokens[p] = ARRAY
  return elements(a, first, 0, length, node, p + 1, depth)
}

/** Elements from i on, one by one; `v` is element i, which has been read. */
function elements (a, v, i, length, node, p, depth) {
  let chars = words.text
  for (;;) {
    if (p >= limit) {
      words.text = chars
      p = flush(p)
      chars = ''
    }
    if (typeof v === 'string') {
      const size = v.length
      if (size > TEXT_LIMIT) {
        words.text = chars
        p = longText(v, p, STRING_OPEN, STRING, STRING_CLOSE)
        chars = words.text
      } else {
        chars += v
        tokens[p++] = STRING | size << KIND_BITS
        if (chars.length > TEXT_LIMIT) limit = base
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
  if (i >= LONG_RUN) seen |= Seen.RUN
  if (i === length) {
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

/** Text longer than the limit goes in parts, each printed at once, so that neither tape nor printer has to hold it. */
function longText (v, p, open, part, closing) {
  tokens[p] = open
  p = flush(p + 1)
  const length = v.length
  for (let from = 0; from < length;) {
    let to = from + TEXT_LIMIT
    if (to < length) {
      // A pair of surrogates stays together, or each half would be taken for a lone one.
      const last = ReflectApply(StringCharCodeAt, v, [to - 1])
      if (last >= 0xd800 && last <= 0xdbff) to--
    } else {
      to = length
    }
    words.text = ReflectApply(StringSlice, v, [from, to])
    tokens[p] = part | (to - from) << KIND_BITS
    p = flush(p + 1)
    from = to
  }
  tokens[p] = closing
  return p + 1
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

/** Steps 2 to 4: toJSON, the replacer, boxed primitives. Also called from src/walk.rs. */
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
  if (JSONIsRawJSON !== null && JSONIsRawJSON(o)) return raw(o, p)
  if (isProxy(o)) seen |= Seen.CODE
  const keys = allowList === null ? ObjectKeys(o) : allowList
  const count = keys.length
  p = openObject(o, p, key, depth)
  let previous = node.start
  for (let i = 0; i < count; i++) {
    const k = keys[i]
    if (p >= limit) p = flush(p)
    const before = words.text
    let n = previous.next
    if (n.key === k) tokens[p] = n.token
    else n = previous.next = writeKey(k, p)
    const after = property(o, k, n, p + 1, depth + 1)
    if (after === OMITTED) words.text = before
    else p = after
    previous = n
  }
  return close(o, p, depth)
}

function generalArray (a, node, p, key, depth) {
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
// Helpers of both walks, and of src/walk.rs
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
    if (isObject(time)) throw new TypeError('Cannot convert object to primitive value')
  } else {
    time = ordinaryToNumber(date, date.valueOf)
  }
  if (typeof time === 'number' && !(time - time === 0)) return null
  return callToISOString(date, date.toISOString)
}

function callToISOString (date, method) {
  if (typeof method !== 'function') throw new TypeError('toISOString is not a function')
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
  throw new TypeError('Cannot convert object to primitive value')
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
 * @param {{ bigint: string, circular: string }} options what to do with BigInts and cycles
 * @param {import('./print').Printer} sink the printer
 * @param {((this: unknown, key: string, value: unknown) => unknown) | null} replace replacer function
 * @param {string[] | null} list keys of a replacer array
 * @returns {string | undefined} the text
 */
function flatten (value, options, sink, replace, list) {
  let outer = null
  if (level < 0) keyTable.tidy()
  else outer = enterInner()
  level++
  printer = sink
  settings = options
  replacer = replace
  allowList = list
  dp = doublesBase
  words = new Words()
  flushed = false
  printed = 0
  seen = 0
  let done = false
  try {
    let p
    if (replace === null && list === null) {
      p = plainValue(value, keyTable.root, base, '', 0)
    } else {
      p = property({ '': value }, '', keyTable.root, base, 0)
    }
    const result = p === OMITTED ? undefined : printer.print(base, p, doublesBase, dp, words.text, level, true, !flushed)
    lastTokens = printed + p - base
    done = true
    return result
  } finally {
    if (!done && flushed) sink.discard(level)
    leave(outer, done)
  }
}

function leave (outer, done) {
  level--
  lastSeen = seen
  words = NO_WORDS
  limit = areaLimit
  // Nothing of the value is kept alive.
  for (let i = 0; i < highWater; i++) ancestors[i] = names[i] = undefined
  highWater = 0
  if (!done && deepAncestors !== null) ReflectApply(SetClear, deepAncestors, [])
  if (outer !== null) leaveInner(outer)
  else printer = settings = replacer = allowList = null
}

/**
 * A getter, toJSON, replacer or Proxy trap called us while a walk is on its way. Where that walk stands on the tape is
 * in its local variables, so that the inner call takes an area of its own; calls inside the inner one share this area
 * and put it aside first.
 */
function enterInner () {
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
  ancestors = createStack(SCAN)
  names = createStack(SCAN)
  deepAncestors = null
  highWater = 0
  return outer
}

function leaveInner (outer) {
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
  printer = outer.printer
  settings = outer.settings
  replacer = outer.replacer
  allowList = outer.allowList
  if (outer.tokens !== null) {
    tokens.set(outer.tokens, INNER_BASE)
    doubles.set(outer.doubles, MAIN_DOUBLES)
  }
}

/** What the call that ended last came across: bits of `Seen`. */
function getSeen () {
  return lastSeen
}

/** How many tokens it took. */
function getTokens () {
  return lastTokens
}

module.exports = { flatten, getSeen, getTokens, Seen, tape, resolve }
