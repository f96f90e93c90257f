'use strict'

// JSON.parse without what can poison prototypes: the `safeParse` of `@poppinss/utils/json`, which
// `fast-safe-json/poppinss` has to have beside `safeStringify`.

const JSONParse = JSON.parse
const { hasOwn } = Object

// Most texts hold neither key, and are told by their characters, escaped ones included. A false alarm costs a walk.
const SUSPECT = /"(?:__proto__|constructor)"\s*:/
const MAY_BE_ESCAPED = /\\u00/

/**
 * @param {string} text a Buffer is taken as UTF-8, a byte order mark is left out
 * @param {(this: any, key: string, value: any) => any} [reviver]
 * @returns {any} without own `__proto__`, and without `constructor` where it has a `prototype`
 * @throws {SyntaxError} when the text is no JSON
 */
function safeParse (text, reviver) {
  if (Buffer.isBuffer(text)) text = text.toString()
  if (text && text.charCodeAt(0) === 0xfeff) text = text.slice(1)
  const value = JSONParse(text, reviver)
  if (typeof value === 'object' && value !== null && (SUSPECT.test(text) || MAY_BE_ESCAPED.test(text))) clean(value)
  return value
}

function clean (root) {
  const open = [root]
  for (const node of open) {
    if (hasOwn(node, '__proto__')) delete node.__proto__
    if (hasOwn(node, 'constructor')) {
      const { constructor } = node
      if (typeof constructor === 'object' && constructor !== null && hasOwn(constructor, 'prototype')) delete node.constructor
    }
    for (const key in node) {
      const value = node[key]
      if (typeof value === 'object' && value !== null) open.push(value)
    }
  }
}

module.exports = { safeParse }
