// A small server-side program, to be bundled.
import safeStringify, { configure } from 'fast-safe-json'

const circular = { id: 1n, at: new Date(0), rows: Array.from({ length: 50 }, (_, i) => ({ i, name: `row ${i}` })) }
const text = `{"id":"1","at":"1970-01-01T00:00:00.000Z","rows":${JSON.stringify(circular.rows)}}`
circular.self = circular
if (safeStringify(circular) !== text) throw new Error(safeStringify(circular))
if (configure({ engine: 'portable' })(circular) !== text) throw new Error('portable')

console.log(JSON.stringify({ engine: safeStringify.engine, reason: safeStringify.loadError?.message }))
