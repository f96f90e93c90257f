'use strict'

// A registry for a few packages, from their folders, on this machine: enough for any package manager to install them.

const { execFileSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')

/**
 * @param {string[]} folders of the packages
 * @param {string} scratch
 * @returns {Promise<{ url: string, asked: string[], close: () => void }>}
 */
async function startRegistry (folders, scratch) {
  /** @type {Map<string, { manifest: any, file: Buffer }>} */
  const packages = new Map()
  for (const folder of folders) {
    const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
    const staged = path.join(scratch, manifest.name, 'package')
    // Not what lies inside one package and belongs to another.
    fs.cpSync(folder, staged, { recursive: true, filter: source => source !== path.join(folder, 'npm') })
    const file = path.join(scratch, `${manifest.name}.tgz`)
    execFileSync('tar', ['-czf', file, '-C', path.dirname(staged), 'package'])
    packages.set(manifest.name, { manifest, file: fs.readFileSync(file) })
  }

  /** @type {string[]} packages that were fetched */
  const asked = []
  const server = http.createServer((request, response) => {
    const [, name, file] = /^\/([^/]+)(\/-\/.*\.tgz)?$/.exec(decodeURIComponent(request.url ?? '')) ?? []
    const found = packages.get(name)
    if (found === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}')
    } else if (file !== undefined) {
      asked.push(name)
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(found.file)
    } else {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(packument(found, url)))
    }
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`
  return { url, asked, close () { server.closeAllConnections(); server.close() } }
}

function packument ({ manifest, file }, url) {
  const { name, version } = manifest
  const dist = {
    tarball: `${url}/${name}/-/${name}-${version}.tgz`,
    integrity: `sha512-${createHash('sha512').update(file).digest('base64')}`,
    shasum: createHash('sha1').update(file).digest('hex')
  }
  const published = {
    ...manifest, _id: `${name}@${version}`, dist, hasInstallScript: manifest.scripts?.install !== undefined
  }
  const time = '2026-01-01T00:00:00.000Z'
  return {
    _id: name,
    name,
    'dist-tags': { latest: version },
    versions: { [version]: published },
    time: { created: time, modified: time, [version]: time }
  }
}

module.exports = { startRegistry }
