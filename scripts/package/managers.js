'use strict'

// The package installed into an empty project by each package manager: from a registry, where a package with the binary
// for this platform comes along, and as a packed file with no binary and no Rust, where the portable engine serves.

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const { executable, FOLDER, pathWithoutRust, project, published, run, tarball, TOOLS } = require('./context')

const PATH = pathWithoutRust()
const node = process.execPath
/** @param {string} file */
const tool = file => path.join(TOOLS, file)
const pnpmPlatform = { 'linux-x64': 'linux-x64', 'linux-arm64': 'linux-arm64', 'darwin-x64': 'darwin-x64', 'darwin-arm64': 'darwin-arm64' }
const pnpm = () => executable('@pnpm/exe.', pnpmPlatform, '12.21.0', 'pnpm')
const berry = tool('@yarnpkg/cli-dist/bin/yarn.js')

/**
 * @typedef {{
 *   add: (project: string, what: string, registry: string | undefined) => Promise<unknown>,
 *   node?: (project: string, file: string) => Promise<{ stdout: string }>
 * }} Manager
 */

/** @type {Record<string, Manager>} */
const MANAGERS = {
  npm: {
    add: (cwd, what, registry) => run('npm', ['install', what, ...(registry ? [`--registry=${registry}`] : [])], options(cwd))
  },
  pnpm: {
    // The packed file has an install script, which pnpm takes for an error unless it is allowed; the published package has
    // none.
    add: (cwd, what, registry) => {
      if (!registry) fs.writeFileSync(path.join(cwd, 'pnpm-workspace.yaml'), JSON.stringify({ allowBuilds: { [`fast-safe-json@file:${path.relative(cwd, what)}`]: true } }))
      return run(pnpm(), ['add', what, `--store-dir=${path.join(FOLDER, 'pnpm')}`,
        ...(registry ? [`--registry=${registry}`] : [])], options(cwd))
    }
  },
  'yarn 1': {
    add: (cwd, what, registry) => run(node, [tool('yarn/bin/yarn.js'), 'add', what, '--no-lockfile', '--cache-folder', path.join(FOLDER, 'yarn1'),
      ...(registry ? ['--registry', registry] : [])], options(cwd))
  },
  'yarn 4, node_modules': {
    add: (cwd, what, registry) => addWithBerry(cwd, what, registry, 'node-modules')
  },
  'yarn 4, PnP': {
    add: (cwd, what, registry) => addWithBerry(cwd, what, registry, 'pnp'),
    node: (cwd, file) => run(node, [berry, 'node', file], options(cwd))
  }
}

function options (cwd) {
  return { cwd, env: { PATH, CI: '1' } }
}

function addWithBerry (cwd, what, registry, linker) {
  // The project ends here, wherever the folder is.
  fs.writeFileSync(path.join(cwd, 'yarn.lock'), '')
  const settings = {
    nodeLinker: linker,
    enableTelemetry: false,
    enableImmutableInstalls: false,
    enableGlobalCache: false,
    globalFolder: path.join(FOLDER, 'yarn4'),
    pnpEnableEsmLoader: true,
    npmMinimalAgeGate: 0,
    ...(registry && { npmRegistryServer: registry, unsafeHttpWhitelist: ['127.0.0.1'] })
  }
  fs.writeFileSync(path.join(cwd, '.yarnrc.yml'), JSON.stringify(settings))
  return run(node, [berry, 'add', registry ? what : `fast-safe-json@file:${what}`], options(cwd))
}

/**
 * Runs the programs of the project; gives what `require` saw.
 * @param {Manager} manager
 * @param {string} cwd
 */
async function use (manager, cwd) {
  const start = manager.node ?? ((cwd, file) => run(node, [file], options(cwd)))
  const required = JSON.parse((await start(cwd, 'check.cjs')).stdout)
  const imported = JSON.parse((await start(cwd, 'check.mjs')).stdout)
  assert.strictEqual(imported.engine, required.engine)
  return required
}

/** Names of the platform packages in a project's node_modules, pnpm's store and Yarn's unplugged ones. */
function platformPackages (cwd) {
  const found = fs.readdirSync(cwd, { recursive: true, encoding: 'utf8' })
    .map(file => /fast-safe-json-((?:linux|darwin|win32|freebsd)-[a-z0-9-]*?)(?:-npm-[^/\\]*)?[/\\]package\.json$/.exec(file)?.[1])
    .filter(name => name !== undefined)
  return [...new Set(found)]
}

/** @type {Array<[string, () => Promise<unknown>]>} */
const checks = Object.entries(MANAGERS).flatMap(([name, manager]) => [
  [`${name}: from a registry, with the binary's package`, async () => {
    const registry = await published()
    const cwd = project()
    await manager.add(cwd, 'fast-safe-json', registry.url)
    assert.strictEqual((await use(manager, cwd)).engine, 'native')
    const { binaryName } = require('../install')
    const [, platform] = binaryName().split('.')
    const others = platformPackages(cwd).filter(other => other !== platform)
    // Yarn 1 does not know of C libraries.
    assert.deepStrictEqual(others.filter(other => name !== 'yarn 1' || !other.endsWith('-musl')), [])
  }],
  [`${name}: the packed file, no Rust`, async () => {
    const cwd = project()
    await manager.add(cwd, await tarball(), undefined)
    const { engine, reason } = await use(manager, cwd)
    assert.strictEqual(engine, 'portable')
    assert.match(reason, /there is no binary for/)
  }]
])

module.exports = { checks, MANAGERS, use }
