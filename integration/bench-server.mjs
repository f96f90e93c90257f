// A server for bench-http.js: `node bench-server.mjs <fastify|adonis> <package|default>`. Prints its port.
//
// Rows are made anew for each request, as a database driver does.

const [framework, variant] = process.argv.slice(2)
process.on('message', () => process.send(process.cpuUsage()))
const isPackage = variant === 'package'

const FIRST = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Tony', 'Frances', 'Ken']
const plainRow = i => ({
  id: 1000 + i,
  name: `${FIRST[i % 8]} ${i}`,
  email: `${FIRST[i % 8].toLowerCase()}.${i}@example.com`,
  active: i % 3 !== 0,
  score: i * 1.25 + 0.5,
  profile: { city: 'Zürich', country: 'CH', bio: 'Likes short functions and long walks.' },
  tags: ['alpha', 'beta', i % 2 ? 'gamma' : 'delta']
})
const rows = Array.from({ length: 20 }, (_, i) => plainRow(i))
// Different ones: V8 remembers the texts of the latest numbers.
const vector = n => Array.from({ length: 1536 }, (_, i) => Math.sin((n * 1536 + i) * 12.9898) / 3)
const embeddings = Array.from({ length: 64 }, (_, n) => vector(n))
/** For each route its own, so that the first answers of two servers are the same. */
function rotating () {
  let next = 0
  return () => embeddings[next++ % embeddings.length].slice()
}
const [forRoute, forList] = [rotating(), rotating()]

const copy = row => ({ ...row, profile: { ...row.profile }, tags: row.tags.slice() })
const VALUES = {
  dates: () => rows.map(row => ({
    ...copy(row),
    createdAt: new Date(1.7e12 + row.id),
    updatedAt: new Date(1.71e12 + row.id * 997)
  })),
  plain: () => rows.map(copy),
  embedding: (embedding = forRoute()) => ({ id: 7, model: 'small', embedding }),
  bigint: () => rows.map(row => ({ ...copy(row), id: 9007199254740993n + BigInt(row.id) }))
}

if (framework === 'fastify') {
  const { default: Fastify } = await import('fastify')
  const app = Fastify()
  if (isPackage) app.register((await import('fast-safe-json/fastify')).default)
  // Default Fastify cannot write a BigInt; this is what its users do.
  else BigInt.prototype.toJSON = function () { return this.toString() }
  for (const name of Object.keys(VALUES)) app.get(`/${name}`, async () => VALUES[name]())
  const list = { type: 'array', items: { type: 'number' } }
  app.get('/schema-list', { schema: { response: { 200: list } } }, async () => forList())
  await app.listen({ port: 0, host: '127.0.0.1' })
  console.log(app.server.address().port)
} else {
  const { adonisServer } = await import('./test/adonis-server.mjs')
  const { default: safeStringify } = await import('fast-safe-json')
  const server = await adonisServer(router => {
    for (const name of Object.keys(VALUES)) router.get(`/${name}`, () => VALUES[name]())
  }, isPackage ? { serializeJSON: safeStringify } : {})
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
}
