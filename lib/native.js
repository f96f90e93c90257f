'use strict'

// The printer in Rust, as the flattener calls it: the bounds of what is to be printed go into the tape's header, and one
// call with one argument crosses.

const { ReflectApply, StringCharCodeAt } = require('./builtins')
const { Header } = require('./tape')
const { constants } = require('node:buffer')

/**
 * @param {any} binding the addon
 * @param {import('./tape').Tape} tape
 * @param {typeof import('./keys')} keyTable
 * @returns {(gap: string | null) => import('./print').Printer} printers by indentation
 */
function createNativePrinters (binding, { buffer, tokens, doubles }, keyTable) {
  const native = binding.createPrinter(buffer, tokens.length, doubles.length, constants.MAX_STRING_LENGTH)
  const { print: printText, discard } = native
  keyTable.listen({ define: native.defineKey, reset: native.resetKeys })

  function cross (from, to, doublesFrom, doublesTo, text, level, last) {
    tokens[Header.FROM] = from
    tokens[Header.TO] = to
    tokens[Header.DOUBLES_FROM] = doublesFrom
    tokens[Header.DOUBLES_TO] = doublesTo
    tokens[Header.LEVEL] = level
    tokens[Header.LAST] = last ? 1 : 0
    tokens[Header.TEXT_LENGTH] = text.length
    return printText(text, buffer)
  }

  /** @type {import('./print').Printer} */
  const compact = {
    print (from, to, doublesFrom, doublesTo, text, level, last) {
      tokens[Header.LINES] = 0
      return cross(from, to, doublesFrom, doublesTo, text, level, last)
    },
    discard
  }

  return function printerFor (gap) {
    if (gap === null) return compact
    const length = gap.length
    return {
      // The gap is written each time: a call inside this one may have left another.
      print (from, to, doublesFrom, doublesTo, text, level, last) {
        tokens[Header.LINES] = 1 + length
        for (let i = 0; i < length; i++) tokens[Header.GAP + i] = ReflectApply(StringCharCodeAt, gap, [i])
        return cross(from, to, doublesFrom, doublesTo, text, level, last)
      },
      discard
    }
  }
}

module.exports = { createNativePrinters }
