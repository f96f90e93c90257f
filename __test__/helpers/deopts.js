'use strict'

// What many-sorts.js prints.
module.exports = { SEEN: 'seen often enough:', END: 'done with it' }
