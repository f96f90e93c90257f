'use strict'

// Values as a server holds them, the same on every run: their strings are flat and their own, as a database driver or
// JSON.parse leaves them, and their numbers come from a generator with a fixed seed.

/** Numbers in [0, 1), the same sequence for the same seed (mulberry32). */
function createRandom (seed = 1) {
  return function random () {
    seed = (seed + 0x6D2B79F5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A value without history: parsed from its own text. */
function parsed (value) {
  return JSON.parse(JSON.stringify(value))
}

/** A string as a driver makes it from the bytes of a socket: flat, not internalized, shared with nobody. */
function received (text) {
  return Buffer.from(text).toString()
}

const FIRST = ['Amira', 'Bela', 'Coralie', 'Darian', 'Elowen', 'Farid', 'Gisela', 'Hoshi', 'Ilka', 'Jovan', 'Kalinda']
const LAST = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo', 'Hazel', 'Ironwood', 'Juniper', 'Larch', 'Maple', 'Oak']
const CITIES = ['Lyon', 'Osaka', 'Quito', 'Turin', 'Bergen', 'Accra', 'Hanoi']
const PLANS = ['free', 'team', 'business']
const TAGS = ['admin', 'beta', 'billing', 'eu', 'import', 'mobile', 'newsletter', 'partner', 'staff', 'trial']

/** One API record: about 170 characters of JSON. */
function row (i, random) {
  const pick = list => list[Math.floor(random() * list.length)]
  const first = pick(FIRST)
  const last = pick(LAST)
  return {
    id: 1000 + i,
    name: `${first} ${last}`,
    email: `${first}.${last}${i}@example.com`.toLowerCase(),
    active: random() < 0.8,
    score: Math.round(random() * 10000) / 100,
    profile: { city: pick(CITIES), plan: pick(PLANS) },
    tags: [pick(TAGS), pick(TAGS), pick(TAGS)]
  }
}

/** `n` records, parsed from text. */
function rows (n) {
  const random = createRandom(n)
  return parsed(Array.from({ length: n }, (_, i) => row(i, random)))
}

/** The same records as a driver hands them out: each object a literal, each string from bytes. */
function receivedRows (source) {
  return source.map(r => ({
    id: r.id,
    name: received(r.name),
    email: received(r.email),
    active: r.active,
    score: r.score,
    profile: { city: received(r.profile.city), plan: received(r.profile.plan) },
    tags: r.tags.map(received)
  }))
}

/** `{ data, meta }`, as paginated answers are. */
function wrapped (n) {
  const meta = { total: 48213, perPage: n, currentPage: 3, lastPage: Math.ceil(48213 / n), firstPage: 1 }
  return parsed({ data: rows(n), meta })
}

const numbers = {
  /** Full-precision doubles, as measurements and embeddings are. */
  doubles: n => fill(n, random => (random() - 0.5) * 2000),
  /** Two decimals. */
  prices: n => fill(n, random => Math.round(random() * 1e6) / 100),
  /** Up to a million, some of them negative. */
  integers: n => fill(n, random => Math.floor((random() - 0.1) * 1e6)),
  /** Epoch milliseconds, a minute apart. */
  timestamps: n => fill(n, (random, i) => 1700000000000 + i * 60000 + Math.floor(random() * 1000))
}

function fill (n, make) {
  const random = createRandom(n)
  return parsed(Array.from({ length: n }, (_, i) => make(random, i)))
}

/** Unit vector of single-precision numbers, widened to doubles as JavaScript does it. */
function embedding (n) {
  const random = createRandom(n)
  return parsed(Array.from(Float32Array.from({ length: n }, () => (random() - 0.5) / 16)))
}

/** Polygons of `points` corners, coordinates with six decimals. */
function geoJson (features, points) {
  const random = createRandom(features)
  const round = x => Math.round(x * 1e6) / 1e6
  return parsed({
    type: 'FeatureCollection',
    features: Array.from({ length: features }, (_, i) => {
      const [x, y] = [random() * 360 - 180, random() * 160 - 80]
      const ring = Array.from({ length: points }, (_, k) => {
        const angle = k / points * 2 * Math.PI
        return [round(x + Math.cos(angle) * random()), round(y + Math.sin(angle) * random())]
      })
      ring.push(ring[0])
      const properties = { name: `Parcel ${i}`, area: round(random()) }
      return { type: 'Feature', id: i, properties, geometry: { type: 'Polygon', coordinates: [ring] } }
    })
  })
}

/** What a chart asks for: a point a minute. */
function series (n) {
  const random = createRandom(n)
  return parsed({
    metric: 'requests.duration.p99',
    points: Array.from({ length: n }, (_, i) => ({ t: 1700000000000 + i * 60000, v: Math.round(random() * 1e5) / 1000 }))
  })
}

const ALPHABETS = {
  ascii: 'the quick brown fox jumps over the lazy dog and runs into the wood where nobody has been before ',
  latin1: 'déjà vu à la crème brûlée, señor: größere Straßenschäden über Málaga für Zoë ',
  twoByte: '東京都千代田区 – Привет, мир! Καλημέρα κόσμε — 안녕하세요 세계 ',
  escapes: 'He said: "line one\nline two\ttabbed", then C:\\temp\\new\r\n'
}

/** `n` strings of `length` units from one of the ALPHABETS. */
function strings (n, length, alphabet) {
  const random = createRandom(n + length)
  const source = ALPHABETS[alphabet].repeat(Math.ceil(length / ALPHABETS[alphabet].length) + 1)
  return parsed(Array.from({ length: n }, () => {
    const start = Math.floor(random() * ALPHABETS[alphabet].length)
    return source.slice(start, start + length)
  }))
}

/** Containers inside each other, objects and arrays in turn. */
function nested (depth) {
  let value = { leaf: true }
  for (let i = 1; i < depth; i++) value = i % 2 ? [value, i] : { level: i, child: value }
  return value
}

module.exports = {
  createRandom, parsed, received, row, rows, receivedRows, wrapped, numbers, embedding, geoJson, series, strings, nested
}
