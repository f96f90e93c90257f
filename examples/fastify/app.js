'use strict'

const Fastify = require('fastify')
const { openDatabase } = require('./database')

async function buildApp (options) {
  const app = Fastify(options)
  app.register(require('fast-safe-json/fastify'))
  const database = await openDatabase()

  // No response schema: BigInt ids become texts, dates ISO texts.
  app.get('/orders', async () => database.orders())

  // The items lead back to the order: these references are left out.
  app.get('/orders/:id', async (request, reply) => {
    const order = /^\d{1,18}$/.test(request.params.id) ? database.order(request.params.id) : undefined
    return order ?? reply.code(404).send({ error: 'no such order', id: request.params.id })
  })

  // A response schema: only what it names is sent.
  const summary = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' }, total: { type: 'number' } } } }
  app.get('/summary', { schema: { response: { 200: summary } } }, async () => database.orders())

  // A schema that is a list of numbers: printed in bulk.
  const numbers = { type: 'array', items: { type: 'number' } }
  app.get('/prices', { schema: { response: { 200: numbers } } }, async () => database.prices())

  return app
}

module.exports = { buildApp }
