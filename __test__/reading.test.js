'use strict'

// In what order things are read, how often, and what happens when reading changes the value.

const { sameAsJSON, safe } = require('./helpers/table')

/** An object whose properties are getters that log. */
function logged (log, name, values) {
  const object = {}
  for (const [key, value] of Object.entries(values)) {
    Object.defineProperty(object, key, { get () { log.push(`${name}.${key}`); return value }, enumerable: true, configurable: true })
  }
  return object
}

sameAsJSON([
  ['every property once, depth first', s => {
    const log = []
    const value = logged(log, 'top', {
      a: logged(log, 'a', { x: 1, y: 'two', toJSON: undefined }),
      b: [logged(log, 'b0', { z: null }), 2],
      c: logged(log, 'c', {}),
      d: 'end'
    })
    return [s(value), log]
  }],
  ['toJSON, then the replacer, then the members', s => {
    const log = []
    const value = logged(log, 'v', { toJSON: function () { log.push('toJSON'); return this }, m: 1 })
    return [s({ value }, (k, v) => { log.push(`replacer ${k}`); return v }), log]
  }],
  ['array elements as getters', s => {
    const log = []
    const array = [1, 2, 3, 4]
    Object.defineProperty(array, 1, { get () { log.push(1); return 'one' }, enumerable: true })
    Object.defineProperty(array, 3, { get () { log.push(3); return { d: 4 } } })
    return [s(array), log]
  }],
  ['deletes a later key', s => s({ get a () { delete this.b; return 1 }, b: 2, c: 3 })],
  ['deletes a later key that its prototype has', s => { const o = Object.create({ b: 'inherited' }); Object.defineProperty(o, 'a', { get () { delete this.b; return 1 }, enumerable: true }); o.b = 2; o.c = 3; return s(o) }],
  ['deletes itself', s => s({ get a () { delete this.a; return 1 }, b: 2 })],
  ['makes a later key non-enumerable', s => s({ get a () { Object.defineProperty(this, 'c', { enumerable: false }); return 1 }, b: 2, c: 3, d: 4 })],
  ['makes a later key a getter', s => s({ get a () { Object.defineProperty(this, 'b', { get: () => 'got' }); return 1 }, b: 2 })],
  ['deletes a later key and adds it again', s => s({ get a () { delete this.b; this.b = 'again'; return 1 }, b: 2, c: 3 })],
  ['adds keys', s => s({ get a () { this.z = 9; this[0] = 'index'; return 1 }, b: 2 })],
  ['changes a later value', s => s({ get a () { this.b = [1, { deep: true }]; return 1 }, b: 2 })],
  ['changes the prototype', s => s({ get a () { Object.setPrototypeOf(this, { b: 'no', c: 'yes', toJSON: () => 'late' }); delete this.c; return 1 }, b: 2, c: 3 })],
  ['changes the prototype to null', s => s([{ get a () { Object.setPrototypeOf(this, null); return 1 }, b: 2 }, { b: 2 }])],
  ['turns it into a dictionary', s => s({ get a () { for (let i = 0; i < 2000; i++) this[`k${i}`] = i; delete this.k5; delete this.b; return 1 }, b: 2, c: 3 })],
  ['freezes it', s => s({ get a () { Object.freeze(this); return 1 }, b: 2 })],
  ['changes another object of the same shape', s => {
    const rows = [{ id: 1, n: 'a' }, { id: 2, n: 'b' }, { id: 3, n: 'c' }]
    Object.defineProperty(rows[0], 'n', { get () { delete rows[1].id; rows[2].extra = true; return 'x' } })
    return s(rows)
  }],
  ['changes an ancestor', s => {
    const top = { a: { get x () { delete top.c; top.d = 'changed'; top.e = 1; return 1 } }, b: 2, c: 3, d: 4 }
    return s(top)
  }],
  ['shrinks its array', s => { const a = [1, { get x () { a.length = 2; return 1 } }, 3, 4]; return s(a) }],
  ['empties its array', s => { const a = [{ get x () { a.length = 0; return 1 } }, 3, 'x']; return s(a) }],
  ['grows its array', s => { const a = [1, { get x () { a.push(5, 6); return 1 } }, 3]; return s(a) }],
  ['makes its array of numbers mixed', s => { const a = [{ get x () { a[2] = 'two'; a[3] = { y: 1 }; return 1 } }, 1, 2, 3, 4]; return s(a) }],
  ['makes its array of objects numbers', s => { const a = [{ get x () { a[1] = 1; a[2] = 2.5; return 1 } }, {}, {}, {}]; return s(a) }],
  ['an array that shrinks while a run of numbers is read', s => {
    const a = Array.from({ length: 50 }, (_, i) => i)
    Object.defineProperty(a, 20, { get () { a.length = 30; return 'cut' }, configurable: true, enumerable: true })
    return s(a)
  }],
  ['an array that turns sparse', s => { const a = [{ get x () { delete a[2]; a[5000] = 1; return 1 } }, 1, 2, 3]; return s(a) }],
  ['an array that gets a toJSON while it is read', s => { const a = [{ get x () { a.toJSON = () => 'late'; return 1 } }, 2]; return s({ a, b: a }) }],
  ['array length is read once, before the elements', s => {
    const log = []
    const a = new Proxy([1, 2, 3], { get (t, k, r) { log.push(String(k)); return Reflect.get(t, k, r) } })
    return [s({ a }), log]
  }],
  ['a getter on the prototype is not read', s => s(new (class A { constructor () { this.own = 1 } get inherited () { throw new Error('read') } })())],
  ['a getter is called on the object itself', s => { const o = { get a () { return this === o } }; return s(o) }],
  ['a getter inherited through a key of its own', s => { const o = Object.create({ get a () { return 'shadowed' } }, { a: { value: 'own', enumerable: true } }); return s(o) }],
  ['a setter without a getter', s => s({ set a (v) {}, b: 1 })],
  ['a getter without end', s => { let n = 0; const next = () => ({ get n () { return n++ < 100 ? next() : 'end' } }); return s(next()) }],
  ['a getter that answers with a new array each time', s => { const o = { get list () { return [1, 2.5, 3] } }; return s([o, o]) }],
  ['a value that grows while it is read', s => { const a = [0]; a[0] = { get x () { for (let i = 0; i < 1000; i++) a.push(i); return 1 } }; return s([a, a]) }]
])

safe([
  ['the value becomes circular while it is read', s => { const o = { get a () { this.b = { up: this }; return 1 }, b: 2 }; return s(o) }, '{"a":1,"b":{}}'],
  ['a cycle is opened while it is read', s => { const o = { get a () { this.self = 'no more'; return 1 } }; o.self = o; return s(o) }, '{"a":1,"self":"no more"}'],
  ['a number array gets a BigInt and a cycle', s => { const a = [{ get x () { a[1] = 10n; a[2] = a; return 1 } }, 1, 2, 3]; return s(a) }, '[{"x":1},"10",null,3]']
])
