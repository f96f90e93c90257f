'use strict'

// The table of known keys. A key that is in it goes onto the tape as one KEYREF token, and the printer copies the key's
// text, escaped and quoted once for all, with its colon.
//
// Which entry a key has is guessed before it is looked up: each entry remembers the entry that followed it last time
// (`next`) and, in `start.next`, the first key inside the object that was its value. Rows of a table, and rows that now
// and then lack a member, are thus recognised by one comparison of pointers a key; a look-up in a Map costs about 7 ns.
//
// The table is bounded, and a key joins it when it is met for the second time: objects used as dictionaries (keyed by a
// UUID, say) hold keys that never come again. When many keys were not in it all the same, it is emptied before the next
// call, more rarely each time, within limits.

const { ArrayFrom, ReflectApply, MapGet, MapSet, MapClear } = require('./builtins')
const { createOnce } = require('./once')
const { KIND_BITS, Kind } = require('./tape')

const MAX_KEYS = 4096
const MAX_KEY_LENGTH = 64
// Keys met once of which is known.
const MAX_NEW = 1024
// Keys that were not in the table until it is emptied, at first and at most. Filling it again takes 1 to 2 ms, as long as 10,000
// keys that were looked for in vain; those that were not even looked for cost less.
const FIRST_PATIENCE = 16 * MAX_KEYS
const LAST_PATIENCE = 256 * MAX_KEYS

class Key {
  key = ''
  token = 0
  /** The entry that followed this one last time. @type {Key} */
  next = this
  /** Stands before the first key of the object that was this key's value. @type {Key} */
  start = this

  /**
   * @param {string} key
   * @param {number} token what goes onto the tape
   * @param {Key | null} guess what may follow at first
   * @param {boolean} isStart
   */
  constructor (key, token, guess, isStart) {
    this.key = key
    this.token = token
    this.next = guess === null ? this : guess
    this.start = isStart ? this : new Key(key, token, this.next, true)
  }
}

/** @type {Map<string, Key>} */
const table = new Map()
/** The keys by id; filled in advance, so that no setter of Array.prototype is met. @type {string[]} */
const names = ArrayFrom({ length: MAX_KEYS }, () => '')
let count = 0
/**
 * A printer that keeps a table of its own: told of each new key, and of the table's being emptied.
 * @type {{ define (key: string, id: number): void, reset (): void } | null}
 */
let listener = null
let missing = 0
let patience = FIRST_PATIENCE
const isNew = createOnce(MAX_NEW)

// The first entry is a real key, so that a guess that hits it is right; it is id 0 whenever the table starts again.
const empty = new Key('', Kind.KEYREF, null, false)
add(empty)
// Guesses for the root value begin here.
const root = new Key('', Kind.KEYREF, empty, false)
// Stands for keys that are not in the table. No entry's `next` leads here, so that its own key is never compared.
const unlisted = new Key('', Kind.KEYREF, empty, false)

function add (entry) {
  // Should one of these fail for want of stack, the next key gets the same id.
  if (listener !== null) listener.define(entry.key, count)
  names[count] = entry.key
  ReflectApply(MapSet, table, [entry.key, entry])
  count++
}

/**
 * The entry of a key, made if it has been met before and there is room.
 * @param {string} key
 * @returns {Key} `unlisted`: the key is too long, or the table full
 */
function find (key) {
  const entry = ReflectApply(MapGet, table, [key])
  if (entry !== undefined) return entry
  if (key.length > MAX_KEY_LENGTH || count >= MAX_KEYS || isNew(key)) {
    missing++
    return unlisted
  }
  const made = new Key(key, Kind.KEYREF | count << KIND_BITS, empty, false)
  add(made)
  return made
}

/**
 * The entry of a key that the guess missed; it becomes the guess after `previous`.
 * @param {string} key
 * @param {Key} previous
 * @returns {Key} `unlisted`: it has none
 */
function lookUp (key, previous) {
  const entry = find(key)
  if (entry !== unlisted) previous.next = entry
  return entry
}

/** To be called when no tape holds tokens of the table: empties it if it serves badly. */
function tidy () {
  if (missing <= patience) return
  missing = 0
  if (patience < LAST_PATIENCE) patience *= 2
  ReflectApply(MapClear, table, [])
  while (count > 0) names[--count] = ''
  if (listener !== null) listener.reset()
  empty.next = empty.start.next = root.next = root.start.next = unlisted.next = unlisted.start.next = empty
  add(empty)
}

/** Sets the listener, which is told the keys there are. */
function listen (to) {
  listener = to
  for (let i = 0; i < count; i++) to.define(names[i], i)
}

/** Counts keys that were not even looked for. */
function miss (keys) {
  missing += keys
}

module.exports = { Key, root, unlisted, names, find, lookUp, miss, tidy, listen, MAX_KEYS }
