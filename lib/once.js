'use strict'

const { ReflectApply, SetAdd, SetClear, SetHas } = require('./builtins')

/**
 * Tells keys that are met for the first time from those met before, as far as it remembers: the last `max` or so. What is
 * to be remembered for good waits for the second meeting, because objects used as dictionaries hold keys that never come
 * again.
 * @param {number} max
 * @returns {(key: string) => boolean} is the key new?
 */
function createOnce (max) {
  /** @type {Set<string>} */
  const once = new Set()
  let count = 0
  return function isNew (key) {
    if (ReflectApply(SetHas, once, [key])) return false
    if (count++ === max) {
      ReflectApply(SetClear, once, [])
      count = 1
    }
    ReflectApply(SetAdd, once, [key])
    return true
  }
}

module.exports = { createOnce }
