'use strict'

// Kinds of value, and what is known of each: whether JSON.stringify itself may have it.
//
// A value's kind is recognised by what is cheap to see and runs no user code: the first key of an object; the key count
// and first key of an array's first element; the size of an array that begins with anything else. Where the first value of
// an object is a container itself, as in `{ data: rows }`, that one is looked at too. Where the first key turns out to say too
// little, as in `{ success: true, … }`, objects that begin with it are told apart by key count, second and last key as well.
// Two kinds of value that look alike here share an entry, and then the less favourable of the two decides: never wrong,
// only slower.
//
// A kind begins on the tape and has to earn `v8`: it went over the tape a number of times without a cycle, a BigInt, a
// date or user code, and v8 was then measured faster. It is measured again now and then, dropped when it was slower
// than it used to be, and dropped at once, for longer each time, when a value of the kind turns out unsafe.

const {
  ArrayIsArray, MapClear, MapGet, MapSet, MathClz32, MathMax, MathMin, MathTrunc, ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf, ObjectHasOwn, ObjectKeys, ObjectLookupGetter, ReflectApply, SetAdd, SetHas, isProxy
} = require('./builtins')
const { createList } = require('./list')
const { createOnce } = require('./once')

// Times a kind must go over the tape without a fault before v8 is tried. Doubled for each fault.
const FIRST_GOAL = 16
const LAST_GOAL = 1 << 20
// What must have gone over the tape, in tokens and 64 a call, before anything is tried: some hundred calls, in which V8 compiles
// the flattener. A trial that finds it interpreted says nothing, and v8 would have small values for good.
const WARM = 100_000
let warmth = 0
// Calls between two looks at a kind that has v8, each one timed call: so many at first, and twice as many after each look
// that found nothing wrong. (Reading the clock twice takes 0.1 to 0.2 µs, as long as printing a small object.)
const FIRST_PERIOD = 64
const LAST_PERIOD = 1024
// Looks between two trials: one after the first, when V8 may not have compiled the flattener yet, then ever more.
const LOOKS = 32
// The same after the first time, if there was no trial.
const FORESEEN_LOOKS = 4
// A trial: so many calls of v8, of which the best counts, then the same of the tape. What has not run for long is slow at
// first: V8 may not have compiled it, and the processor has forgotten it; of the two that is the tape. So while it is not
// faster than v8, but becomes faster or is near, it goes on, in rounds of as many calls each; the last round counts.
const TRIAL = 6
const ROUNDS = 8
const ENOUGH = 1 << 20 // units of text, for large values
const LARGE = 1 << 16
const TINY = 1 << 9 // takes a round only
const FASTER = 0.95
const NEAR = 1.25
// v8 that much slower is not tried again soon.
const CLEARLY = 1.2
// How often v8 has clearly won the first trial of a kind of late, by the size of the texts to the power of two: that counts one,
// another outcome takes two away. From SURE on another such kind goes to v8 without a trial at first, or after one round of it.
// (A thousand kinds in turn would otherwise be tried a thousand times.)
const SURE = 8
const MOST_WINS = 16
const wins = new Uint8Array(33)
// Looks in a row that must find v8 slower than the tape was, for the kind to be tried again: one may be a garbage collection.
const DOUBTS = 2

// Containers looked at, and kinds kept.
const MAX_DEPTH = 4
const MAX_KINDS = 4096
const MAX_KEY_LENGTH = 256
const MAX_NEW = 4096
// Values of kinds that had no room, until all kinds are forgotten; then twice as many. Those that have earned v8 shall keep it.
const FIRST_PATIENCE = 4 * MAX_KINDS
// A text so many times as long as those of the trial, and at least that long, is of another sort.
const GROWTH = 16
const GROWN = 1 << 12

// Fields of classes are defined, not assigned: a setter on Object.prototype sees nothing of them.
class Kind {
  /** v8 has this kind */
  isV8 = false
  /** calls until the next look, while v8 has it */
  left = 0
  period = FIRST_PERIOD
  looks = 0
  nextLooks = 1
  doubts = 0
  /** calls over the tape without a fault, and how many it takes */
  clean = 0
  goal = FIRST_GOAL
  /** calls made in the running trial */
  tried = 0
  rounds = 0
  /** whether there was a trial */
  isTried = false
  /** best times, in milliseconds per unit of text */
  tapeTime = Infinity
  v8Time = Infinity
  /** the tape's in the round before */
  lastRound = Infinity
  /** units of v8's longest text that was no surprise */
  most = GROWN
  /** an object's: where the container is that is looked at too; undefined: not known yet, null: there is none */
  /** @type {string | null | undefined} */
  innerKey = undefined
  /** kinds of that container */
  inner = null
  /** kinds by more than the first key; null: that is enough */
  /** @type {Parts | null} */
  parts = null
  canSplit = false

  /** The first key says too little. */
  split () {
    if (!this.canSplit) return false
    this.canSplit = false
    this.parts = new Parts()
    return true
  }

  /** A call over the tape found something that v8 is slow at or throws on. */
  fault () {
    // Other values of the kind were without fault.
    if (this.isV8 || this.clean > 0) this.split()
    this.isV8 = false
    this.clean = 0
    this.forget()
    if (this.goal < LAST_GOAL) this.goal *= 2
  }

  /**
   * v8 printed a text that is much longer than those which the trial was about.
   * @param {number} units
   */
  outgrow (units) {
    this.most = units
    if (!this.split()) this.retry()
  }

  /** v8 gave up on a value of this kind, which may have taken it very long. */
  gaveUp () {
    this.fault()
    if (this.goal < LAST_GOAL) this.goal *= 16
  }

  /**
   * A call over the tape went without a fault. Large values count for more: they come less often, and say more.
   * @param {number} tokens
   */
  pass (tokens) {
    this.clean += 1 + (tokens >> 10)
    if (warmth < WARM) warmth += 64 + tokens
  }

  /** Has it been clean long enough to be tried? */
  get isTrial () {
    return this.clean >= this.goal && warmth >= WARM
  }

  /** Has it been tried, or at fault? */
  get isSettled () {
    return this.goal > FIRST_GOAL
  }

  /**
   * About to be tried: the kind goes to v8 at once if that is a foregone conclusion.
   * @param {number} units of text
   */
  foresee (units) {
    if (wins[MathClz32(units)] < SURE) return
    this.nextLooks = FORESEEN_LOOKS
    this.give(units)
  }

  /**
   * Gives the kind to v8.
   * @param {number} units of a text
   */
  give (units) {
    this.isV8 = true
    if (this.most < units * GROWTH) this.most = units * GROWTH
    this.clean = 0
    this.left = this.period = FIRST_PERIOD
    this.looks = this.nextLooks
    if (this.nextLooks < LOOKS) this.nextLooks *= 2
    else this.nextLooks = LOOKS
    this.doubts = 0
    this.tried = this.rounds = 0
    this.lastRound = Infinity
  }

  /** In a trial: is it v8's turn? */
  get isV8Turn () {
    return this.tried < TRIAL
  }

  /**
   * A timed call of a trial.
   * @param {boolean} v8 which engine it was
   * @param {number} time milliseconds
   * @param {number} units of text
   */
  timed (v8, time, units) {
    time /= units
    this.tried++
    if (v8) {
      if (time < this.v8Time) this.v8Time = time
      return
    }
    if (time < this.tapeTime) this.tapeTime = time
    if (this.tried < 2 * TRIAL) return
    const size = MathClz32(units)
    const isClear = this.tapeTime > this.v8Time * CLEARLY
    const isOpen = this.tapeTime > this.v8Time && units > TINY && (this.isTried || wins[size] < SURE) &&
      (this.tapeTime < this.lastRound * FASTER || this.tapeTime < this.v8Time * NEAR)
    if (isOpen && ++this.rounds < ROUNDS && this.rounds * TRIAL * units < ENOUGH) {
      this.tried = TRIAL
      this.lastRound = this.tapeTime
      this.tapeTime = Infinity
      return
    }
    if (!this.isTried) wins[size] = isClear ? MathMin(wins[size] + 1, MOST_WINS) : MathMax(wins[size] - 2, 0)
    this.isTried = true
    if (this.v8Time < this.tapeTime) {
      // No reason to come back soon: one large value was enough for V8 to compile the flattener, or other kinds saw to that.
      if (isClear && units > LARGE) this.nextLooks = LOOKS
      else if (isClear && wins[size] >= SURE) this.nextLooks *= 4
      this.give(units)
    } else {
      this.clean = 0
      this.isV8 = false
      if (this.goal < LAST_GOAL) this.goal *= this.v8Time > this.tapeTime * CLEARLY ? 8 : 2
      this.forget()
    }
  }

  /**
   * A look at a kind that v8 has.
   * @param {number} time milliseconds
   * @param {number} units of text
   */
  looked (time, units) {
    const isDoubtful = time > this.tapeTime * units
    this.doubts = isDoubtful ? this.doubts + 1 : 0
    if (isDoubtful) this.period = FIRST_PERIOD
    else if (this.period < LAST_PERIOD) this.period *= 2
    this.left = this.period
    if (this.doubts >= DOUBTS || --this.looks <= 0) this.retry()
  }

  /** Back for a trial. */
  retry () {
    this.isV8 = false
    this.clean = this.goal
    this.forget()
  }

  /** Forgets the last trial. */
  forget () {
    this.tried = this.rounds = 0
    this.tapeTime = this.v8Time = this.lastRound = Infinity
  }
}

/** Kinds of objects by first key, of arrays by the key count and first key of the first element or by type and size. */
class Kinds {
  objects = new Map()
  arrays = new Map()
  sized = new Map()
  // The entry found last, by what it was found.
  lastKey = ''
  last = NEVER
  lastElementKey = ''
  lastElementCount = -1
  lastArray = NEVER
  lastSize = -1
  lastSized = NEVER

  clear () {
    ReflectApply(MapClear, this.objects, [])
    ReflectApply(MapClear, this.arrays, [])
    ReflectApply(MapClear, this.sized, [])
    this.lastKey = this.lastElementKey = ''
    this.lastElementCount = this.lastSize = -1
    this.last = this.lastArray = this.lastSized = NEVER
  }
}

/** Kinds of objects with one first key by key count, second and last key. */
class Parts {
  kinds = new Map()
  lastCount = -1
  lastSecond = ''
  lastLast = ''
  last = NEVER
}

// For values that no kind can be seen of: a Proxy, an object without keys, one whose kind is new.
const NEVER = new Kind()
NEVER.goal = Infinity

const all = new Kinds()
let count = 0

// Some values cost much to look at beside what the tape takes for all of them: for the first key of an object that V8 keeps
// as a dictionary all its keys are listed, and an array's first element is 25 ns away, if a getter is not to be asked.
// After some such values in a row that went over the tape, another goes there unseen; the first of another sort ends that.
const IN_A_ROW = 8
// Then they are looked at again, so that kinds of arrays are tried from time to time.
const UNSEEN = 256

const OTHER = -1
const LARGE_OBJECT = -2

class Unseen {
  /** how many there were in a row */
  count = 0
  /** their sort: OTHER, LARGE_OBJECT, or the size of an array of numbers to the power of two */
  sort = OTHER

  /**
   * A value went over the tape.
   * @param {number} sort
   */
  next (sort) {
    this.count = sort === OTHER || this.count === UNSEEN ? 0 : sort === this.sort ? this.count + 1 : 1
    this.sort = sort
  }

  /** A value went to v8. */
  end () {
    this.count = 0
  }

  /** Is the value likely to be of the same sort? */
  mayBe (value) {
    if (this.count < IN_A_ROW || isProxy(value)) return false
    return this.sort === (ArrayIsArray(value) ? MathClz32(value.length) : LARGE_OBJECT)
  }

  /**
   * What sort of value went over the tape?
   * @param {object} value
   * @param {boolean} isLarge an object of many keys
   * @param {boolean} isNumbers an array of numbers only
   * @returns {number}
   */
  sortOf (value, isLarge, isNumbers) {
    return isLarge ? LARGE_OBJECT : isNumbers && !isProxy(value) && ArrayIsArray(value) ? MathClz32(value.length) : OTHER
  }
}

// The kind of the last call, if that was an object whose first value is no container, and v8 has it. Most small values come
// in a row of one kind, and take 60 to 150 ns: finding that kind in the tables would be a fifth of it.
class Same {
  kind = NEVER
  key = ''

  /** The value just looked at is of this kind, which v8 has. */
  next (kind) {
    if (kind !== all.last || kind.innerKey !== null) return
    this.kind = kind
    this.key = all.lastKey
  }

  /**
   * Counts a call of that kind.
   * @param {object} value
   * @returns {Kind | null} null: the value is of another kind, v8 does not have it any more, or it is to be looked at
   */
  take (value) {
    const kind = this.kind
    if (!kind.isV8 || kind.parts !== null || kind.left <= 1) return null
    if (isProxy(value) || ArrayIsArray(value) || firstKey(value) !== this.key) return null
    kind.left--
    return kind
  }
}

/**
 * @param {object} value
 * @returns {Kind}
 */
function kindOf (value) {
  return look(value, all, 1) ?? NEVER
}

// Each of these answers null where nothing can be seen.

function look (value, kinds, depth) {
  if (isProxy(value)) return null
  if (ArrayIsArray(value)) return lookAtArray(value, kinds)
  const key = firstKey(value)
  if (key === null) return null
  let kind = kinds.last
  if (key !== kinds.lastKey || kind === NEVER) {
    kind = find(kinds.objects, key)
    if (kind === null) return null
    kinds.lastKey = key
    kinds.last = kind
    if (kind.innerKey === undefined) {
      kind.canSplit = true
      kind.innerKey = isContainer(ownValue(value, key)) && depth < MAX_DEPTH ? key : null
    }
  }
  if (kind.parts !== null) return lookAtParts(value, kind.parts, depth)
  return kind.innerKey === null ? kind : lookInside(value, kind, depth)
}

/** The first key of an object that is no Proxy; null: there is none, or a Proxy among the prototypes threw. */
function firstKey (object) {
  try {
    for (const key in object) return key
  } catch {
    // JSON.stringify does not ask a prototype for its keys, and so must not fail.
  }
  return null
}

/** The keys of an object that is no Proxy; none where that fails, as for a module that is not initialized. */
function keysOf (object) {
  try {
    return ObjectKeys(object)
  } catch {
    return []
  }
}

function lookInside (value, kind, depth) {
  const inside = ownValue(value, kind.innerKey)
  if (!isContainer(inside)) return kind
  if (kind.inner === null) kind.inner = new Kinds()
  return look(inside, kind.inner, depth + 1) ?? kind
}

function lookAtParts (value, parts, depth) {
  const keys = keysOf(value)
  const length = keys.length
  if (length === 0) return null
  const second = length > 1 ? keys[1] : ''
  const last = keys[length - 1]
  let kind = parts.last
  if (length !== parts.lastCount || second !== parts.lastSecond || last !== parts.lastLast) {
    kind = find(parts.kinds, `${length} ${second} ${last}`)
    if (kind === null) return null
    parts.lastCount = length
    parts.lastSecond = second
    parts.lastLast = last
    parts.last = kind
    if (kind.innerKey === undefined) {
      const isInside = key => key !== '' && isContainer(ownValue(value, key)) && depth < MAX_DEPTH
      kind.innerKey = isInside(second) ? second : isInside(last) ? last : isInside(keys[0]) ? keys[0] : null
    }
  }
  return kind.innerKey === null ? kind : lookInside(value, kind, depth)
}

function lookAtArray (array, kinds) {
  const first = ownElement(array, 0)
  if (typeof first === 'number') return findSized(kinds, array.length, (first | 0) === first ? INTEGERS : NUMBERS, 0)
  if (typeof first === 'string') return findSized(kinds, array.length, STRINGS, first.length)
  if (typeof first !== 'object' || first === null) return findSized(kinds, array.length, OTHERS, 0)
  if (isProxy(first)) return null
  if (ArrayIsArray(first)) return findSized(kinds, array.length, ARRAYS, first.length)
  const keys = keysOf(first)
  if (keys.length === 0) return findSized(kinds, array.length, OTHERS, 1)
  const key = keys[0]
  if (keys.length === kinds.lastElementCount && key === kinds.lastElementKey) return kinds.lastArray
  // One string of both, so that one Map serves.
  const kind = find(kinds.arrays, `${keys.length} ${key}`)
  if (kind === null) return null
  kinds.lastElementCount = keys.length
  kinds.lastElementKey = key
  kinds.lastArray = kind
  return kind
}

function isContainer (value) {
  return typeof value === 'object' && value !== null
}

// What an array begins with.
const INTEGERS = 0
const NUMBERS = 1
const STRINGS = 2
const ARRAYS = 3
const OTHERS = 4 // null, a boolean, nothing, an object without keys

/**
 * The kind of an array that does not begin with an object: crossing into Rust costs the same for few elements as for many,
 * so that it depends on the size, and on that of the first element, to the power of two.
 * @param {Kinds} kinds
 * @param {number} length of the array
 * @param {number} type one of the above
 * @param {number} size of the first element
 */
function findSized (kinds, length, type, size) {
  const key = (type << 6 | MathClz32(length)) << 6 | MathClz32(size)
  if (key === kinds.lastSize) return kinds.lastSized
  let kind = ReflectApply(MapGet, kinds.sized, [key])
  if (kind === undefined) {
    kind = make()
    if (kind === null) return null
    ReflectApply(MapSet, kinds.sized, [key, kind])
  }
  kinds.lastSize = key
  kinds.lastSized = kind
  return kind
}

// A kind is worth remembering when its key is met again.
const isNew = createOnce(MAX_NEW)

/** The kind of that name, made if it has been met before. */
function find (map, name) {
  let kind = ReflectApply(MapGet, map, [name])
  if (kind !== undefined) return kind
  if (name.length > MAX_KEY_LENGTH || isNew(name)) return null
  kind = make()
  if (kind !== null) ReflectApply(MapSet, map, [name, kind])
  return kind
}

let homeless = 0
let patience = FIRST_PATIENCE

/** A new kind; null: there are too many. */
function make () {
  if (count < MAX_KINDS) {
    count++
    return new Kind()
  }
  if (++homeless > patience) {
    // Starting again is simpler than choosing what to forget.
    homeless = 0
    patience *= 2
    all.clear()
    count = 0
  }
  return null
}

/** The value of an own data property of an object that is no Proxy. A getter is not asked. */
function ownValue (object, key) {
  try {
    const property = ObjectGetOwnPropertyDescriptor(object, key)
    return property !== undefined && ObjectHasOwn(property, 'value') ? property.value : undefined
  } catch {
    return undefined // see `keysOf`
  }
}

/**
 * The same of an element of an array that is no Proxy. (A descriptor takes 65 to 110 ns, these two calls 25. `__lookupGetter__`
 * says nothing about objects that are made by native code, as the global object of a `vm` context is; arrays are not.)
 */
function ownElement (array, index) {
  return ObjectHasOwn(array, index) && ReflectApply(ObjectLookupGetter, array, [index]) === undefined ? array[index] : undefined
}

// What `mayRunCode` looks at: of an array and of an object so many members, evenly spread, and in all so many.
const ELEMENTS = 64
const MEMBERS = 256
const BUDGET = 2048

/**
 * May user code run while the value is printed, other than a toJSON or a Proxy that the flattener came across? Looks for
 * getters, among them those of toJSON and of what fills the holes of arrays, and for Proxies, in a sample of the value:
 * all of it would take several times as long as printing it.
 */
function mayRunCode (value) {
  try {
    return findsCode(value)
  } catch {
    return true // see `keysOf`
  }
}

function findsCode (value) {
  const { items: objects, push } = createList()
  push(value)
  // Prototypes that have been looked at, with those above them.
  const prototypes = new Set()
  let budget = BUDGET
  for (let at = 0; at < objects.length && budget > 0; at++) {
    const object = objects[at]
    if (isProxy(object) || isAccessor(object, 'toJSON')) return true
    let o = ObjectGetPrototypeOf(object)
    while (o !== null && !ReflectApply(SetHas, prototypes, [o])) {
      if (isProxy(o) || isAccessor(o, 'toJSON')) return true
      ReflectApply(SetAdd, prototypes, [o])
      o = ObjectGetPrototypeOf(o)
    }
    const keys = ArrayIsArray(object) ? null : ObjectKeys(object)
    const count = keys === null ? object.length : keys.length
    const step = 1 + MathTrunc(count / (keys === null ? ELEMENTS : MEMBERS))
    for (let i = 0; i < count && budget-- > 0; i += step) {
      const property = ObjectGetOwnPropertyDescriptor(object, keys === null ? i : keys[i])
      if (property === undefined || !ObjectHasOwn(property, 'value')) return true
      const inner = property.value
      if (typeof inner === 'object' && inner !== null) push(inner)
    }
  }
  return false
}

function isAccessor (object, key) {
  const property = ObjectGetOwnPropertyDescriptor(object, key)
  return property !== undefined && !ObjectHasOwn(property, 'value')
}

module.exports = { Kind, kindOf, mayRunCode, same: new Same(), unseen: new Unseen(), NEVER }
