'use strict'

// JSON.stringify itself, made safe in one pass by a replacer function that sees each value before it is printed: what
// engine 'v8' does for settings that JSON.stringify alone would throw on. (Trying without and starting again on an error
// would run user code twice.) Engine 'auto' has no use for it: the tape is faster.

const { BigIntValueOf, JSONStringify, ReflectApply, isBigIntObject, isBoxedPrimitive } = require('./builtins')
const { define } = require('./list')

/**
 * @param {unknown} value
 * @param {import('./options').Settings} settings
 * @param {((this: unknown, key: string, value: unknown) => unknown) | null} replacer
 * @param {any} space
 */
function guardedStringify (value, settings, replacer, space) {
  // The containers around the value that is asked about.
  const open = []
  let depth = 0

  /** @this {unknown} the holder */
  function guard (key, v) {
    // The holder is the innermost of them, unless it is the wrapper of the root.
    while (depth > 0 && open[depth - 1] !== this) depth--
    if (replacer !== null) v = ReflectApply(replacer, this, [key, v])
    if (typeof v === 'bigint') return settings.bigint === 'throw' ? v : `${v}`
    if (typeof v !== 'object' || v === null) return v
    if (isBoxedPrimitive(v)) {
      return settings.bigint !== 'throw' && isBigIntObject(v) ? `${ReflectApply(BigIntValueOf, v, [])}` : v
    }
    for (let i = 0; i < depth; i++) {
      // What is returned as it is makes JSON.stringify throw.
      if (open[i] === v) return settings.circular === 'throw' ? v : undefined
    }
    define(open, depth++, v)
    return v
  }

  return JSONStringify(value, guard, space)
}

module.exports = { guardedStringify }
