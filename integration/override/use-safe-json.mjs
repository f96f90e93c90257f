// For `node --import ./use-safe-json.mjs bin/server.js`: whoever imports `@poppinss/utils/json` gets fast-safe-json.

import { registerHooks } from 'node:module'

const safeJson = import.meta.resolve('fast-safe-json/poppinss')

registerHooks({
  resolve (specifier, context, nextResolve) {
    return nextResolve(specifier === '@poppinss/utils/json' ? safeJson : specifier, context)
  }
})
