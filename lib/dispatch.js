'use strict'

// Which engine for this value. Every engine gives the same text; they differ in time only.

const { JSONStringify, performanceNow } = require('./builtins')
const { readAllowList, readGap } = require('./options')
const { binding } = require('./binding')
const keyTable = require('./keys')
const { flatten, getSeen, getTokens, Seen, tape, walkHelpers } = require('./flatten')
const { createPrinter } = require('./print')
const { createNativePrinters } = require('./native')
const { isGivenUp } = require('./errors')
const { guardedStringify } = require('./guard')
const { hasGetter, kindOf, unseen } = require('./kinds')

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

  function onTape (value) {
    return flatten(value, settings, autoCompact, null, null)
  }

  return function safeStringify (value, replacer, space) {
    if ((replacer !== undefined && replacer !== null) || (space !== undefined && space !== null && space !== 0)) {
      return general(value, replacer, space)
    }
    if (typeof value === 'object' && value !== null) {
      if (unseen.mayBe(value)) return overTape(value, true, onTape)
      const kind = kindOf(value)
      if (!kind.isV8) return earn(kind, value, onTape)
      unseen.end()
      if (--kind.left <= 0) return look(kind, value, onTape)
      try {
        return JSONStringify(value)
      } catch (error) {
        return recover(kind, error, value, onTape)
      }
    }
    // A primitive has no toJSON to be asked for, except BigInt.
    if (typeof value === 'bigint' || typeof value === 'function') return onTape(value)
    return JSONStringify(value)
  }
}

/** A call over the tape outside of a trial; `isSettled`: the next one of the kind need not be looked at. */
function overTape (value, isSettled, onTape) {
  const text = onTape(value)
  const seen = getSeen()
  unseen.next(unseen.sortOf(value, (seen & Seen.LARGE) !== 0, isSettled && (seen & Seen.NUMBERS) !== 0))
  return text
}

/** A kind that does not have v8, or not yet. */
function earn (kind, value, onTape) {
  if (!kind.isTrial) {
    const text = overTape(value, kind.isSettled, onTape)
    if (!isFit(text)) {
      kind.fault()
      return text
    }
    kind.pass(getTokens())
    // The flattener cannot see getters.
    if (kind.isTrial && hasGetter(value)) kind.fault()
    return text
  }
  let text
  if (kind.isV8Turn) {
    const start = performanceNow()
    try {
      text = seenByV8(value)
    } catch (error) {
      return recover(kind, error, value, onTape)
    }
    kind.timed(true, perUnit(performanceNow() - start, text))
    return text
  }
  const start = performanceNow()
  text = onTape(value)
  const time = performanceNow() - start
  if (isFit(text)) kind.timed(false, perUnit(time, text))
  else kind.fault()
  return text
}

/** One timed call of v8, which has the kind. */
function look (kind, value, onTape) {
  const start = performanceNow()
  let text
  try {
    text = seenByV8(value)
  } catch (error) {
    return recover(kind, error, value, onTape)
  }
  kind.looked(perUnit(performanceNow() - start, text))
  return text
}

/** As a call of v8 is when it is not timed: the kind is found first. */
function seenByV8 (value) {
  kindOf(value)
  return JSONStringify(value)
}

function recover (kind, error, value, onTape) {
  if (!isGivenUp(error)) throw error
  kind.gaveUp()
  return onTape(value)
}

/** May the value that went over the tape just now go to v8 next time? */
function isFit (text) {
  return (getSeen() & UNFIT) === 0 && text !== undefined && text.length <= MAX_UNITS_PER_TOKEN * (getTokens() + 1)
}

function perUnit (time, text) {
  return text === undefined ? Infinity : time / text.length
}

module.exports = { dispatch }
