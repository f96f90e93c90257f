'use strict'

// Who stringifies. Each is loaded only when it takes part, and each engine of this package from files loaded for it
// alone, so that none runs with what another has taught V8 about the same code.

const path = require('node:path')

/** @typedef {(value: any, replacer?: any, space?: any) => string | undefined} Stringify */

/**
 * @typedef {object} Contender
 * @property {string} id
 * @property {string} title
 * @property {boolean} ours
 * @property {(workload: import('./workloads').Workload) => Promise<Stringify | null>} load null: takes no part
 */

const ROOT = path.join(__dirname, '..')

/**
 * This package, loaded anew.
 * @param {string} [root] another checkout
 * @returns {{ safeStringify: Stringify, configure: (options: object) => Stringify, engine: string }}
 */
function loadPackage (root = ROOT) {
  for (const file of Object.keys(require.cache)) {
    const relative = path.relative(root, file)
    if (/^(index\.js|lib[\\/].*|[^\\/]*\.node)$/.test(relative)) delete require.cache[file]
  }
  return require(root)
}

/** @returns {Promise<Stringify>} */
async function poppinss () {
  return (await import('@poppinss/utils/json')).safeStringify
}

function engine (name) {
  return async () => {
    const { configure } = loadPackage()
    try {
      return configure({ engine: name })
    } catch {
      return null // this version or platform does not have it
    }
  }
}

/** @type {Contender[]} */
const contenders = [
  { id: 'json', title: 'JSON.stringify', ours: false, load: async () => JSON.stringify },
  { id: 'poppinss', title: '@poppinss/utils', ours: false, load: poppinss },
  {
    id: 'json-first',
    title: 'JSON.stringify, then @poppinss/utils',
    ours: false,
    load: async () => {
      const safeStringify = await poppinss()
      return function (value, replacer, space) {
        try {
          return JSON.stringify(value, replacer, space)
        } catch (error) {
          if (error instanceof TypeError) return safeStringify(value, replacer, space)
          throw error
        }
      }
    }
  },
  {
    id: 'safe-stable',
    title: 'safe-stable-stringify',
    ours: false,
    // Without sorting keys, which takes time and gives another text.
    load: async () => require('safe-stable-stringify').configure({ deterministic: false, circularValue: undefined })
  },
  { id: 'fast-safe', title: 'fast-safe-stringify', ours: false, load: async () => require('fast-safe-stringify') },
  { id: 'json-safe', title: 'json-stringify-safe', ours: false, load: async () => require('json-stringify-safe') },
  {
    id: 'schema',
    title: 'fast-json-stringify',
    ours: false,
    load: async ({ schema, args }) => schema && !args ? require('fast-json-stringify')(schema) : null
  },
  { id: 'auto', title: 'fast-safe-json', ours: true, load: async () => loadPackage().safeStringify },
  ...['v8', 'tape', 'walk', 'portable'].map(name => ({
    id: name,
    title: `fast-safe-json, ${name}`,
    ours: true,
    load: engine(name)
  }))
]

/** What people do today: the peers that the goals speak of. */
const PEERS = ['json', 'poppinss', 'json-first']

module.exports = { contenders, loadPackage, PEERS }
