'use strict'

// The tape: what the flattener writes and a printer reads. One ArrayBuffer of fixed size holds a header, an Int32Array
// of tokens and a Float64Array of numbers and dates; the text goes beside it as one string. `src/tape.rs` is the same
// table in Rust; `__test__/tape.test.js` compares the two.
//
// A token is a 32-bit integer: its kind in the low 4 bits, a payload of 28 bits above.

// Number of this layout; to be raised with every change, here and in src/tape.rs, so that an addon that was built before is
// not loaded.
const LAYOUT = 3

const KIND_BITS = 4

/** Token kinds. "text: n units" means that the next n UTF-16 units of the text belong to the token. */
const Kind = Object.freeze({
  NULL: 0,
  TRUE: 1,
  FALSE: 2,
  INT: 3, // payload: the signed integer
  DOUBLE: 4, // takes the next double
  STRING: 5, // payload: length. text: that many units
  DATE: 6, // takes the next double: epoch milliseconds, finite
  OBJECT: 7, // opens an object: members are a key token and a value
  ARRAY: 8, // opens an array
  CLOSE: 9, // closes the innermost object or array
  KEY: 10, // payload: length. text: the key
  KEYREF: 11, // payload: id of a key in the key table
  RUN: 12, // payload: n. takes n doubles: n elements of the open array
  NUMBERS: 13, // payload: n. takes n doubles: a whole array
  RAW: 14, // payload: length. text: JSON already, written as it is
  EXTENDED: 15 // payload: one of Extended, below
})

/** What an EXTENDED token's payload says. Rare tokens only: they take a second look. */
const Extended = Object.freeze({
  STRING_OPEN: 0, // a string handed over in parts: the next tokens are PARTs (STRING tokens without quotes), then
  STRING_CLOSE: 1, // this
  RAW_OPEN: 2, // the same for JSON text in parts
  RAW_CLOSE: 3,
  WALK: 4, // the next token, a plain integer, is the index of a value to be walked through handles
  TUPLES: 5 // the next two, plain integers, are n and width. takes n * width doubles: n elements of the open array, each
  // an array of `width` numbers
})

/** Header fields: indices into the Int32Array. */
const Header = Object.freeze({
  FROM: 0, // first token
  TO: 1, // one past the last token
  DOUBLES_FROM: 2, // the same for the doubles
  DOUBLES_TO: 3,
  LEVEL: 4, // re-entrancy level of the call, from 0
  LAST: 5, // 1: the value ends here, answer with the text; 0: more will follow
  TEXT_LENGTH: 6, // units of the text
  LINES: 7, // 0: compact text; 1 + n: line breaks, and n units of indentation a level, at most 10
  GAP: 8 // the 10 units
})
const HEADER_LENGTH = 32

// Sizes, in elements. The main area holds about 600 rows' worth of tokens in 32 KB; larger ones left the second-level
// cache in measurements and gained nothing. The inner area serves calls made from inside a call (a `toJSON` that
// stringifies); see `enterInner` in flatten.js.
const MAIN_TOKENS = 8192
const INNER_TOKENS = 512
// What may be written between two looks at the limit: a key and a value, an array's opening.
const SLACK = 16

const TOKENS_LENGTH = HEADER_LENGTH + MAIN_TOKENS + INNER_TOKENS
// A token takes at most one double, except RUN and NUMBERS. Runs end at *_RUN_DOUBLES, so that what follows them has
// room whatever it is, and the object loop needs to watch the tokens only. The arrays of a TUPLES token have at most
// MAX_WIDTH elements, and end there too.
const MAIN_RUN_DOUBLES = 8192
const INNER_RUN_DOUBLES = 512
const MAIN_DOUBLES = MAIN_RUN_DOUBLES + MAIN_TOKENS
const MAX_WIDTH = 16
const INNER_DOUBLES = INNER_RUN_DOUBLES + INNER_TOKENS
const DOUBLES_LENGTH = MAIN_DOUBLES + INNER_DOUBLES

// Text is printed when it is longer than this. Longer strings are handed over in parts of this size.
const TEXT_LIMIT = 32768

/** @typedef {{ buffer: ArrayBuffer, tokens: Int32Array, doubles: Float64Array }} Tape */

/** @returns {Tape} */
function createTape () {
  const buffer = new ArrayBuffer(TOKENS_LENGTH * 4 + DOUBLES_LENGTH * 8)
  return {
    buffer,
    tokens: new Int32Array(buffer, 0, TOKENS_LENGTH),
    doubles: new Float64Array(buffer, TOKENS_LENGTH * 4, DOUBLES_LENGTH)
  }
}

module.exports = {
  LAYOUT,
  KIND_BITS,
  Kind,
  Extended,
  Header,
  HEADER_LENGTH,
  MAIN_TOKENS,
  INNER_TOKENS,
  SLACK,
  TOKENS_LENGTH,
  MAIN_RUN_DOUBLES,
  INNER_RUN_DOUBLES,
  MAIN_DOUBLES,
  INNER_DOUBLES,
  DOUBLES_LENGTH,
  MAX_WIDTH,
  TEXT_LIMIT,
  createTape
}
