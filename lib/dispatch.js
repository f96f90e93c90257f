'use strict'

// Which engine for this value. Every engine gives the same text; they differ in time only.

const { ArrayIsArray, JSONStringify, performanceNow } = require('./builtins')
const { readAllowList, readGap } = require('./options')
const { binding } = require('./binding')
const keyTable = require('./keys')
const { flatten, getSeen, getTokens, Seen, tape, walkHelpers } = require('./flatten')
const { createPrinter } = require('./print')
const { createNativePrinters } = require('./native')
const { whyGivenUp } = require('./errors')
const { guardedStringify } = require('./guard')
const { kindOf, mayRunCode, same, unseen } = require('./kinds')

/** @typedef {import('./options').Settings} Settings */
/** @typedef {(value: unknown, replacer?: any, space?: any) => string | undefined} Stringify */

const nativePrinter = binding === null ? null : createNativePrinters(binding, tape, keyTable, walkHelpers)
const portableCompact = createPrinter(tape, null)

// A value of at most so many tokens, doubles and units of text is printed in JavaScript: crossing costs more than it saves.
// (`{ a: 1, self }` takes 0.20 µs so and 0.29 µs with a crossing, an error body of three keys 0.50 and 0.31.)
const SMALL_TOKENS = 6
const SMALL_DOUBLES = 1
const SMALL_TEXT = 64

const autoCompact = nativePrinter === null ? portableCompact : createSizedPrinter(nativePrinter(null))

// What v8 is slow at, or throws on, or may run twice. (JSON.stringify takes a class instance or a fresh string for what
// they are; these only cost time, which is measured.)
const UNFIT = Seen.CYCLE | Seen.BIGINT | Seen.DATE | Seen.CODE | Seen.BOXED
// On Node 25 and later JSON.stringify looks for circles every 200,000 steps only. With so many units of text a step, that
// is 13 MB of text for nothing; a kind that has more never goes there.
const MAX_UNITS_PER_TOKEN = 64

/**
 * @param {Settings} settings
 * @returns {Stringify}
 */
function dispatch (settings) {
  switch (settings.engine) {
    case 'v8': return v8(settings)
    case 'portable': return flattened(settings, portablePrinter)
    case 'tape':
    case 'walk': return flattened(settings, nativePrinter)
    default: return auto(settings)
  }
}

function portablePrinter (gap) {
  return gap === null ? portableCompact : createPrinter(tape, gap)
}

/** Small values in JavaScript, all others in Rust. */
function autoPrinter (gap) {
  if (gap === null) return autoCompact
  return nativePrinter === null ? portablePrinter(gap) : nativePrinter(gap)
}

function createSizedPrinter (native) {
  return {
    print (from, to, doublesFrom, doublesTo, text, level, last, whole) {
      const isSmall = whole && to - from <= SMALL_TOKENS && doublesTo - doublesFrom <= SMALL_DOUBLES && text.length <= SMALL_TEXT
      const printer = isSmall ? portableCompact : native
      return printer.print(from, to, doublesFrom, doublesTo, text, level, last, whole)
    },
    discard: native.discard,
    walk: native.walk
  }
}

/** @returns {Stringify} */
function flattened (settings, printerFor) {
  return function safeStringify (value, replacer, space) {
    const list = readAllowList(replacer)
    const gap = readGap(space)
    return flatten(value, settings, printerFor(gap), typeof replacer === 'function' ? replacer : null, list)
  }
}

/**
 * JSON.stringify itself, with a guard where the settings ask for more; its depth is that of the call stack. It takes one
 * replacer only, so that key lists go over the tape.
 * @returns {Stringify}
 */
function v8 (settings) {
  if (settings.bigint === 'throw' && settings.circular === 'throw') {
    return function safeStringify (value, replacer, space) {
      return JSONStringify(value, replacer, space)
    }
  }
  const general = flattened(settings, autoPrinter)
  return function safeStringify (value, replacer, space) {
    if (typeof replacer === 'object' && replacer !== null) return general(value, replacer, space)
    return guardedStringify(value, settings, typeof replacer === 'function' ? replacer : null, space)
  }
}

/** @returns {Stringify} */
function auto (settings) {
  const general = flattened(settings, autoPrinter)

  return function safeStringify (value, replacer, space) {
    if ((replacer !== undefined && replacer !== null) || (space !== undefined && space !== null && space !== 0)) {
      return general(value, replacer, space)
    }
    if (typeof value === 'object' && value !== null) {
      if (unseen.mayBe(value)) return overTape(value, true, settings)
      let kind = same.take(value)
      if (kind === null) {
        kind = kindOf(value)
        if (!kind.isV8) return earn(kind, value, settings)
        same.next(kind)
        kind.left--
      }
      unseen.end()
      if (kind.left <= 0) return look(kind, value, settings)
      let text
      try {
        text = JSONStringify(value)
      } catch (error) {
        return recover(kind, error, value, settings)
      }
      const units = unitsOf(text)
      if (units > kind.most) kind.outgrow(units)
      return text
    }
    // A primitive has no toJSON to be asked for, except BigInt.
    if (typeof value === 'bigint' || typeof value === 'function') return onTape(value, settings)
    return JSONStringify(value)
  }
}

function onTape (value, settings) {
  return flatten(value, settings, autoCompact, null, null)
}

/** A call over the tape outside of a trial; `isSettled`: the next one of the kind need not be looked at. */
function overTape (value, isSettled, settings) {
  const text = onTape(value, settings)
  const seen = getSeen()
  unseen.next(unseen.sortOf(value, (seen & Seen.LARGE) !== 0, isSettled && (seen & Seen.NUMBERS) !== 0))
  return text
}

/** A kind that does not have v8, or not yet. */
function earn (kind, value, settings) {
  if (!kind.isTrial) {
    const text = overTape(value, kind.isSettled, settings)
    if (!isFit(text)) {
      kind.fault()
      return text
    }
    kind.pass(getTokens())
    // The flattener does not see all that runs user code.
    if (kind.isTrial) {
      if (mayRunCode(value)) kind.fault()
      else if (!kind.isSettled) kind.foresee(unitsOf(text))
    }
    return text
  }
  let text
  const start = performanceNow()
  if (kind.isV8Turn) {
    try {
      text = JSONStringify(value)
    } catch (error) {
      return recover(kind, error, value, settings)
    }
    kind.timed(true, performanceNow() - start + timeOfLook(value), unitsOf(text))
    return text
  }
  text = onTape(value, settings)
  const time = performanceNow() - start
  if (isFit(text)) kind.timed(false, time, unitsOf(text))
  else kind.fault()
  return text
}

/** One timed call of v8, which has the kind. */
function look (kind, value, settings) {
  const start = performanceNow()
  let text
  try {
    text = JSONStringify(value)
  } catch (error) {
    return recover(kind, error, value, settings)
  }
  const units = unitsOf(text)
  if (units > kind.most) kind.outgrow(units)
  else kind.looked(performanceNow() - start + timeOfLook(value), units)
  return text
}

// Milliseconds that finding an array's kind takes, which it does each time when v8 has it, and seldom over the tape.
const LOOK = 6e-5

function timeOfLook (value) {
  return ArrayIsArray(value) ? LOOK : 0
}

/** v8 threw an error. If it gave up on what the settings allow, the tape takes over. */
function recover (kind, error, value, settings) {
  const why = whyGivenUp(error)
  if (why === null) throw error
  kind.gaveUp()
  // What v8 says is then what the tape would say.
  if (settings[why] === 'throw') throw error
  return onTape(value, settings)
}

/** May the value that went over the tape just now go to v8 next time? */
function isFit (text) {
  return (getSeen() & UNFIT) === 0 && text !== undefined && text.length <= MAX_UNITS_PER_TOKEN * (getTokens() + 1)
}

function unitsOf (text) {
  return text === undefined ? 0 : text.length
}

module.exports = { dispatch }
