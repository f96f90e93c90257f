'use strict'

// Requests per second, latency and processor time of real servers on loopback: the package against the default, in
// alternating short rounds, so that what else the machine does hits both. `node bench-http.js [--requests 1500]
// [--rounds 9] [--connections 10] [--node <executable>]… [--only fastify] [--route dates]`; without --node on Node 24 and
// 26, which it fetches. A run of all routes is written to benchmark/results/http-<time>.json, for the report.
//
// On a machine that others use as well, look at the processor time the server spent on a request: it varies least.
// The ratios are medians of the rounds' own ratios. A round has at most 10 seconds, all of it takes some 5 minutes.

const assert = require('node:assert/strict')
const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { parseArgs } = require('node:util')
require('./link')
const autocannon = require('autocannon')
const { nodes } = require('../scripts/nodes')
const { request } = require('./test/helpers')

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '1500' },
    rounds: { type: 'string', default: '9' },
    connections: { type: 'string', default: '10' },
    node: { type: 'string', multiple: true },
    only: { type: 'string' },
    route: { type: 'string' }
  }
})
const amount = Number(options.requests)
const rounds = Number(options.rounds)
const connections = Number(options.connections)
const executables = options.node ??
  nodes().filter(({ major }) => major === 24 || major === 26).map(({ executable }) => executable)

const ROUTES = {
  fastify: ['dates', 'plain', 'embedding', 'bigint', 'schema-list'],
  adonis: ['dates', 'plain', 'embedding', 'bigint']
}
const RESULTS = path.join(__dirname, '..', 'benchmark', 'results')

/** What serializes without this package. */
function defaultOf (framework, route) {
  if (framework === 'adonis') return '@poppinss/utils'
  if (route === 'schema-list') return 'fast-json-stringify'
  return route === 'bigint' ? 'JSON.stringify with BigInt.prototype.toJSON' : 'JSON.stringify'
}

async function main () {
  const all = []
  for (const executable of executables) {
    for (const framework of Object.keys(ROUTES)) {
      if (options.only && options.only !== framework) continue
      all.push(...await compare(executable, framework))
    }
  }
  if (options.only || options.route) return
  const file = path.join(RESULTS, `http-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.json`)
  fs.writeFileSync(file, `${JSON.stringify(all, null, 1)}\n`)
  console.log(`\nwritten to ${path.relative(process.cwd(), file)}`)
}

/** Times every route of a framework, and gives what it found of each and of the default. */
async function compare (executable, framework) {
  const found = []
  const servers = { package: await start(executable, framework, 'package'), default: await start(executable, framework, 'default') }
  try {
    const version = await servers.package.version
    console.log(`\n${framework}, Node ${version}: medians of ${rounds} rounds of ${amount} requests, ${connections} connections`)
    console.log('                      requests/s                 processor µs/request      latency ms, p50 p99')
    console.log('route         bytes   default package   ratio   default package   ratio   default    package')
    for (const route of ROUTES[framework]) {
      if (options.route && options.route !== route) continue
      const body = (await request(servers.package.port, `/${route}`)).body
      const expected = (await request(servers.default.port, `/${route}`)).body
      assert.equal(body, expected, `${framework} /${route}`)
      const results = { package: [], default: [] }
      for (let round = -1; round < rounds; round++) {
        for (const variant of round % 2 ? ['package', 'default'] : ['default', 'package']) {
          const result = await measure(servers[variant], `/${route}`)
          if (round >= 0) results[variant].push(result) // the first round warms up
        }
      }
      const of = (variant, name) => median(results[variant].map(result => result[name]))
      const ratio = (name, a, b) => {
        const ratios = results.default.map((_, i) => results[a][i][name] / results[b][i][name])
        return median(ratios).toFixed(2).padStart(8)
      }
      const column = (variant, name, width) => of(variant, name).toFixed(0).padStart(width)
      console.log(`${route.padEnd(12)} ${String(Buffer.byteLength(body)).padStart(6)}` +
        column('default', 'perSecond', 10) + column('package', 'perSecond', 8) + ratio('perSecond', 'package', 'default') +
        column('default', 'cpu', 10) + column('package', 'cpu', 8) + ratio('cpu', 'default', 'package') +
        `   ${of('default', 'p50')} ${of('default', 'p99')}`.padEnd(13) + ` ${of('package', 'p50')} ${of('package', 'p99')}`)
      for (const variant of ['default', 'package']) {
        found.push({
          node: version,
          framework,
          route,
          contender: variant === 'package' ? 'fast-safe-json' : defaultOf(framework, route),
          requestsPerSecond: of(variant, 'perSecond'),
          processorMicroseconds: of(variant, 'cpu'),
          latencyP50: of(variant, 'p50'),
          latencyP99: of(variant, 'p99')
        })
      }
    }
  } finally {
    for (const { child } of Object.values(servers)) child.kill()
  }
  return found
}

/** One round against one server. */
async function measure (server, path) {
  const before = await cpu(server.child)
  const started = performance.now()
  let ended = started
  const result = await new Promise((resolve, reject) => {
    const options = { url: `http://127.0.0.1:${server.port}${path}`, connections, amount, duration: 10, timeout: 5 }
    // autocannon itself ends at a full second.
    autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
      .on('response', () => { ended = performance.now() })
  })
  const spent = await cpu(server.child) - before
  assert.equal(result.errors + result.timeouts + result.non2xx, 0, `${path}: errors under load`)
  const { requests: { total }, latency } = result
  return { perSecond: total / (ended - started) * 1000, cpu: spent / total, p50: latency.p50, p99: latency.p99 }
}

/** Processor time of a server in microseconds. */
function cpu (child) {
  return new Promise(resolve => {
    child.once('message', ({ user, system }) => resolve(user + system))
    child.send('cpu')
  })
}

function start (executable, framework, variant) {
  const child = spawn(executable, [path.join(__dirname, 'bench-server.mjs'), framework, variant], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'], env: { ...process.env, NODE_ENV: 'production' }
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`the ${variant} server ended with ${code}`)))
    child.stdout.once('data', data => resolve({ child, port: Number(data), version: versionOf(executable) }))
  })
}

function versionOf (executable) {
  return new Promise((resolve, reject) => {
    const child = spawn(executable, ['-p', 'process.versions.node'], { stdio: ['ignore', 'pipe', 'inherit'] })
    child.once('error', reject)
    child.stdout.once('data', data => resolve(String(data).trim()))
  })
}

function median (values) {
  return values.sort((a, b) => a - b)[values.length >> 1]
}

main().catch(error => {
  console.error(error)
  process.exitCode = 1
})
