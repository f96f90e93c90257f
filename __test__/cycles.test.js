'use strict'

// References to ancestors, and objects that only stand in several places.

const { safe, sameAsJSON } = require('./helpers/table')

const ring = (length, make = i => ({ i })) => { const nodes = Array.from({ length }, (_, i) => make(i)); nodes.forEach((node, i) => { node.next = nodes[(i + 1) % length] }); return nodes[0] }

safe([
  ['an object in itself', s => { const o = { a: 1 }; o.self = o; o.b = 2; return s(o) }, '{"a":1,"b":2}'],
  ['an array in itself', s => { const a = [1]; a.push(a, 2); return s(a) }, '[1,null,2]'],
  ['only itself', s => { const o = {}; o.o = o; const a = []; a[0] = a; return [s(o), s(a), s([o, a])] }, ['{}', '[null]', '[{},[null]]']],
  ['first and last', s => { const o = { first: null, x: 1, last: null }; o.first = o.last = o; return s(o) }, '{"x":1}'],
  ['through an array', s => { const o = { list: [] }; o.list.push(o, { o }, [o, [o]]); return s(o) }, '{"list":[null,{},[null,[null]]]}'],
  ['parents and children', s => { const p = { name: 'p', children: [] }; for (let i = 0; i < 3; i++) p.children.push({ i, parent: p, siblings: p.children }); return s(p) }, '{"name":"p","children":[{"i":0},{"i":1},{"i":2}]}'],
  ['to the middle', s => { const b = { n: 'b' }; b.c = { n: 'c', b }; return s({ a: { b } }) }, '{"a":{"b":{"n":"b","c":{"n":"c"}}}}'],
  ['a shared object is written each time', s => { const x = { v: 1 }; return s({ a: x, b: x, c: [x, x] }) }, '{"a":{"v":1},"b":{"v":1},"c":[{"v":1},{"v":1}]}'],
  ['a shared object that is circular', s => { const x = { v: 1 }; x.x = x; return s([x, x, { x }]) }, '[{"v":1},{"v":1},{"x":{"v":1}}]'],
  ['each object names the other', s => { const a = { n: 'a' }; const b = { n: 'b', a }; a.b = b; return s([a, b]) }, '[{"n":"a","b":{"n":"b"}},{"n":"b","a":{"n":"a"}}]'],
  ['everybody knows everybody', s => { const all = Array.from({ length: 4 }, (_, i) => ({ i })); for (const o of all) o.all = all; return s(all) }],
  ['a complete graph of 5', s => { const all = Array.from({ length: 5 }, (_, i) => ({ i })); for (const o of all) for (const p of all) o[`to${p.i}`] = p; return s(all[0]) }],
  ...[1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 800].flatMap(length => [
    [`a ring of ${length} objects`, s => s(ring(length))],
    [`a ring of ${length} arrays`, s => { const all = Array.from({ length }, (_, i) => [i]); all.forEach((a, i) => a.push(all[(i + 1) % length], i)); return s(all[0]) }],
    [`a tail of ${length} before a ring`, s => { let o = ring(3); for (let i = 0; i < length; i++) o = i % 2 ? { o } : [o]; return s(o) }]
  ]),
  ['class instances', s => { class Node { constructor (parent) { this.parent = parent; this.children = [] } } const root = new Node(null); root.children.push(new Node(root), new Node(root)); return s(root) }, '{"parent":null,"children":[{"children":[]},{"children":[]}]}'],
  ['null prototypes and dictionaries', s => { const o = Object.create(null); o.a = 1; o.b = 2; delete o.a; o.o = o; return s(o) }, '{"b":2}'],
  ['Map, Set and Error with own keys', s => { const m = new Map(); m.self = m; const e = new Error('e'); e.cause2 = e; e.code = 1; return s([m, e]) }, '[{},{"code":1}]'],
  ['through a getter', s => { const o = { get self () { return o }, a: { get up () { return o } } }; return s(o) }, '{"a":{}}'],
  ['a rope of getters that comes back', s => { const o = { a: 1 }; Object.defineProperty(o, 'b', { get: () => ({ c: { d: o } }), enumerable: true }); return s(o) }, '{"a":1,"b":{"c":{}}}'],
  ['integer keys', s => { const o = { 0: 'zero' }; o[1] = o; o[2] = [o]; return s(o) }, '{"0":"zero","2":[null]}'],
  ['in the last of 2,000 rows', s => { const rows = Array.from({ length: 2000 }, (_, i) => ({ i, t: `t${i}` })); rows[1999].rows = rows; return s(rows) }],
  ['in each of 2,000 rows', s => { const rows = Array.from({ length: 2000 }, (_, i) => ({ i })); for (const row of rows) { row.rows = rows; row.row = row; row.end = 1 } return s(rows) }],
  ['boxed values and dates are no ancestors', s => { const d = new Date(0); d.d = d; const n = Object(1); n.n = n; return s({ d, n, again: [d, n] }) }, '{"d":"1970-01-01T00:00:00.000Z","n":1,"again":["1970-01-01T00:00:00.000Z",1]}'],
  ['a function in a cycle', s => { const f = () => {}; f.toJSON = () => ({ f, a: 1 }); let n = 0; f.toJSON = () => n++ < 3 ? { n, f } : undefined; return s(f) }, '{"n":1,"f":{"n":2,"f":{"n":3}}}'],
  ['with a replacer, a list, an indentation', s => { const o = { a: { b: 1 }, l: [1] }; o.a.o = o; o.l.push(o.l); return [s(o, (k, v) => v), s(o, ['l', 'a', 'o', 'b']), s(o, null, 1)] }],
  ['a request and its response', s => { const req = { url: '/', headers: { a: 'b' } }; const res = { req, status: 200 }; req.res = res; req.socket = { parser: { incoming: req, socket: null } }; req.socket.parser.socket = req.socket; return s({ req, res }) }],
  ['an http server', s => { const server = require('node:http').createServer(); return typeof s({ server, again: server }) }, 'string'],
  ['a timer', s => { const timer = setTimeout(() => {}, 1e6); clearTimeout(timer); return typeof s({ timer }) }, 'string']
])

sameAsJSON([
  ['a shared object at many depths', s => { const x = { x: [1] }; let o = x; for (let i = 0; i < 300; i++) o = { o, x }; return s(o) }],
  ['a directed graph without a cycle', s => { let layer = [{ end: 1 }]; for (let i = 0; i < 10; i++) layer = [{ a: layer[0], b: layer[layer.length - 1] }, { c: layer[0] }]; return s(layer) }]
])
