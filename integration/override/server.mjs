// AdonisJS 6's HTTP server, which calls `safeStringify` of `@poppinss/utils/json` itself. Prints its answer to one
// request, and whether the function it calls is the package's.

import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { ServerFactory } from '@adonisjs/http-server/factories'
import { AppFactory } from '@adonisjs/application/factories'
import ours from 'fast-safe-json/poppinss'

const app = new AppFactory().create(new URL('./', import.meta.url), () => {})
await app.init()
const server = new ServerFactory().merge({ app }).create()
server.use([])
server.getRouter().get('/', () => {
  const row = { id: 1n, at: new Date(0) }
  row.self = row
  return row
})
await server.boot()

const http = createServer(server.handle.bind(server))
http.listen(0, '127.0.0.1', async () => {
  const response = await fetch(`http://127.0.0.1:${http.address().port}/`, { signal: AbortSignal.timeout(5000) })
  const body = await response.text()
  http.close()
  http.closeAllConnections()
  const seen = await import(process.argv[2] === 'hook'
    ? '@poppinss/utils/json'
    : pathToFileURL(createRequire(import.meta.resolve('@adonisjs/http-server')).resolve('@poppinss/utils/json')))
  console.log(JSON.stringify({ status: response.status, body, isOurs: seen.default === ours }))
})
