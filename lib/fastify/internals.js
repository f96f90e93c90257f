'use strict'

// Fastify keeps what the plugin has to know under symbols that it does not export: whether the user has chosen a
// serializer of his own, for one reply or for a scope, and who makes the serializers of response schemas. They are
// found by their descriptions when the plugin is registered, and only read; a version of Fastify without them is
// refused then and there, because guessing could send what a schema leaves out.

/**
 * @typedef {object} Internals
 * @property {symbol} replySerializer of a reply: what `reply.serializer(fn)` has set
 * @property {symbol} scopeSerializer of a route's context: what `setReplySerializer(fn)` has set
 * @property {symbol} context of a reply: its route's context
 * @property {symbol} schemaController of an instance
 */

/**
 * @param {any} instance the Fastify instance
 * @returns {Internals}
 */
function findInternals (instance) {
  const Reply = instance[find(instance, 'fastify.Reply', instance)]
  const reply = new Reply({}, {}, undefined)
  return {
    replySerializer: find(reply, 'fastify.reply.serializer', instance),
    scopeSerializer: find(instance, 'fastify.replySerializerDefault', instance),
    context: find(reply, 'fastify.context', instance),
    schemaController: find(instance, 'fastify.schemaController', instance)
  }
}

/** The symbol of that description under which the object, or a prototype, has a property. */
function find (object, description, instance) {
  for (let o = object; o !== null; o = Object.getPrototypeOf(o)) {
    for (const symbol of Object.getOwnPropertySymbols(o)) if (symbol.description === description) return symbol
  }
  throw new Error(`fast-safe-json/fastify does not know Fastify ${instance.version}: it has no ${description}`)
}

module.exports = { findInternals }
