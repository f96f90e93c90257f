import { defineConfig } from '@adonisjs/core/http'
import safeStringify from 'fast-safe-json'

// Needed by AdonisJS; a real application reads it from its environment.
export const appKey = 'an-example-key-of-32-characters!'

export const http = defineConfig({
  // All there is to it.
  serializeJSON: safeStringify
})
