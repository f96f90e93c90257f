import safeStringify = require('fast-safe-json')
import poppinss = require('fast-safe-json/poppinss')

const texts: Array<string | undefined> = [safeStringify({ a: 1n }), safeStringify.configure()([1n]), poppinss.safeStringify(1)]

// @ts-expect-error may be undefined
const text: string = safeStringify({})

export { texts, text }
