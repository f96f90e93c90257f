'use strict'

const { ObjectGetPrototypeOf, ObjectPrototype, isProxy } = require('./builtins')

/**
 * Does `for in` over this object run no user code? It asks all prototypes for their keys, and a Proxy answers with traps.
 * @param {object} object
 */
function isForInSilent (object) {
  if (isProxy(object)) return false
  const prototype = ObjectGetPrototypeOf(object)
  return prototype === ObjectPrototype || prototype === null || isForInSilent(prototype)
}

module.exports = { isForInSilent }
