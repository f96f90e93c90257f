'use strict'

// A Node that was built for musl, as Alpine's: FAST_SAFE_JSON_MUSL_NODE names its executable. The tables run on it, by the
// addon for musl where one was built, by the portable engine otherwise.

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const { ROOT, run, Skip } = require('./context')
const { testFiles } = require('../node-test')

const MUSL_NODE = process.env.FAST_SAFE_JSON_MUSL_NODE

/** @type {Array<[string, () => Promise<unknown>]>} */
const checks = [
  ['the tables on a Node for musl', async () => {
    if (MUSL_NODE === undefined) throw new Skip('FAST_SAFE_JSON_MUSL_NODE names no Node for musl')
    const { stdout } = await run(MUSL_NODE, ['-p', '[process.report.getReport().header.glibcVersionRuntime, require(".").engine].join()'], { cwd: ROOT })
    const isBuilt = fs.existsSync(path.join(ROOT, `fast-safe-json.linux-${process.arch}-musl.node`))
    assert.strictEqual(stdout.trim(), isBuilt ? ',native' : ',portable')
    await run(MUSL_NODE, ['--test', ...testFiles(['arrays', 'bigint', 'boxed', 'cases', 'dates', 'numbers', 'objects', 'space', 'to-json', 'workers'])], { cwd: ROOT })
  }]
]

module.exports = { checks }
