import safeStringify = require('fast-safe-json')

const text: string | undefined = safeStringify({ a: 1n })
const named: string | undefined = safeStringify.safeStringify([1], null, 2)
const viaDefault: string | undefined = safeStringify.default('x')
const engine: 'native' | 'portable' = safeStringify.engine
const why: Error | undefined = safeStringify.loadError

// As JSON.stringify takes them.
safeStringify(undefined)
safeStringify(() => {})
safeStringify(Symbol('s'), undefined, undefined)
safeStringify([1], ['a', 1, new String('b'), new Number(2)] as const, '\t')
safeStringify([1], ['a', 'b'])
safeStringify([1], (key, value) => key === 'a' ? undefined : value, 4)
safeStringify([1], function (this: any, key: string, value: any) { return this[key] })
safeStringify([1], null, null)

// In the place of JSON.stringify.
const serialize: (value: any, replacer?: (this: any, key: string, value: any) => any, space?: string | number) => string | undefined = safeStringify
const stringify: safeStringify.Stringify = safeStringify.configure()

const strict: safeStringify.Stringify = safeStringify.configure({ bigint: 'throw', circularValue: TypeError, deterministic: false })
const options: safeStringify.Options = { engine: 'tape', circularValue: undefined }
const engines: safeStringify.Engine[] = ['auto', 'v8', 'tape', 'portable']
safeStringify.configure(options)({ a: 1 }, null, ' ')
safeStringify.configure({})

// @ts-expect-error the result may be undefined
const always: string = safeStringify({})
// @ts-expect-error a value is needed
safeStringify()
// @ts-expect-error not a replacer
safeStringify([1], 'a')
// @ts-expect-error not a space
safeStringify([1], null, {})
// @ts-expect-error no such option
safeStringify.configure({ foo: 1 })
// @ts-expect-error no such engine
safeStringify.configure({ engine: 'rust' })
// @ts-expect-error not a choice of bigint
safeStringify.configure({ bigint: true })
// @ts-expect-error not a choice of circularValue
safeStringify.configure({ circularValue: '[Circular]' })
// @ts-expect-error keys are not sorted yet
safeStringify.configure({ deterministic: true })
// @ts-expect-error read-only
safeStringify.engine = 'native'

export { text, named, viaDefault, engine, why, serialize, stringify, strict, engines, always }
