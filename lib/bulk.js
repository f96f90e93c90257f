'use strict'

// Arrays of numbers or of strings, printed in bulk for callers that know what the elements ought to be and what becomes
// of one that is something else (a Fastify response schema does). It has a small tape and a printer of its own, and
// knows nothing of JSON.stringify's rules: nothing but the elements is looked at, each once and in order.

const { MathTrunc, StringSlice, ReflectApply } = require('./builtins')
const { KIND_BITS, Kind, Header, HEADER_LENGTH, TEXT_LIMIT } = require('./tape')
const { constants } = require('node:buffer')

// Elements to a crossing. 2048 doubles are 16 KB: with the text they become they stay in the first-level cache.
const CHUNK = 2048
// On the tape: the array's opening, what a chunk holds (a token for each string, one for all numbers), the closing.
const OPENING = HEADER_LENGTH
const CONTENT = HEADER_LENGTH + 1
const TOKENS = HEADER_LENGTH + CHUNK + 2
// What a token's payload can say.
const MAX_STRING = 2 ** 28 - 1

const RUN = Kind.RUN
const STRING = Kind.STRING

/**
 * Serializes the array, whose length has been read. `coerce` gives the text of the first element that is not of the
 * wanted type, and of all behind it. The answer `undefined` means that nothing was read, and that the caller has to do
 * it another way: the call came from a getter among the elements of an array that is being read.
 * @typedef {(array: unknown[], length: number, coerce: (element: unknown) => string) => string | undefined} Serialize
 */

/**
 * @param {any} binding the addon
 * @returns {{ number: Serialize, integer: Serialize, string: Serialize }} by the wanted type: numbers but NaN;
 *   integers; strings
 */
function createBulk (binding) {
  const buffer = new ArrayBuffer(TOKENS * 4 + CHUNK * 8)
  const tokens = new Int32Array(buffer, 0, TOKENS)
  const doubles = new Float64Array(buffer, TOKENS * 4, CHUNK)
  const { print, discard } = binding.createPrinter(buffer, TOKENS, CHUNK, constants.MAX_STRING_LENGTH)
  // The rest of the header stays 0: compact text, the doubles from their beginning, no level of re-entrancy.
  tokens[OPENING] = Kind.ARRAY

  let busy = false
  let p = CONTENT // position on the tape
  let dp = 0 // and in the doubles
  let text = ''
  // Whether the element behind those on the tape is of another type, and the element, which has been read.
  let isOdd = false
  let odd

  // Each of these reads elements from `from` on to the tape until it is full or an element is odd, and gives the index
  // of the next one.

  function numbers (array, from, length) {
    const end = length - from > CHUNK ? from + CHUNK : length
    let i = from
    for (; i < end; i++) {
      const v = array[i]
      if (typeof v !== 'number' || v !== v) { // eslint-disable-line no-self-compare
        setOdd(v)
        break
      }
      doubles[i - from] = v
    }
    return run(from, i)
  }

  function integers (array, from, length) {
    const end = length - from > CHUNK ? from + CHUNK : length
    let i = from
    for (; i < end; i++) {
      const v = array[i]
      // Infinities are their own integer part, but not finite.
      if (typeof v !== 'number' || ((v | 0) !== v && (MathTrunc(v) !== v || v - v !== 0))) {
        setOdd(v)
        break
      }
      doubles[i - from] = v
    }
    return run(from, i)
  }

  function run (from, to) {
    dp = to - from
    if (dp > 0) tokens[p++] = RUN | dp << KIND_BITS
    return to
  }

  function strings (array, from, length) {
    const end = length - from > CHUNK ? from + CHUNK : length
    let chars = ''
    let at = p
    let i = from
    while (i < end) {
      const v = array[i]
      if (typeof v !== 'string' || v.length > MAX_STRING) {
        setOdd(v)
        break
      }
      chars += v
      tokens[at++] = STRING | v.length << KIND_BITS
      i++
      if (chars.length > TEXT_LIMIT) break
    }
    text = chars
    p = at
    return i
  }

  function setOdd (v) {
    isOdd = true
    odd = v
  }

  /** Prints what is on the tape and starts it again. */
  function cross (from, isLast) {
    if (isLast) tokens[p++] = Kind.CLOSE
    tokens[Header.FROM] = from
    tokens[Header.TO] = p
    tokens[Header.DOUBLES_TO] = dp
    tokens[Header.LAST] = isLast ? 1 : 0
    tokens[Header.TEXT_LENGTH] = text.length
    const json = print(text, buffer)
    p = CONTENT
    dp = 0
    text = ''
    return json
  }

  /** @returns {Serialize} */
  function serializer (read) {
    return function serialize (array, length, coerce) {
      if (busy) return undefined
      busy = true
      let from = OPENING
      let i = 0
      let json
      try {
        for (;;) {
          i = read(array, i, length)
          if (isOdd || i === length) break
          cross(from, false)
          from = CONTENT
        }
        json = cross(from, true)
      } finally {
        busy = false
        if (json === undefined) { // a getter threw, or the text is too long
          p = CONTENT
          dp = 0
          text = ''
          isOdd = false
          odd = undefined
          discard(0)
        }
      }
      return isOdd ? coerced(array, i, length, coerce, json) : json
    }
  }

  /** The array's text when its first `i` elements are printed, and the next one is odd. */
  function coerced (array, i, length, coerce, printed) {
    let v = odd
    isOdd = false
    odd = undefined
    let json = ReflectApply(StringSlice, printed, [0, -1])
    for (;;) {
      json += i === 0 ? coerce(v) : `,${coerce(v)}`
      if (++i === length) return `${json}]`
      v = array[i]
    }
  }

  return { number: serializer(numbers), integer: serializer(integers), string: serializer(strings) }
}

module.exports = { createBulk }
