'use strict'

// The text that BigInt and circular values are to give, in the plainest way: a copy without them, then JSON.stringify.

/** @param {unknown} value */
function safeText (value) {
  return JSON.stringify(copy(value, []))
}

function copy (value, ancestors) {
  if (typeof value === 'object' && value !== null && typeof value.toJSON === 'function') value = value.toJSON('')
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (ancestors.includes(value)) return undefined
  const inside = [...ancestors, value]
  if (Array.isArray(value)) return value.map(element => copy(element, inside))
  return Object.fromEntries(Object.keys(value).map(key => [key, copy(value[key], inside)]))
}

module.exports = { safeText }
