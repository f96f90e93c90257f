'use strict'

// `npm run demo`: the main job on real input. Rows of an embedded SQLite with BigInt ids, dates and prices, an
// embedding, a polygon, an object that holds itself: what JSON.stringify does with each, what safeStringify returns, and
// how long both take.

const initSqlJs = require('sql.js')
const safeStringify = require('..')

const ORDERS = 400
const EMBEDDING = 1536
const CORNERS = 800
const ROUNDS = 15
const MILLISECONDS = 10

async function main () {
  const values = [
    ['400 orders from SQLite: BigInt ids, dates, prices', await orders()],
    ['an embedding of 1,536 numbers', { model: 'demo', embedding: Array.from({ length: EMBEDDING }, (_, i) => Math.sin(i * 12.9898) / 27) }],
    ['a GeoJSON polygon', polygon()],
    ['an object that holds itself', person()]
  ]
  console.log(`Node ${process.versions.node}, engine: ${safeStringify.engine}${safeStringify.loadError ? ` (${safeStringify.loadError.message})` : ''}`)
  for (const [title, value] of values) show(title, value)
}

/** A table of orders, filled and queried; ids and customers come as BigInt, and `placed_at` is made a Date, as an ORM does. */
async function orders () {
  const SQL = await initSqlJs()
  const db = new SQL.Database()
  db.run('create table orders (id integer primary key, customer integer, status text, price real, placed_at integer, note text)')
  const insert = db.prepare('insert into orders values (?, ?, ?, ?, ?, ?)')
  const statuses = ['paid', 'shipped', 'returned "as is"']
  for (let i = 0; i < ORDERS; i++) {
    const id = 9_007_199_254_740_993n + BigInt(i)
    insert.run([id, BigInt(i % 37), statuses[i % 3], (i * 1999 % 100_000) / 100, 1_700_000_000_000 + i * 3_600_000, i % 4 ? null : `für Kunde ${i}`])
  }
  insert.free()
  const [{ columns, values }] = db.exec('select * from orders order by id', undefined, { useBigInt: true })
  db.close()
  return values.map(row => {
    const order = Object.fromEntries(columns.map((column, i) => [column, row[i]]))
    order.placed_at = new Date(Number(order.placed_at))
    return order
  })
}

function polygon () {
  const ring = Array.from({ length: CORNERS }, (_, i) => {
    const angle = 2 * Math.PI * i / CORNERS
    return [round(8.54 + 0.1 * Math.cos(angle)), round(47.37 + 0.1 * Math.sin(angle))]
  })
  ring.push(ring[0])
  return { type: 'Feature', properties: { name: 'Zürich' }, geometry: { type: 'Polygon', coordinates: [ring] } }
}

/** @param {number} degrees */
function round (degrees) {
  return Math.round(degrees * 1e6) / 1e6
}

function person () {
  /** @type {Record<string, any>} */
  const ada = { name: 'Ada', born: new Date('1815-12-10'), posts: [] }
  ada.posts.push({ title: 'Notes', author: ada }, { title: 'Letters', author: ada })
  ada.self = ada
  return ada
}

/**
 * @param {string} title
 * @param {any} value
 */
function show (title, value) {
  const native = attempt(() => JSON.stringify(value))
  const ours = attempt(() => safeStringify(value))
  console.log(`\n${title}`)
  console.log(`  JSON.stringify  ${native.text}`)
  console.log(`  safeStringify   ${ours.text}`)
  const times = race([() => attempt(() => JSON.stringify(value)), () => safeStringify(value)])
  console.log(`  time            ${microseconds(times[0])} µs${native.failed ? ' until it throws' : ''}, ${microseconds(times[1])} µs`)
}

/** @param {() => string | undefined} call */
function attempt (call) {
  try {
    return { text: shorten(String(call())), failed: false }
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error)
    return { text: `throws ${name}: ${message.split('\n')[0]}`, failed: true }
  }
}

/** @param {string} text */
function shorten (text) {
  return text.length <= 150 ? text : `${text.slice(0, 100)} … ${text.slice(-25)} (${text.length} characters)`
}

/**
 * Microseconds a call, for each of several functions: the median of rounds in turn.
 * @param {Array<() => any>} calls
 */
function race (calls) {
  const times = calls.map(() => /** @type {number[]} */ ([]))
  for (let round = 0; round < ROUNDS; round++) {
    calls.forEach((call, i) => {
      const start = performance.now()
      let n = 0
      let end
      do {
        call()
        n++
        end = performance.now()
      } while (end - start < MILLISECONDS)
      times[i].push((end - start) * 1000 / n)
    })
  }
  return times.map(list => list.sort((a, b) => a - b)[ROUNDS >> 1])
}

/** @param {number} time */
function microseconds (time) {
  return time < 10 ? time.toFixed(2) : time.toFixed(0)
}

main()
