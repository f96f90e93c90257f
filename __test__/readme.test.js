'use strict'

// The README's snippets do what their comments say, and its links lead somewhere.

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const { test } = require('node:test')
const vm = require('node:vm')
const safeStringify = require('..')

const ROOT = path.join(__dirname, '..')
const README = fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8')
const snippets = [...README.matchAll(/```js\n([^]*?)```/g)].map(match => match[1])

/** Runs a snippet; answers with what it logs. */
function run (code) {
  const log = []
  const load = name => name === 'fast-safe-json' ? safeStringify : require(path.join(ROOT, name.replace('fast-safe-json/', '')))
  vm.runInThisContext(`(function (require, console) { ${code}\n})`)(load, { log: (...values) => log.push(values.join(' ')) })
  return log
}

test('snippets that log something log what the comment below says', () => {
  const logging = snippets.filter(code => code.includes('console.log'))
  assert.ok(logging.length >= 2)
  for (const code of logging) {
    const expected = [...code.matchAll(/^console\.log.*\n\/\/ (.*)$/gm)].map(match => match[1])
    assert.ok(expected.length > 0, code)
    assert.deepStrictEqual(run(code), expected, code)
  }
})

test('the Fastify line registers what is exported', () => {
  const [code] = snippets.filter(code => code.includes('fast-safe-json/fastify'))
  const registered = []
  vm.runInThisContext(`(function (app, require) { ${code}\n})`)(
    { register: plugin => registered.push(plugin) }, name => require(path.join(ROOT, name.replace('fast-safe-json/', '')))
  )
  assert.deepStrictEqual(registered, [require('../fastify')])
})

test('links and pictures are there', () => {
  for (const [, target] of README.matchAll(/\]\(([^)#]+)\)/g)) {
    assert.ok(/^https?:/.test(target) || fs.existsSync(path.join(ROOT, target)), target)
  }
})

test('the options in the README are those that configure takes', () => {
  const table = README.slice(README.indexOf('| option | values |'), README.indexOf('An unknown option'))
  const named = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(match => match[1])
  assert.throws(() => safeStringify.configure({ nonsense: 1 }), error => named.every(name => error.message.includes(`'${name}'`)))
})
