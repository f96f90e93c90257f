'use strict'

// The package inside Jest, which gives each test file a context of its own and resets modules at will.

const fs = require('node:fs')
const path = require('node:path')
const { project, published, run, TOOLS } = require('./context')

const TEST = `
const first = require('fast-safe-json')
const value = () => { const o = { id: 1n, at: new Date(0), list: [1, 2.5], rows: Array.from({ length: 99 }, (_, i) => ({ i, s: 's' + i })) }; o.o = o; return o }
const text = '{"id":"1","at":"1970-01-01T00:00:00.000Z","list":[1,2.5],"rows":' + JSON.stringify(value().rows) + '}'

for (let i = 0; i < 5; i++) {
  test('after a reset ' + i, () => {
    jest.resetModules()
    const again = require('fast-safe-json')
    expect(again).not.toBe(first)
    expect(again.loadError).toBe(undefined)
    expect(again.engine).toBe('native')
    expect([again(value()), first(value()), again({ toJSON: () => [first(value())] })]).toEqual([text, text, JSON.stringify([text])])
  })
}
test('isolated', () => { jest.isolateModules(() => { expect(require('fast-safe-json')(value())).toBe(text) }) })
`

/** @type {Array<[string, () => Promise<unknown>]>} */
const checks = ['--runInBand', '--maxWorkers=2'].map(flag => [flag, async () => {
  const cwd = project({ jest: { testEnvironment: 'node' } })
  const { url } = await published()
  await run('npm', ['install', 'fast-safe-json', `--registry=${url}`], { cwd })
  for (let i = 0; i < 4; i++) fs.writeFileSync(path.join(cwd, `${i}.test.js`), TEST)
  await run(process.execPath, [path.join(TOOLS, 'jest', 'bin', 'jest.js'), '--rootDir', cwd, flag], { cwd })
}])

module.exports = { checks }
