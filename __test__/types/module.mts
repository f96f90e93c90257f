import s, { safeStringify, configure, engine, loadError } from 'fast-safe-json'
import type { Engine, Options, Replacer, Space, Stringify } from 'fast-safe-json'
import * as all from 'fast-safe-json'

const texts: Array<string | undefined> = [s({ a: 1n }), safeStringify([1], null, 2), all.safeStringify('x'), all.default(1)]
const loaded: 'native' | 'portable' = engine
const why: Error | undefined = loadError

const chosen: Engine = 'v8'
const options: Options = { engine: chosen, bigint: 'string' }
const replacer: Replacer = (key, value) => value
const space: Space = 2
const stringify: Stringify = configure(options)
stringify([1n], replacer, space)

// @ts-expect-error the result may be undefined
const always: string = s({})
// @ts-expect-error no such option
configure({ Engine: 'v8' })
// @ts-expect-error no such export
all.stringify([1])

export { texts, loaded, why, always }
