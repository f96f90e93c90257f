'use strict'

// The printer in JavaScript: tape → JSON text. It serves values that are too small to be worth a crossing into Rust, and
// machines for which there is no binary. It only prints: what is on the tape has been decided.

const { ArrayFrom, DateConstructor, DateToISOString, JSONStringify, ReflectApply, StringCharCodeAt, StringSlice } = require('./builtins')
const { KIND_BITS, Kind, Extended } = require('./tape')
const keyTable = require('./keys')

/**
 * What the flattener needs of a printer.
 * @typedef {object} Printer
 * @property {(from: number, to: number, doublesFrom: number, doublesTo: number, text: string, level: number,
 *   last: boolean, whole: boolean) => string | undefined} print prints the tokens [from, to), which take the doubles
 *   [doublesFrom, doublesTo) and the text; gives the whole text when they were the `last` of the value; `whole`: they are
 *   all of it
 * @property {(level: number) => void} discard forgets what was printed of an unfinished value
 * @property {null | ((from: number, to: number, doublesFrom: number, doublesTo: number, text: string, level: number,
 *   last: boolean, value: unknown, holder: unknown, depth: number, code: number, general: boolean) => string |
 *   undefined)} walk as `print`, for a tape that ends in a WALK token, which stands for `value` (see `handOver` in
 *   flatten.js); null: this printer cannot walk
 */

// What comes before the next token, and what it can be.
const ROOT = 0 // the root value
const FIRST_ELEMENT = 1
const ELEMENT = 2 // any later one
const FIRST_KEY = 3
const NEXT_KEY = 4
const MEMBER = 5 // the value of a member, after its key

/** The context around an open container. */
class Frame {
  context = ROOT
  /** @type {Frame | null} */
  parent = null

  constructor (context, parent) {
    this.context = context
    this.parent = parent
  }
}

// The keys of the table with quotes and colon, and behind a comma, as each concatenation costs 10 ns; and the key they were
// made of, as the table may have been emptied since.
const firstKeys = ArrayFrom({ length: keyTable.MAX_KEYS }, () => '"":')
const nextKeys = ArrayFrom({ length: keyTable.MAX_KEYS }, () => ',"":')
const madeFrom = ArrayFrom({ length: keyTable.MAX_KEYS }, () => '')

/** A key of the table with quotes and colon, behind a comma if it is not the first. */
function knownKey (id, isFirst) {
  const key = keyTable.names[id]
  if (madeFrom[id] !== key) {
    madeFrom[id] = key
    firstKeys[id] = `${JSONStringify(key)}:`
    nextKeys[id] = `,${firstKeys[id]}`
  }
  return isFirst ? firstKeys[id] : nextKeys[id]
}

/**
 * Makes a printer.
 * @param {import('./tape').Tape} tape
 * @param {string | null} gap indentation per level; null: compact
 * @returns {Printer}
 */
function createPrinter ({ tokens, doubles }, gap) {
  const pretty = gap !== null
  // A value of which a part is printed; the values around it, unfinished too, behind it.
  let unfinished = null

  function print (from, to, doublesFrom, doublesTo, text, level, last) {
    let out = ''
    let context = ROOT
    let indent = '\n'
    let inParts = false
    /** @type {Frame | null} */
    let frame = null
    // What was called from inside this value and has ended in an error, but has not been discarded for want of stack.
    while (unfinished !== null && unfinished.level > level) unfinished = unfinished.around
    if (unfinished !== null && unfinished.level === level) {
      ({ out, context, indent, inParts, frame } = unfinished)
      unfinished = unfinished.around
    }
    const clean = isClean(text)
    let at = 0 // in the text
    let dp = doublesFrom

    for (let p = from; p < to; p++) {
      const token = tokens[p]
      const kind = token & (1 << KIND_BITS) - 1
      const size = token >>> KIND_BITS

      if (kind === Kind.KEYREF || kind === Kind.KEY) {
        const isFirst = context === FIRST_KEY
        if (pretty) out += isFirst ? indent : `,${indent}`
        if (kind === Kind.KEYREF) {
          out += knownKey(size, pretty || isFirst)
        } else {
          if (!pretty && !isFirst) out += ','
          const key = ReflectApply(StringSlice, text, [at, at + size])
          out += clean ? `"${key}":` : `${JSONStringify(key)}:`
          at += size
        }
        if (pretty) out += ' '
        context = MEMBER
        continue
      }

      if (kind === Kind.CLOSE) {
        if (pretty) {
          indent = ReflectApply(StringSlice, indent, [0, indent.length - gap.length])
          if (context === ELEMENT || context === NEXT_KEY) out += indent
        }
        out += context <= ELEMENT ? ']' : '}'
        // The flattener closes what it opened.
        const { context: after, parent } = /** @type {Frame} */ (frame)
        context = after
        frame = parent
        continue
      }

      // A value, or the next part of one.
      if (!inParts) {
        if (context === ELEMENT) out += ','
        if (context === MEMBER) {
          context = NEXT_KEY
        } else if (context !== ROOT) {
          if (pretty) out += indent
          context = ELEMENT
        }
      }
      switch (kind) {
        case Kind.NULL: out += 'null'; break
        case Kind.TRUE: out += 'true'; break
        case Kind.FALSE: out += 'false'; break
        case Kind.INT: out += token >> KIND_BITS; break
        case Kind.DOUBLE: out += number(doubles[dp++]); break
        case Kind.STRING: {
          const string = ReflectApply(StringSlice, text, [at, at + size])
          at += size
          if (clean && !inParts) {
            out += `"${string}"`
            break
          }
          const quoted = JSONStringify(string)
          out += inParts ? ReflectApply(StringSlice, quoted, [1, quoted.length - 1]) : quoted
          break
        }
        case Kind.DATE:
          out += `"${ReflectApply(DateToISOString, new DateConstructor(doubles[dp++]), [])}"`
          break
        case Kind.OBJECT:
          frame = new Frame(context, frame)
          out += '{'
          context = FIRST_KEY
          if (pretty) indent += gap
          break
        case Kind.ARRAY:
          frame = new Frame(context, frame)
          out += '['
          context = FIRST_ELEMENT
          if (pretty) indent += gap
          break
        case Kind.RUN:
          out += run(dp, size, pretty ? `,${indent}` : ',')
          dp += size
          break
        case Kind.NUMBERS: {
          const inner = pretty ? indent + gap : ''
          out += `[${inner}${run(dp, size, `,${inner}`)}${pretty ? indent : ''}]`
          dp += size
          break
        }
        case Kind.RAW:
          out += ReflectApply(StringSlice, text, [at, at + size])
          at += size
          break
        case Kind.EXTENDED:
          if (size === Extended.TUPLES) {
            const width = tokens[p + 2]
            const end = dp + tokens[p + 1] * width
            const inner = pretty ? indent + gap : ''
            const close = `${pretty ? indent : ''}]`
            for (let first = true; dp < end; first = false, dp += width) {
              out += `${first ? '' : pretty ? `,${indent}` : ','}[${inner}${run(dp, width, `,${inner}`)}${close}`
            }
            p += 2
            break
          }
          if (size === Extended.STRING_OPEN || size === Extended.STRING_CLOSE) out += '"'
          inParts = size === Extended.STRING_OPEN || size === Extended.RAW_OPEN
          break
      }
    }
    if (last) return out
    unfinished = { level, out, context, indent, inParts, frame, around: unfinished }
    return undefined
  }

  function discard (level) {
    if (unfinished !== null && unfinished.level === level) unfinished = unfinished.around
  }

  function run (dp, size, separator) {
    let out = number(doubles[dp])
    for (let i = 1; i < size; i++) out += separator + number(doubles[dp + i])
    return out
  }

  return { print, discard, walk: null }
}

// Units of text that are looked through at once, in place of a call of JSON.stringify for each string.
const SHORT_TEXT = 64

/** Is a text short, and does it have nothing to be escaped? */
function isClean (text) {
  const length = text.length
  if (length > SHORT_TEXT) return false
  for (let i = 0; i < length; i++) {
    const unit = ReflectApply(StringCharCodeAt, text, [i])
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff)) return false
  }
  return true
}

function number (value) {
  return value - value === 0 ? `${value}` : 'null'
}

module.exports = { createPrinter }
