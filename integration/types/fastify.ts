// The types of the entries that need other packages: compiled only, by test/types.test.js.

import Fastify from 'fastify'
import fastSafeJson, { type FastSafeJsonOptions } from 'fast-safe-json/fastify'
import { configure } from 'fast-safe-json'
import json, { safeParse, safeStringify, type JSONReviver } from 'fast-safe-json/poppinss'

const app = Fastify()
app.register(fastSafeJson)
app.register(fastSafeJson.fastSafeJson, { arrays: false })
app.register(fastSafeJson, { stringify: configure({ bigint: 'throw' }), prefix: '/api' })
const options: FastSafeJsonOptions = { stringify: value => String(value) }
app.register(fastSafeJson, options)
// @ts-expect-error: an unknown option
app.register(fastSafeJson, { strinfigy: String })
// @ts-expect-error: not a function
app.register(fastSafeJson, { stringify: 5 })

const text: string | undefined = safeStringify({ id: 1n }, (key, value) => value, 2)
const reviver: JSONReviver = (key, value) => value
const value: unknown = safeParse(text ?? '', reviver)
json.safeStringify(json.safeParse('{}'))
void value
