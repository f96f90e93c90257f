'use strict'

// The Fastify plugin in real servers on loopback.

const assert = require('node:assert/strict')
const { describe, test } = require('node:test')
const { Readable } = require('node:stream')
const Fastify = require('fastify')
const { configure } = require('fast-safe-json')
const plugin = require('fast-safe-json/fastify')
const { request, UNSAFE, SAFE, Model } = require('./helpers')

const JSON_TYPE = 'application/json; charset=utf-8'

/** A listening server and `get(path)`. The plugin is registered first, unless `options` is null. */
async function serve (t, routes, options = {}, fastifyOptions = {}) {
  const app = Fastify(fastifyOptions)
  t.after(() => app.close())
  if (options !== null) app.register(plugin, options)
  await routes(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address()
  return (path = '/', options) => request(port, path, options)
}

describe('a reply without a response schema', () => {
  test('unsafe values, which default Fastify answers with a 500', async t => {
    const routes = app => UNSAFE.forEach(([, make], i) => app.get(`/${i}`, async () => make()))
    const get = await serve(t, routes)
    const getDefault = await serve(t, routes, null)
    for (const [i, [name, , expected]] of UNSAFE.entries()) {
      const { status, type, body } = await get(`/${i}`)
      assert.deepEqual({ status, type, body }, { status: 200, type: JSON_TYPE, body: expected }, name)
      assert.equal((await getDefault(`/${i}`)).status, 500, name)
    }
  })

  test('every other value as default Fastify: status, headers and body', async t => {
    const stream = text => Readable.from([Buffer.from(text)])
    const replies = [
      ...SAFE.map(([, make]) => reply => reply.send(make())),
      reply => reply.send('text'),
      reply => reply.send(''),
      reply => reply.send(undefined),
      reply => reply.send(Buffer.from('bytes')),
      reply => reply.send(new Uint16Array([1, 2])),
      reply => reply.send(stream('{"a":1}')),
      reply => reply.type('application/json').send(stream('{"a":1}')),
      reply => reply.send(new Response('{"b":2}', { status: 201, headers: { 'content-type': 'application/x' } })),
      reply => reply.type('application/json').send('{"already":"json"}'),
      reply => reply.type('application/json').send({ a: 1 }),
      reply => reply.type('application/problem+json').send({ a: 1 }),
      reply => reply.type('application/vnd.api+json; charset=latin1').send({ a: 1 }),
      reply => reply.type('text/html').send('<p>'),
      reply => reply.type('text/plain').send({ not: 'sendable' }),
      reply => reply.header('content-type', 'json').send({ a: 1 }),
      reply => reply.code(204).send(),
      reply => reply.code(204).send({ a: 1 }),
      reply => reply.code(304).send(),
      reply => reply.code(418).send({ a: 1 }),
      reply => reply.send(() => {}),
      reply => reply.send({ toJSON: () => undefined }),
      reply => reply.serializer(() => 'own').send({ a: 1 }),
      reply => reply.serializer(() => 'own').type('x/y').send({ a: 1 }),
      reply => reply.send(Object.assign(new Error('bad'), { statusCode: 422, code: 'E_X' })),
      reply => { throw new Error('thrown') },
      reply => reply.redirect('/elsewhere'),
      reply => reply.callNotFound()
    ]
    const routes = app => replies.forEach((send, i) => app.get(`/${i}`, (request, reply) => { send(reply) }))
    const get = await serve(t, routes)
    const getDefault = await serve(t, routes, null)
    for (const method of ['GET', 'HEAD']) {
      for (let i = 0; i <= replies.length; i++) { // one more: a route that is not there
        const [actual, expected] = [await get(`/${i}`, { method }), await getDefault(`/${i}`, { method })]
        for (const { headers } of [actual, expected]) delete headers.date
        assert.deepEqual(actual, expected, `${method} ${replies[i] ?? 'not found'}`)
      }
    }
  })

  test('a getter that throws is a 500, and the next reply is right', async t => {
    const get = await serve(t, app => {
      const rows = Array.from({ length: 50 }, (_, id) => ({ id: BigInt(id), text: 'x'.repeat(2000) }))
      app.get('/bad', async () => [...rows, { get id () { throw new Error('from a getter') } }])
      app.get('/good', async () => rows)
    })
    for (let i = 0; i < 3; i++) {
      const bad = await get('/bad')
      assert.equal(bad.status, 500)
      assert.deepEqual(JSON.parse(bad.body), { statusCode: 500, error: 'Internal Server Error', message: 'from a getter' })
      const good = await get('/good')
      assert.equal(good.status, 200)
      assert.equal(JSON.parse(good.body)[49].id, '49')
    }
  })

  test('error payloads, replies from hooks, not-found handlers', async t => {
    const circular = () => { const o = { id: 1n }; o.o = o; return o }
    const get = await serve(t, app => {
      app.setErrorHandler((error, request, reply) => reply.code(400).send({ message: error.message, at: circular() }))
      app.setNotFoundHandler((request, reply) => reply.code(404).send(circular()))
      app.addHook('onRequest', async (request, reply) => { if (request.url === '/hook') return reply.send(circular()) })
      app.addHook('preSerialization', async (request, reply, payload) => (request.url === '/wrapped' ? { payload } : payload))
      app.addHook('preSerialization', async request => { if (request.url === '/late') throw new Error('late') })
      app.get('/error', () => { throw new Error('bad') })
      app.get('/getter', async () => ({ get a () { throw new Error('getter') } }))
      app.get('/hook', () => assert.fail('the hook has replied'))
      app.get('/wrapped', async () => circular())
      app.get('/late', async () => ({}))
    })
    const expected = {
      '/error': [400, '{"message":"bad","at":{"id":"1"}}'],
      '/getter': [400, '{"message":"getter","at":{"id":"1"}}'],
      '/hook': [200, '{"id":"1"}'],
      '/wrapped': [200, '{"payload":{"id":"1"}}'],
      '/nowhere': [404, '{"id":"1"}']
    }
    for (const [path, [status, body]] of Object.entries(expected)) {
      const actual = await get(path)
      assert.deepEqual([actual.status, actual.type, actual.body], [status, JSON_TYPE, body], path)
    }
    // The hook fails for the error handler's payload, too: Fastify's last resort answers.
    const late = await get('/late')
    assert.deepEqual([late.status, late.type, JSON.parse(late.body).message], [400, JSON_TYPE, 'late'])
  })

  test('error handlers above each other, with a hook that fails twice: the content type is JSON', async t => {
    const routes = app => {
      let failures = 0
      app.setErrorHandler((error, request, reply) => reply.code(503).send({ outer: error.message }))
      app.register(async child => {
        child.setErrorHandler((error, request, reply) => reply.code(502).send({ inner: error.message }))
        child.addHook('preSerialization', async () => { if (++failures % 3 !== 0) throw new Error(`failure ${failures}`) })
        child.get('/', async () => ({}))
      })
    }
    const [actual, expected] = [await serve(t, routes), await serve(t, routes, null)]
    for (let i = 0; i < 2; i++) {
      const [a, b] = [await actual(), await expected()]
      assert.deepEqual([a.status, a.type, a.body], [b.status, b.type, b.body])
      assert.deepEqual([a.status, a.type], [503, JSON_TYPE])
    }
  })

  test('option stringify', async t => {
    const routes = app => app.get('/', async () => ({ id: 1n }))
    const strict = await serve(t, routes, { stringify: configure({ bigint: 'throw' }) })
    assert.equal((await strict()).status, 500)
    const own = await serve(t, routes, { stringify: value => `own ${value.id}` })
    assert.equal((await own()).body, 'own 1')
  })

  test('options that are wrong are refused', async () => {
    for (const [options, message] of [
      [{ strinfigy: () => {} }, /unknown option 'strinfigy'/],
      [{ stringify: 'x' }, /'stringify' must be a function/],
      [{ arrays: 1 }, /'arrays' must be a boolean/]
    ]) {
      await assert.rejects(Fastify().register(plugin, options).ready(), message)
    }
  })

  test('a Fastify whose internals are elsewhere is refused', async () => {
    const { findInternals } = require('../../lib/fastify/internals')
    assert.throws(() => findInternals({ version: '5.99.0' }), /does not know Fastify 5\.99\.0/)
  })
})

describe('scopes', () => {
  test('the plugin holds where it is registered and below, not beside or above', async t => {
    const route = app => app.get('/', async () => ({ id: 1n }))
    const get = await serve(t, app => {
      route(app)
      app.register(async child => {
        child.register(plugin)
        route(child)
        child.register(async grandchild => route(grandchild), { prefix: '/below' })
      }, { prefix: '/with' })
      app.register(async sibling => route(sibling), { prefix: '/beside' })
    }, null)
    for (const [path, status] of [['/', 500], ['/with', 200], ['/with/below', 200], ['/beside', 500]]) {
      assert.equal((await get(path)).status, status, path)
    }
  })

  test('a registration below has its own options', async t => {
    const get = await serve(t, app => {
      app.get('/', async () => ({ id: 1n }))
      app.register(async child => {
        child.register(plugin, { stringify: () => 'below' })
        child.get('/', async () => ({ id: 1n }))
        child.get('/list', { schema: { response: { 200: { type: 'array', items: { type: 'number' } } } } }, async () => Array(300).fill(1))
      }, { prefix: '/below' })
    })
    assert.equal((await get('/')).body, '{"id":"1"}')
    assert.equal((await get('/below')).body, 'below')
    assert.equal((await get('/below/list')).body, JSON.stringify(Array(300).fill(1)))
  })
})

describe('a reply with a response schema: nothing else is ever written', () => {
  const shown = { type: 'object', properties: { id: { type: 'integer' } } }
  const other = { type: 'object', properties: { name: { type: 'string' } } }
  const secret = () => ({ id: 1n, name: 'n', password: 'secret' })

  /** Serves the routes with the plugin and without; the answers must be the same, and show no secret. */
  async function check (t, routes, paths, { expected, options, fastifyOptions } = {}) {
    const get = await serve(t, routes, options, fastifyOptions)
    const getDefault = await serve(t, routes, null, fastifyOptions)
    for (const [i, path] of paths.entries()) {
      const [a, b] = [await get(path), await getDefault(path)]
      assert.doesNotMatch(a.body, /secret/, path)
      assert.deepEqual([a.status, a.type, a.body], [b.status, b.type, b.body], path)
      if (expected) assert.equal(a.body, expected[i], path)
    }
  }

  test('status codes, 2xx, default', async t => {
    await check(t, app => {
      const reply = (path, code, response) =>
        app.get(path, { schema: { response } }, (request, reply) => { reply.code(code).send(secret()) })
      reply('/200', 200, { 200: shown })
      reply('/2xx', 201, { '2xx': shown })
      reply('/2XX', 201, { '2XX': shown })
      reply('/exact', 201, { 201: shown, '2xx': other })
      reply('/default', 404, { 200: other, default: shown })
      reply('/5xx', 503, { '5xx': shown, default: other })
    }, ['/200', '/2xx', '/2XX', '/exact', '/default', '/5xx'], { expected: Array(6).fill('{"id":1}') })
  })

  test('a status code that has no schema goes through safeStringify', async t => {
    const get = await serve(t, app => {
      app.get('/', { schema: { response: { 200: shown } } }, (request, reply) => { reply.code(202).send({ other: 1n }) })
    })
    assert.equal((await get()).body, '{"other":"1"}')
  })

  test('content types', async t => {
    const content = map => ({ content: Object.fromEntries(Object.entries(map).map(([type, schema]) => [type, { schema }])) })
    await check(t, app => {
      const reply = (path, type, response, code = 200) =>
        app.get(path, { schema: { response } }, (request, reply) => {
          if (type) reply.type(type)
          reply.code(code).send(secret())
        })
      reply('/none', undefined, { 200: content({ 'application/json': shown }) })
      reply('/v1', 'application/vnd.v1+json', { 200: content({ 'application/json': other, 'application/vnd.v1+json': shown }) })
      reply('/case', 'Application/Vnd.V1+JSON; charset=utf-8; a="b;c"', { '2xx': content({ 'application/json': other, 'application/vnd.v1+json': shown }) })
      reply('/any', 'application/hal+json', { default: content({ 'application/json': other, '*/*': shown }) })
      reply('/default', 'application/hal+json', { 200: content({ 'application/json': other }), default: shown }, 404)
    }, ['/none', '/v1', '/case', '/any', '/default'], { expected: Array(5).fill('{"id":1}') })

    const get = await serve(t, app => {
      app.get('/', { schema: { response: { 200: content({ 'application/json': shown }) } } }, (request, reply) => {
        reply.type('application/hal+json').send({ other: 1n })
      })
    })
    assert.equal((await get()).body, '{"other":"1"}', 'a content type that has no schema')
  })

  test('hooks that change the status code or the content type after the plugin', async t => {
    await check(t, app => {
      app.addHook('preSerialization', async (request, reply, payload) => {
        if (request.query.code) reply.code(Number(request.query.code))
        if (request.query.type) reply.type(request.query.type)
        return payload
      })
      app.get('/status', { schema: { response: { 201: shown } } }, async () => secret())
      app.get('/type', { schema: { response: { 200: { content: { 'application/a+json': { schema: shown } } } } } }, async () => secret())
    }, ['/status?code=201', '/type?type=application/a%2Bjson'], { expected: ['{"id":1}', '{"id":1}'] })
  })

  test('a content type that a hook removes: the same failure as without the plugin, and no secret', async t => {
    const routes = app => {
      app.addHook('preSerialization', async (request, reply, payload) => { reply.removeHeader('content-type'); return payload })
      app.get('/', { schema: { response: { 200: { content: { 'application/json': { schema: shown } } } } } }, async () => secret())
    }
    for (const options of [{}, null]) {
      const { status, body } = await (await serve(t, routes, options))()
      assert.equal(status, 500)
      assert.doesNotMatch(body, /secret/)
    }
  })

  test('encapsulated plugins, shared schemas, compilers of a route', async t => {
    await check(t, app => {
      app.addSchema({ $id: 'shown', ...shown })
      app.register(async child => {
        child.addSchema({ $id: 'inner', type: 'object', properties: { list: { type: 'array', items: { $ref: 'shown#' } } } })
        child.get('/shared', { schema: { response: { 200: { $ref: 'shown#' } } } }, async () => secret())
        child.register(async grandchild => {
          grandchild.get('/inner', { schema: { response: { 200: { $ref: 'inner#' } } } }, async () => ({ list: [secret()] }))
        })
      })
      app.get('/own', { schema: { response: { 200: shown } }, serializerCompiler: () => data => `own ${data.id}` }, async () => secret())
    }, ['/shared', '/inner', '/own'], { expected: ['{"id":1}', '{"list":[{"id":1}]}', 'own 1'] })
  })

  test('reply.serializer, reply.serialize, reply.serializeInput, reply.getSerializationFunction', async t => {
    await check(t, app => {
      const schema = { response: { 200: shown, 201: other } }
      app.get('/serializer', { schema }, (request, reply) => { reply.serializer(data => `own ${data.id}`).send(secret()) })
      app.get('/serializer-in-hook', {
        schema, preSerialization: async (request, reply, payload) => { reply.serializer(data => `own ${data.id}`); return payload }
      }, async () => secret())
      app.get('/serialize', { schema }, (request, reply) => { reply.send(reply.serialize(secret())) })
      app.get('/input', { schema }, (request, reply) => { reply.send(reply.serializeInput(secret(), shown)) })
      app.get('/input-status', { schema }, (request, reply) => { reply.send(reply.serializeInput(secret(), 201)) })
      app.get('/function', { schema }, (request, reply) => { reply.send(reply.getSerializationFunction(200)(secret())) })
      app.get('/compile', { schema }, (request, reply) => { reply.send(reply.compileSerializationSchema(shown)(secret())) })
      app.get('/missing', { schema }, (request, reply) => { reply.send(reply.serializeInput(secret(), 203)) })
    }, ['/serializer', '/serializer-in-hook', '/serialize', '/input', '/input-status', '/function', '/compile', '/missing'])
  })

  test('setReplySerializer of the user, before the plugin and after, above and below', async t => {
    const own = data => `own ${data.id}`
    await check(t, app => {
      app.register(async child => { child.setReplySerializer(own); child.get('/below', async () => secret()) })
    }, ['/below'], { expected: ['own 1'] })
    for (const late of [false, true]) {
      const routes = plugin => app => {
        if (plugin && late) app.register(plugin)
        app.setReplySerializer(own)
        if (plugin && !late) app.register(plugin)
        app.get('/', async () => secret())
        app.get('/schema', { schema: { response: { 200: shown } } }, async () => secret())
        app.register(async child => child.get('/child', async () => secret()))
      }
      const [get, getDefault] = [await serve(t, routes(plugin), null), await serve(t, routes(), null)]
      for (const path of ['/', '/schema', '/child', '/404']) {
        const [a, b] = [await get(path), await getDefault(path)]
        assert.deepEqual([a.status, a.type, a.body], [b.status, b.type, b.body], path)
        assert.doesNotMatch(a.body, /secret/)
      }
    }
  })

  test('setSerializerCompiler of the user, before the plugin and after, and below', async t => {
    const compiler = ({ schema }) => data => `compiled ${schema.type} ${data.id ?? data.length}`
    const list = { type: 'array', items: { type: 'number' } }
    for (const place of ['before', 'after', 'below']) {
      const get = await serve(t, app => {
        const routes = app => {
          app.get('/', { schema: { response: { 200: shown } } }, async () => secret())
          app.get('/list', { schema: { response: { 200: list } } }, async () => Array(300).fill(1.5))
        }
        if (place === 'before') app.setSerializerCompiler(compiler)
        app.register(plugin)
        if (place === 'after') app.setSerializerCompiler(compiler)
        if (place === 'below') {
          app.register(async child => { child.setSerializerCompiler(compiler); routes(child) })
        } else {
          // A schema that is added later makes Fastify ask the builder again.
          app.addSchema({ $id: 'x', type: 'object' })
          routes(app)
        }
      }, null)
      assert.equal((await get('/')).body, 'compiled object 1', place)
      assert.equal((await get('/list')).body, 'compiled array 300', place)
    }
  })

  test('a builder of the user, by the server\'s options', async t => {
    const buildSerializer = () => ({ schema }) => data => `built ${schema.type}`
    const get = await serve(t, app => {
      app.get('/', { schema: { response: { 200: { type: 'array', items: { type: 'number' } } } } }, async () => Array(300).fill(1.5))
    }, {}, { schemaController: { compilersFactory: { buildSerializer } } })
    assert.equal((await get('/')).body, 'built array')
  })

  test('validators stay those that were set before the plugin', async t => {
    const get = await serve(t, app => {
      app.setValidatorCompiler(() => () => ({ error: new Error('my validator') }))
      app.register(plugin)
      app.get('/', { schema: { querystring: { type: 'object' } } }, async () => ({}))
    }, null)
    const { status, body } = await get()
    assert.deepEqual([status, JSON.parse(body).message], [400, 'my validator'])
    const usual = await serve(t, app => {
      app.addSchema({ $id: 'q', type: 'object', required: ['a'] })
      app.get('/', { schema: { querystring: { $ref: 'q#' } } }, async () => ({}))
    })
    assert.equal((await usual()).status, 400)
    assert.equal((await usual('/?a=1')).status, 200)
  })

  test('errors: of a handler, of a schema\'s serializer, with a schema of their own', async t => {
    await check(t, app => {
      const strict = { type: 'object', required: ['missing'], properties: { missing: { type: 'string' } } }
      const error = { type: 'object', properties: { message: { type: 'string' } } }
      const fail = () => { throw Object.assign(new Error('bad'), { password: 'secret', statusCode: 409 }) }
      app.get('/plain', fail)
      app.get('/4xx', { schema: { response: { '4xx': error } } }, fail)
      app.get('/default', { schema: { response: { default: error } } }, fail)
      app.get('/required', { schema: { response: { 200: strict } } }, async () => secret())
      app.get('/required-5xx', { schema: { response: { 200: strict, '5xx': error } } }, async () => secret())
      app.register(async child => {
        child.setErrorHandler((error, request, reply) => { reply.code(500).send({ message: error.message, ...secret(), id: 2 }) })
        child.get('/handled', { schema: { response: { 200: strict, 500: error } } }, async () => secret())
      })
    }, ['/plain', '/4xx', '/default', '/required', '/required-5xx', '/handled'])
  })
})

describe('arrays in response schemas, through Fastify', () => {
  const numbers = Array.from({ length: 1000 }, (_, i) => (i % 2 ? i : i / 7))

  test('whole and inside, with rounding, beside shared schemas, with the option arrays off', async t => {
    const routes = app => {
      app.addSchema({ $id: 'vector', type: 'array', items: { type: 'number' } })
      const reply = (path, schema, data) => app.get(path, { schema: { response: { 200: schema } } }, async () => data)
      reply('/number', { type: 'array', items: { type: 'number' } }, numbers)
      reply('/integer', { type: 'array', items: { type: 'integer' } }, numbers)
      reply('/string', { type: 'array', items: { type: 'string' } }, [...numbers.map(String), new Date(0), null])
      reply('/ref', { $ref: 'vector#' }, [...numbers, '5', 6n])
      reply('/inside', { type: 'object', properties: { v: { $ref: 'vector#' } } }, { v: numbers, secret: 'secret' })
      reply('/bad', { type: 'array', items: { type: 'number' } }, [...numbers, 'x'])
    }
    for (const serializerOpts of [undefined, { rounding: 'ceil' }]) {
      const getDefault = await serve(t, routes, null, { serializerOpts })
      for (const arrays of [true, false]) {
        const get = await serve(t, routes, { arrays }, { serializerOpts })
        for (const path of ['/number', '/integer', '/string', '/ref', '/inside', '/bad']) {
          const [a, b] = [await get(path), await getDefault(path)]
          assert.deepEqual([a.status, a.type, a.body], [b.status, b.type, b.body], path)
          assert.equal(a.status, path === '/bad' ? 500 : 200)
        }
      }
    }
  })
})

test('models with dates and BigInts, many requests at once', async t => {
  const rows = Array.from({ length: 20 }, (_, i) => new Model({ id: BigInt(i), at: new Date(i * 1e9), name: `row ${i}` }))
  const expected = JSON.stringify(rows, (key, value) => (typeof value === 'bigint' ? String(value) : value))
  const get = await serve(t, app => app.get('/', async () => rows))
  const answers = await Promise.all(Array.from({ length: 100 }, () => get()))
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, expected])
})
