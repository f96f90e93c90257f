'use strict'

// The printer in Rust, as the flattener calls it: the bounds of what is to be printed go into the tape's header, and one
// call crosses.

const { ReflectApply, StringCharCodeAt } = require('./builtins')
const { Header } = require('./tape')
const { constants } = require('node:buffer')

/**
 * @param {any} binding the addon
 * @param {import('./tape').Tape} tape
 * @param {typeof import('./keys')} keyTable
 * @param {typeof import('./flatten').walkHelpers} helpers what src/walk.rs asks while it walks
 * @returns {(gap: string | null) => import('./print').Printer} printers by indentation
 */
function createNativePrinters (binding, { buffer, tokens, doubles }, keyTable, helpers) {
  const native = binding.createPrinter(buffer, tokens.length, doubles.length, constants.MAX_STRING_LENGTH)
  const { print: printText, walk: walkValue, discard } = native
  const { visit, container, list, shape, result, part, bulk } = helpers
  keyTable.listen({ define: native.defineKey, reset: native.resetKeys })

  function writeHeader (from, to, doublesFrom, doublesTo, text, level, last, gap) {
    tokens[Header.FROM] = from
    tokens[Header.TO] = to
    tokens[Header.DOUBLES_FROM] = doublesFrom
    tokens[Header.DOUBLES_TO] = doublesTo
    tokens[Header.LEVEL] = level
    tokens[Header.LAST] = last ? 1 : 0
    tokens[Header.TEXT_LENGTH] = text.length
    // The gap is written each time: a call inside this one may have left another.
    if (gap === null) {
      tokens[Header.LINES] = 0
    } else {
      tokens[Header.LINES] = 1 + gap.length
      for (let i = 0; i < gap.length; i++) tokens[Header.GAP + i] = ReflectApply(StringCharCodeAt, gap, [i])
    }
  }

  /** @returns {import('./print').Printer} */
  function printerFor (gap) {
    return {
      print (from, to, doublesFrom, doublesTo, text, level, last) {
        writeHeader(from, to, doublesFrom, doublesTo, text, level, last, gap)
        return printText(text, buffer)
      },
      walk (from, to, doublesFrom, doublesTo, text, level, last, value, holder, depth, code, general) {
        writeHeader(from, to, doublesFrom, doublesTo, text, level, last, gap)
        return walkValue(
          text, buffer, value, holder, depth, code, general, bulk(), visit, container, list, shape, result, part
        )
      },
      discard
    }
  }

  const compact = printerFor(null)
  return gap => gap === null ? compact : printerFor(gap)
}

module.exports = { createNativePrinters }
