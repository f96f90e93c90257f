'use strict'

// Numbers and tables for a terminal.

/** @param {number} ns */
function duration (ns) {
  for (const [unit, size] of /** @type {const} */ ([['s', 1e9], ['ms', 1e6], ['µs', 1e3]])) {
    if (ns >= size * 0.9995) return `${digits(ns / size)} ${unit}`
  }
  return `${digits(ns)} ns`
}

/** Three significant digits or two decimals, no exponent. */
function digits (x) {
  if (x >= 99.95) return Math.round(x).toLocaleString('en')
  if (x < 0.095) return x.toFixed(Math.min(7, 1 - Math.floor(Math.log10(x))))
  return x.toFixed(x >= 9.995 ? 1 : 2)
}

/** @param {number} bytes */
function size (bytes) {
  for (const [unit, unitSize] of /** @type {const} */ ([['GB', 1e9], ['MB', 1e6], ['KB', 1e3]])) {
    if (bytes >= unitSize) return `${digits(bytes / unitSize)} ${unit}`
  }
  return `${bytes} B`
}

/**
 * @param {string[][]} lines
 * @param {number} [left] so many columns are aligned to the left
 */
function table (lines, left = 1) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)))
  return lines.map(line => line
    .map((cell, column) => column < left ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))
    .join('  ').trimEnd()).join('\n')
}

/** A line that says how far the work is: rewritten in a terminal, and nothing at all elsewhere. */
function createProgress (total) {
  const started = Date.now()
  let done = 0
  const clear = () => process.stderr.isTTY && process.stderr.write('\r\x1b[K')
  return {
    /** @param {string} what */
    say (what) {
      if (!process.stderr.isTTY) return
      const left = done === 0 ? '' : `, ${Math.ceil((Date.now() - started) / done * (total - done) / 1000)} s to go`
      clear()
      process.stderr.write(`${done}/${total}${left}: ${what}`)
    },
    step () { done++ },
    clear
  }
}

module.exports = { duration, digits, size, table, createProgress }
