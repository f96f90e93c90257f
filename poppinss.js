'use strict'

// What `@poppinss/utils/json` exports, in both of its forms: by name (version 7) and as an object that is the default
// export (version 6). An `import` of this file sees both.

const { safeStringify } = require('.')
const { safeParse } = require('./lib/safe-parse')

module.exports = { safeStringify, safeParse }
