'use strict'

// The Fastify plugin: replies that no response schema serializes go through safeStringify. It holds in the scope in which
// it is registered and in those below, as a hook does.

const { safeStringify } = require('.')
const { findInternals } = require('./lib/fastify/internals')
const { createBuilder } = require('./lib/fastify/arrays')

// `prefix` and the others are Fastify's own: `register` hands them on.
const OPTIONS = ['stringify', 'arrays', 'prefix', 'logLevel', 'logSerializers']
const JSON_TYPE = 'application/json; charset=utf-8'

/** The serializers this plugin has made, to be told from a user's own. */
const ours = new WeakSet()

/**
 * @param {any} instance
 * @param {import('./fastify').FastSafeJsonOptions} options
 * @param {(error?: Error) => void} done
 */
function fastSafeJson (instance, options, done) {
  try {
    install(instance, options)
    done()
  } catch (error) {
    done(/** @type {Error} */ (error))
  }
}

function install (instance, options) {
  const { stringify = safeStringify, arrays = true } = readOptions(options)
  const internals = findInternals(instance)
  const { replySerializer, scopeSerializer, context } = internals

  /**
   * What `reply.serializer()` is given. Which schema serves is asked for when the payload is serialized, because a hook may
   * still change the status code or the content type.
   * @this {any} the reply
   */
  function serialize (payload) {
    // Should this fail, an error handler sends another payload, and Fastify must find the reply as it was.
    this.serializer(null)
    const serializer = schemaSerializer(this)
    return serializer === undefined ? stringify(payload) : serializer(payload)
  }
  ours.add(serialize)

  instance.addHook('preSerialization', function (request, reply, payload, done) {
    const current = reply[replySerializer]
    if (current !== null && !ours.has(current)) return done()
    // What a user has set for the scope stands above schemas and above this plugin.
    if (reply[context][scopeSerializer]) {
      if (current !== null) reply.serializer(null)
      return done()
    }
    // A hook failed after this one, an error handler as well, and the next one has sent this payload: `send` found our
    // serializer and left out the content type.
    if (current !== null && !reply.hasHeader('content-type')) reply.header('content-type', JSON_TYPE)
    reply.serializer(serialize)
    done()
  })

  instance.addHook('onError', function (request, reply, error, done) {
    if (ours.has(reply[replySerializer])) reply.serializer(null)
    done()
  })

  if (arrays) installBuilder(instance, instance[internals.schemaController])
}

/** Puts our builder before Fastify's own. One that a user has chosen, or a compiler, stays. */
function installBuilder (instance, controller) {
  if (controller.isCustomSerializerCompiler || instance.serializerCompiler !== undefined) return
  const build = controller.getSerializerBuilder()
  // Older versions of Fastify 5 do not say whose the builder is.
  if (build.name !== 'buildSerializerFactory') return
  const buildSerializer = createBuilder(build)
  instance.setSchemaController({ compilersFactory: { ...controller.compilersFactory, buildSerializer } })
}

/** The serializer of the response schema for the reply as it is, as Fastify chooses it. */
function schemaSerializer (reply) {
  const status = reply.statusCode
  const found = reply.getSerializationFunction(status) ||
    reply.getSerializationFunction(`${Math.trunc(status / 100)}xx`) ||
    reply.getSerializationFunction('default')
  if (!found || typeof found === 'function') return found || undefined
  return forContentType(found, reply)
}

/** One of the serializers by content type, as Fastify chooses it. */
function forContentType (serializers, reply) {
  let type
  if ('mediaType' in reply) {
    type = reply.mediaType
  } else { // Fastify before 5.7, which takes what is before the parameters as it is
    type = reply.getHeader('content-type')?.split(';', 1)[0]
    if (type && !serializers[type]) type = type.trim().toLowerCase()
  }
  // Without one Fastify calls the object, which fails; so does this.
  if (type === undefined) return serializers
  return serializers[type] || serializers['*/*'] || undefined
}

function readOptions (options) {
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) throw new TypeError(`fast-safe-json/fastify: unknown option '${name}'`)
  }
  const { stringify, arrays } = options
  if (stringify !== undefined && typeof stringify !== 'function') {
    throw new TypeError('fast-safe-json/fastify: option \'stringify\' must be a function')
  }
  if (arrays !== undefined && typeof arrays !== 'boolean') {
    throw new TypeError('fast-safe-json/fastify: option \'arrays\' must be a boolean')
  }
  return options
}

// What fastify-plugin does: the plugin works on the scope that registers it instead of on a new one below.
fastSafeJson[Symbol.for('skip-override')] = true
fastSafeJson[Symbol.for('fastify.display-name')] = 'fast-safe-json'
fastSafeJson[Symbol.for('plugin-meta')] = { name: 'fast-safe-json', fastify: '5.x' }

module.exports = fastSafeJson
module.exports.fastSafeJson = fastSafeJson
module.exports.default = fastSafeJson
