import type { FastifyPluginCallback } from 'fastify'
import main = require('./index')

/**
 * Fastify plugin: replies that no response schema serializes go through `safeStringify`, in the scope that registers it
 * and below. Response schemas that are, or hold, arrays of numbers are serialized faster.
 *
 * @example
 * app.register(require('fast-safe-json/fastify'))
 */
declare function fastSafeJson (...plugin: Parameters<FastifyPluginCallback<fastSafeJson.FastSafeJsonOptions>>): void

declare namespace fastSafeJson {
  export interface FastSafeJsonOptions {
    /**
     * What serializes a payload for which there is no response schema: a function that `configure` has made, say.
     * @default safeStringify
     */
    stringify?: main.Stringify
    /**
     * Whether arrays of numbers, integers and strings in response schemas are printed in bulk. The text is the same.
     * @default true
     */
    arrays?: boolean
  }

  export { fastSafeJson, fastSafeJson as default }
}

export = fastSafeJson
