import safeStringify, { configure, engine, loadError, safeStringify as named, type Options } from 'fast-safe-json'
import { safeParse } from 'fast-safe-json/poppinss'

const options: Options = { engine: 'portable', bigint: 'throw' }
const texts: Array<string | undefined> = [safeStringify({ a: 1n }), named([1], null, 2), configure(options)('x')]
const which: 'native' | 'portable' = engine
const why: Error | undefined = loadError

// @ts-expect-error no such engine
configure({ engine: 'rust' })

export { texts, which, why, safeParse }
