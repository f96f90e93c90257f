'use strict'

const { ReflectApply, SetAdd, SetClear, SetHas } = require('./builtins')

/**
 * Tells keys that are met for the first time from those met before, as far as it remembers: the last `max` at least. What is
 * to be remembered for good waits for the second meeting, because objects used as dictionaries hold keys that never come
 * again.
 * @param {number} max
 * @returns {(key: string) => boolean} is the key new?
 */
function createOnce (max) {
  /** @type {Set<string>} */
  let recent = new Set()
  /** @type {Set<string>} */
  let before = new Set()
  let count = 0
  return function isNew (key) {
    if (ReflectApply(SetHas, recent, [key]) || ReflectApply(SetHas, before, [key])) return false
    if (count++ === max) {
      const oldest = before
      before = recent
      recent = oldest
      ReflectApply(SetClear, recent, [])
      count = 1
    }
    ReflectApply(SetAdd, recent, [key])
    return true
  }
}

module.exports = { createOnce }
