// A module that is stringified before it is initialized: reading its keys throws, its toJSON is there already.
import { createRequire } from 'node:module'
import * as self from './early.mjs'

const { engines } = createRequire(import.meta.url)('./engines')

export function toJSON () { return 'json' }
export const texts = engines.map(([name, make]) => {
  const s = make()
  const plain = { self: 'plain' }
  for (let i = 0; i < 100; i++) s([plain]) + s(plain)
  return [name, s(self), s([self]), s({ self })]
})
export const late = 1
