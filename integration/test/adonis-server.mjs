// A server of AdonisJS as an application has it, with routes and a configuration from the test.

import { createServer } from 'node:http'
import { ServerFactory } from '@adonisjs/http-server/factories'
import { AppFactory } from '@adonisjs/application/factories'

/**
 * @param {(router: any) => void} routes
 * @param {object} config what `config/app.ts` exports as `http`
 */
export async function adonisServer (routes, config) {
  const app = new AppFactory().create(new URL('./', import.meta.url), () => {})
  await app.init()
  const server = new ServerFactory().merge({ app, config }).create()
  server.use([])
  routes(server.getRouter())
  await server.boot()
  return createServer(server.handle.bind(server))
}
