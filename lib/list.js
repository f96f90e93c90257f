'use strict'

const { ObjectDefineProperty } = require('./builtins')

/**
 * A list that grows without ever calling a setter that user code put on Array.prototype, as `array[i] = value` may.
 * @template T
 * @returns {{ items: T[], push (item: T): void, clear (): void }}
 */
function createList () {
  /** @type {T[]} */
  const items = []
  return {
    items,
    push (item) { define(items, items.length, item) },
    clear () { items.length = 0 }
  }
}

/** `array[index] = value` as an own property, whatever Array.prototype holds. */
function define (array, index, value) {
  const descriptor = { __proto__: null, value, writable: true, enumerable: true, configurable: true }
  ObjectDefineProperty(array, index, /** @type {PropertyDescriptor} */ (descriptor))
}

module.exports = { createList, define }
