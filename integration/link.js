'use strict'

// Makes `require('fast-safe-json')` find the package in this folder's parent, as its users' programs find it. Not a
// dependency in package.json: the lock file would repeat the package's own.

const fs = require('node:fs')
const path = require('node:path')

const LINK = path.join(__dirname, 'node_modules', 'fast-safe-json')

if (!fs.existsSync(LINK)) fs.symlinkSync(path.join(__dirname, '..'), LINK, 'junction')
