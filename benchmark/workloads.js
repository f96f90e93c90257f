'use strict'

// What is stringified. Every workload runs in a process of its own.

const fs = require('node:fs')
const path = require('node:path')
const data = require('./data')
const { safeText } = require('./oracle')

/**
 * @typedef {object} Workload
 * @property {string} group
 * @property {string} name
 * @property {string} title for people
 * @property {() => any} make the value
 * @property {(value: any, i: number) => any} [input] what the i-th call gets, made before the clock starts; the same
 *   for the same `i`. Without it every call gets the value itself.
 * @property {true} [turns] the value is an array, of which every call gets the next element
 * @property {unknown[]} [args] further arguments of the call: a replacer and a space
 * @property {(value: any) => string} [expected] the text, where JSON.stringify throws
 * @property {object} [schema] for fast-json-stringify
 * @property {string[]} [shallow] engines that may throw on it
 * @property {Record<number, number>} [goal] by Node version: how fast `auto` is meant to be, best peer's time / its own
 * @property {string} [goalPeer] the peer that the goal speaks of, if not the best
 */

const number = { type: 'number' }
const string = { type: 'string' }
const list = items => ({ type: 'array', items })
const record = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required })
const rowFields = {
  id: { type: 'integer' },
  name: string,
  email: string,
  active: { type: 'boolean' },
  score: number,
  profile: record({ city: string, plan: string }),
  tags: list(string)
}
const rowList = list(record(rowFields))
const envelope = record({
  data: rowList,
  meta: record({ total: number, perPage: number, currentPage: number, lastPage: number, firstPage: number })
})

/** @type {Workload[]} */
const small = [
  {
    name: 'hello',
    title: '{ hello: "world" }',
    make: () => data.parsed({ hello: 'world' }),
    schema: record({ hello: string }),
    goal: { 24: 0.92, 26: 0.88 }
  },
  {
    name: 'hello-null-0',
    title: '{ hello: "world" }, null, 0',
    make: () => data.parsed({ hello: 'world' }),
    args: [null, 0],
    goal: { 24: 0.92, 26: 0.88 }
  },
  {
    name: 'error-body',
    title: 'error body of three keys',
    make: () => data.parsed({ statusCode: 404, error: 'Not Found', message: 'Route GET:/api/v2/users/48213 not found' }),
    schema: record({ statusCode: number, error: string, message: string }),
    goal: { 24: 0.92, 26: 0.88 }
  },
  {
    name: 'record',
    title: 'one record',
    make: () => data.rows(1)[0],
    schema: record(rowFields)
  }
]

/** @type {Workload[]} */
const rows = [
  ...[20, 100, 500, 5000].map(n => ({
    name: `rows-${n}`,
    title: `${n} plain rows`,
    make: () => data.rows(n),
    schema: rowList,
    ...(n <= 500 && { goal: { 24: 1.25, 26: 0.97 } })
  })),
  ...[20, 100, 500, 5000].map(n => ({
    name: `wrapped-${n}`,
    title: `{ data: ${n} rows, meta }`,
    make: () => data.wrapped(n),
    schema: envelope,
    ...(n <= 500 && { goal: { 24: 1.25, 26: 0.97 } })
  })),
  {
    name: 'rows-20-undefined',
    title: '20 plain rows, undefined, 0',
    make: () => data.rows(20),
    args: [undefined, 0],
    goal: { 24: 1.25, 26: 0.97 }
  },
  {
    name: 'rows-100-received',
    title: '100 plain rows, new from the driver each call',
    make: () => data.rows(100),
    input: value => data.receivedRows(value),
    schema: rowList
  }
]

class Profile {
  constructor (fields) {
    this.city = fields.city
    this.plan = fields.plan
  }
}

class User {
  constructor (fields) {
    this.id = fields.id
    this.name = fields.name
    this.email = fields.email
    this.active = fields.active
    this.score = fields.score
    this.profile = new Profile(fields.profile)
    this.tags = fields.tags
  }

  get domain () {
    return this.email.split('@')[1]
  }
}

/** As an ORM's models are: attributes behind a `toJSON` that picks what is public. */
class Model {
  constructor (attributes) {
    this.attributes = attributes
    this.original = { ...attributes }
    this.isDirty = false
  }

  toJSON () {
    const result = {}
    for (const key of Object.keys(this.attributes)) result[key] = this.attributes[key]
    return result
  }
}

/** Adds a Date to an object, and keeps its class. */
const withDate = (object, i) => Object.assign(object, { createdAt: new Date(1600000000000 + i * 86400123) })

const withDates = (fields, i) => ({
  ...fields,
  createdAt: new Date(1600000000000 + i * 86400123),
  updatedAt: new Date(1700000000000 + i * 3600456)
})

/** @type {Workload[]} */
const kinds = [
  {
    name: 'template-strings',
    title: '20 rows, a template string made per call',
    make: () => data.rows(20),
    input: value => value.map(r => ({ ...r, link: `/api/users/${r.id}/${r.profile.city}` })),
    schema: list(record({ ...rowFields, link: string })),
    goal: { 24: 1.2, 26: 1.3 }
  },
  {
    name: 'class-instances',
    title: '20 rows, class instances',
    make: () => data.rows(20).map(r => new User(r)),
    schema: rowList,
    goal: { 24: 1.3, 26: 1.2 }
  },
  {
    name: 'dates',
    title: '20 rows, two Dates each',
    make: () => data.rows(20).map(withDates),
    schema: list(record({ ...rowFields, createdAt: { type: 'string', format: 'date-time' }, updatedAt: { type: 'string', format: 'date-time' } })),
    goal: { 24: 8, 26: 8 }
  },
  {
    name: 'dates-mostly',
    title: '20 rows of an id, a title and two Dates',
    make: () => data.rows(20).map(({ id, name }, i) => withDates({ id, title: name }, i)),
    goal: { 24: 8, 26: 8 }
  },
  {
    name: 'models',
    title: '20 rows, models with toJSON and a Date',
    make: () => data.rows(20).map((r, i) => new Model({ ...r, createdAt: new Date(1600000000000 + i * 86400123) }))
  },
  {
    name: 'null-prototype',
    title: '20 rows without a prototype',
    make: () => data.rows(20).map(r => Object.assign(Object.create(null), r)),
    schema: rowList
  },
  {
    name: 'undefined-fields',
    title: '20 rows, some fields undefined or a function',
    make: () => data.rows(20).map((r, i) => ({ ...r, deletedAt: undefined, nickname: i % 3 ? null : undefined, save () {} }))
  }
]

function circular (value, holder, key = 'self') {
  holder[key] = holder
  return value
}

/** What an API answers in a while, in no order; every answer its own object. */
function answers (makers) {
  const random = data.createRandom(makers.length)
  return Array.from({ length: 200 }, (_, i) => makers[Math.floor(random() * makers.length)](i))
}

const plainAnswers = [
  i => data.parsed({ ok: true, id: i }),
  i => data.parsed({ statusCode: 404, error: 'Not Found', message: `Route GET:/api/v2/users/${i} not found` }),
  i => data.rows(1 + i % 3)[0],
  i => data.rows(5 + i % 20),
  i => data.wrapped(10 + i % 10),
  i => data.parsed(Object.fromEntries(data.rows(5).map(r => [`user${r.id + i}`, r]))),
  i => data.numbers.prices(10 + i),
  i => data.strings(10 + i % 10, 30, 'latin1')
]
const otherAnswers = [
  ...plainAnswers,
  i => data.rows(10 + i % 10).map(withDates),
  i => ({ user: new User(data.rows(1)[0]), loggedIn: true }),
  i => data.wrapped(20).data.map(r => new User(r)),
  i => ({ data: new Model(data.rows(1)[0]), at: new Date(1700000000000 + i) })
]
const unsafeAnswers = [
  ...otherAnswers,
  i => ({ id: BigInt(i), data: data.rows(3) }),
  i => {
    const request = { method: 'GET', url: `/api/v2/users/${i}`, headers: { host: 'api.example.com' } }
    return circular({ message: 'failed', request }, request)
  }
]

/** @type {Workload[]} */
const unsafe = [
  {
    name: 'record-bigint',
    title: '{ id: 1n }',
    make: () => ({ id: 9007199254740993n }),
    expected: safeText
  },
  {
    name: 'bigint-ids',
    title: '20 rows, BigInt ids',
    make: () => data.rows(20).map(r => ({ ...r, id: BigInt(r.id) * 1000000007n })),
    expected: safeText,
    goal: { 24: 3, 26: 3 }
  },
  {
    name: 'bigint-last',
    title: '20 rows, one BigInt in the last',
    make: () => data.rows(20).map((r, i) => i === 19 ? { ...r, score: 12345678901234567890n } : r),
    expected: safeText,
    goal: { 24: 3, 26: 3 }
  },
  {
    name: 'everything',
    title: '20 rows, class instances with Dates and BigInt ids',
    make: () => data.rows(20).map(r => Object.assign(new User(r), { id: BigInt(r.id) })).map(withDate),
    expected: safeText
  },
  {
    name: 'circular-last',
    title: '20 rows, the last one circular',
    make: () => {
      const value = data.rows(20)
      return circular(value, value[19])
    },
    expected: safeText,
    goal: { 24: 3, 26: 3 }
  },
  {
    name: 'circular-tiny',
    title: '{ a: 1, self }',
    make: () => {
      const value = { a: 1 }
      return circular(value, value)
    },
    expected: safeText,
    goal: { 24: 1.2, 26: 1.2 },
    goalPeer: 'poppinss'
  },
  {
    name: 'circular-relations',
    title: '20 posts, each with its author, who has the posts',
    make: () => {
      const author = { id: 7, name: 'Coralie Juniper', posts: [] }
      for (const { id, name, tags } of data.rows(20)) author.posts.push({ id, title: name, tags, author })
      return author
    },
    expected: safeText
  },
  {
    name: 'circular-long-strings',
    title: 'a circular object with ten strings of 1,000',
    make: () => {
      const value = { strings: data.strings(10, 1000, 'ascii') }
      return circular(value, value)
    },
    expected: safeText
  },
  {
    name: 'answers-unsafe',
    title: '200 answers in turn, BigInts and cycles among them',
    make: () => answers(unsafeAnswers),
    turns: true,
    expected: safeText
  }
]

const sizes = { 16: '16', 1000: '1,000', 100000: '100,000' }

/** @type {Workload[]} */
const numbers = Object.keys(data.numbers).flatMap(kind => Object.keys(sizes).map(size => ({
  name: `${kind}-${size}`,
  title: `${sizes[size]} ${kind}`,
  make: () => data.numbers[kind](Number(size)),
  schema: list(number)
})))

/** @type {Workload[]} */
const lists = [
  {
    name: 'embedding',
    title: 'an embedding of 1,536 numbers',
    make: () => ({ object: 'embedding', index: 0, embedding: data.embedding(1536) }),
    schema: record({ object: string, index: number, embedding: list(number) })
  },
  {
    name: 'embeddings-10',
    title: 'ten embeddings of 384 numbers',
    make: () => Array.from({ length: 10 }, (_, i) => data.embedding(384 + i)),
    schema: list(list(number))
  },
  {
    name: 'geojson',
    title: 'GeoJSON, 50 polygons of 40 corners',
    make: () => data.geoJson(50, 40)
  },
  {
    name: 'series',
    title: 'series of 1,440 points { t, v }',
    make: () => data.series(1440),
    schema: record({ metric: string, points: list(record({ t: number, v: number })) })
  },
  {
    name: 'columns',
    title: 'series of 1,440 points in two columns',
    make: () => {
      const { metric, points } = data.series(1440)
      return data.parsed({ metric, t: points.map(p => p.t), v: points.map(p => p.v) })
    }
  },
  {
    name: 'mixed-list',
    title: '1,000 numbers, strings, booleans and nulls in turn',
    make: () => data.parsed(Array.from({ length: 1000 }, (_, i) => [i * 1.5, `item ${i}`, i % 3 === 0, null][i % 4]))
  }
]

/** @type {Workload[]} */
const strings = [
  { name: 'strings-8', title: '1,000 strings of 8', make: () => data.strings(1000, 8, 'ascii'), schema: list(string) },
  {
    name: 'strings-40',
    title: '1,000 strings of 40',
    make: () => data.strings(1000, 40, 'ascii'),
    schema: list(string),
    goal: { 24: 1, 26: 0.97 }
  },
  { name: 'strings-1000', title: '100 strings of 1,000', make: () => data.strings(100, 1000, 'ascii'), schema: list(string) },
  {
    name: 'string-100000',
    title: 'a string of 100,000',
    make: () => ({ text: data.strings(1, 100000, 'ascii')[0] }),
    schema: record({ text: string })
  },
  { name: 'latin1-40', title: '1,000 Latin-1 strings of 40', make: () => data.strings(1000, 40, 'latin1'), schema: list(string) },
  { name: 'two-byte-40', title: '1,000 two-byte strings of 40', make: () => data.strings(1000, 40, 'twoByte'), schema: list(string) },
  { name: 'two-byte-1000', title: '100 two-byte strings of 1,000', make: () => data.strings(100, 1000, 'twoByte'), schema: list(string) },
  { name: 'escapes-40', title: '1,000 strings of 40 with escapes', make: () => data.strings(1000, 40, 'escapes'), schema: list(string) },
  { name: 'escapes-1000', title: '100 strings of 1,000 with escapes', make: () => data.strings(100, 1000, 'escapes'), schema: list(string) }
]

/** @type {Workload[]} */
const args = [
  { name: 'pretty-20', title: '20 rows, space = 2', make: () => data.rows(20), args: [null, 2], goal: { 24: 1.5, 26: 1.5 } },
  { name: 'pretty-500', title: '500 rows, space = 2', make: () => data.rows(500), args: [null, 2], goal: { 24: 1.5, 26: 1.5 } },
  {
    name: 'replacer-function',
    title: '20 rows, a replacer function',
    make: () => data.rows(20),
    args: [(key, value) => key === 'email' ? undefined : value],
    goal: { 24: 1.3, 26: 1.3 }
  },
  { name: 'replacer-array', title: '20 rows, an array of keys', make: () => data.rows(20), args: [['id', 'name', 'profile', 'plan']] }
]

/** @type {Workload[]} */
const documents = [
  'twitter', 'github_events', 'citm_catalog', 'apache_builds', 'canada', 'gsoc-2018', 'instruments', 'marine_ik', 'mesh',
  'numbers', 'random', 'update-center'
].map(name => ({
  name,
  title: `${name}.json`,
  make: () => {
    const { corpus } = require('../scripts/corpus')
    return JSON.parse(fs.readFileSync(path.join(corpus(), `${name}.json`), 'utf8'))
  },
  ...(/twitter|github|citm/.test(name) && { goal: { 24: 1, 26: 0.97 } })
}))

/** The text of data.nested, without recursion. */
function nestedText (depth) {
  let before = ''
  const after = []
  for (let i = depth - 1; i >= 1; i--) {
    before += i % 2 ? '[' : `{"level":${i},"child":`
    after.push(i % 2 ? `,${i}]` : '}')
  }
  return `${before}{"leaf":true}${after.reverse().join('')}`
}

/** @type {Workload[]} */
const deep = Object.entries({ 100: '100', 1000: '1,000', 10000: '10,000', 100000: '100,000' }).map(([depth, words]) => ({
  name: `deep-${depth}`,
  title: `${words} levels`,
  make: () => data.nested(Number(depth)),
  expected: () => nestedText(Number(depth)),
  // Engines whose depth is that of the call stack, as the README says.
  shallow: Number(depth) > 1000 ? ['v8', 'portable'] : undefined
}))

/** `n` objects, no two with the same keys in the same order. */
function shapes (n) {
  const random = data.createRandom(n)
  const words = ['id', 'name', 'type', 'status', 'amount', 'currency', 'createdBy', 'owner', 'region', 'version', 'label', 'notes', 'source', 'rank']
  const values = [() => Math.floor(random() * 1e5), () => 'a string of some length', () => random() < 0.5, () => null, () => Math.round(random() * 1e4) / 100]
  return data.parsed(Array.from({ length: n }, (_, i) => {
    const object = { [`kind${i}`]: i }
    const count = 3 + Math.floor(random() * 9)
    for (let k = 0; k < count; k++) {
      object[words[Math.floor(random() * words.length)]] = values[Math.floor(random() * values.length)]()
    }
    return object
  }))
}

/** An object that V8 keeps as a hash table: keys were taken away from it. */
function dictionary (fields) {
  const object = { zero: 0, ...fields, last: 1 }
  delete object.zero
  return object
}

function manyKeys (n, prefix) {
  return data.parsed(Object.fromEntries(Array.from({ length: n }, (_, i) => [`${prefix}_${i}`, i % 3 ? `value ${i}` : i])))
}

/** What different routes of one server put into the same envelope. */
const envelopes = [
  i => ({ id: i, message: 'saved' }),
  () => ({ data: data.rows(20), total: 48213 }),
  () => ({ data: data.rows(10).map(withDates) }),
  () => ({ user: data.rows(1)[0] }),
  () => ({ message: 'ok' })
]

/** @type {Workload[]} */
const mixed = [
  { name: 'shapes-1000', title: '1,000 shapes in turn', make: () => shapes(1000), turns: true, goal: { 24: 0.9 }, goalPeer: 'json' },
  { name: 'shapes-in-one', title: '1,000 shapes in one array', make: () => shapes(1000), goal: { 24: 0.9 }, goalPeer: 'json' },
  {
    name: 'dictionaries',
    title: '100 rows in dictionary mode',
    make: () => data.rows(100).map(dictionary),
    goal: { 24: 0.9 },
    goalPeer: 'json'
  },
  {
    name: 'keys-1000',
    title: 'objects with 1,000 keys, 20 in turn',
    make: () => Array.from({ length: 20 }, (_, i) => manyKeys(1000, `key${i}`)),
    turns: true,
    goal: { 24: 0.9 },
    goalPeer: 'json'
  },
  {
    name: 'by-id',
    title: '100 rows under integer-like keys',
    make: () => data.parsed(Object.fromEntries(data.rows(100).map(r => [r.id, r])))
  },
  { name: 'answers-plain', title: '200 different answers in turn, plain', make: () => answers(plainAnswers), turns: true },
  { name: 'answers-any', title: '200 answers in turn, Dates and classes among them', make: () => answers(otherAnswers), turns: true },
  {
    name: 'envelopes',
    title: '200 answers in turn that all begin with { success: true',
    make: () => Array.from({ length: 200 }, (_, i) => ({ success: true, ...envelopes[i % envelopes.length](i) })),
    turns: true
  }
]

/** Every workload, by group in the order of the report. @type {Record<string, Workload[]>} */
const groups = { small, rows, kinds, unsafe, numbers, lists, strings, args, documents, deep, mixed }

/** @type {Workload[]} */
const workloads = Object.entries(groups).flatMap(([group, members]) => members.map(member => ({ group, ...member })))

/** Titles of the groups, for people. */
const titles = {
  small: 'Small values',
  rows: 'Rows, plain data',
  kinds: 'Rows that are not plain data',
  unsafe: 'BigInt and circular references',
  numbers: 'Lists of numbers',
  lists: 'Embeddings, coordinates, series',
  strings: 'Strings',
  args: 'Indentation and replacers',
  documents: 'Documents of simdjson',
  deep: 'Deep values',
  mixed: 'Many shapes in one process'
}

module.exports = { workloads, titles }
