import safeStringify, { configure } from 'fast-safe-json'

export const texts: Array<string | undefined> = [safeStringify({ a: 1n }), configure({ engine: 'auto' })([1])]
