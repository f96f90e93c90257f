'use strict'

// npm run benchmark:compare -- REF: this checkout against another commit of this repository, interleaved in one process
// for each workload. For one's own work: it tells what became slower and what faster.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { parseArgs } = require('node:util')
const { runChild } = require('./children/fork')
const { duration, table, createProgress } = require('./terminal')
const { nodeVersions } = require('./run')
const { workloads } = require('./workloads')

const ROOT = path.join(__dirname, '..')
const CACHE = path.join(ROOT, '.cache', 'compare')

const HELP = `npm run benchmark:compare -- REF [options]
  --only <regex>         workloads whose group/name matches
  --node <list>          major versions, as 24,26; default the running one
  --engine <name>        default auto
  --cpu                  processor time in place of time, for a busy machine
  --threshold <percent>  what counts as a change; default 5`

const run = (command, args, options) => execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options })

/**
 * A worktree of the commit with its addon built, kept for the next time.
 * @param {string} ref
 * @returns {{ commit: string, folder: string }}
 */
function checkOut (ref) {
  const commit = run('git', ['rev-parse', '--verify', '--short', `${ref}^{commit}`], { cwd: ROOT }).trim()
  const folder = path.join(CACHE, commit)
  if (!fs.existsSync(path.join(folder, 'package.json'))) {
    run('git', ['worktree', 'prune'], { cwd: ROOT })
    run('git', ['worktree', 'add', '--detach', folder, commit], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  build(folder)
  return { commit, folder }
}

/** Does nothing when the addon is newer than its sources. */
function build (folder) {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  if (!scripts?.build) throw new Error('that commit has no build script')
  // Dependencies are compiled once for all commits. CARGO_TARGET_DIR of the user's own stays.
  const env = { CARGO_TARGET_DIR: path.join(CACHE, 'target'), ...process.env }
  process.stdout.write(run('npm', ['run', '--silent', 'build'], { cwd: folder, env: folder === ROOT ? process.env : env, shell: process.platform === 'win32' }))
}

async function main () {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', default: '' },
      node: { type: 'string' },
      engine: { type: 'string', default: 'auto' },
      cpu: { type: 'boolean' },
      threshold: { type: 'string', default: '5' },
      help: { type: 'boolean' }
    }
  })
  if (values.help || positionals.length !== 1) {
    console.log(HELP)
    process.exitCode = values.help ? 0 : 1
    return
  }
  const threshold = Number(values.threshold) / 100
  const filter = new RegExp(values.only)
  const chosen = workloads.filter(({ group, name }) => filter.test(`${group}/${name}`))
  if (chosen.length === 0) throw new Error(`no workload matches ${values.only}`)
  const nodes = nodeVersions(values.node, true)
  build(ROOT)
  const { commit, folder } = checkOut(positionals[0])
  console.log(`speed of this checkout, ${commit} = 1; engine ${values.engine}; changes of ${values.threshold} % and more are measured twice\n`)

  const lines = []
  const changes = { slower: 0, faster: 0 }
  const progress = createProgress(chosen.length * nodes.length)
  for (const { group, name } of chosen) {
    for (const { version, executable } of nodes) {
      progress.say(`${group}/${name} on ${version}`)
      const job = { workload: `${group}/${name}`, roots: [folder, ROOT], engine: values.engine, swap: false, clock: values.cpu ? 'cpu' : 'wall' }
      let result = await runChild('compare', executable, job)
      let verdict = judge(result, threshold)
      if (verdict !== '') {
        // Once more in the other order: noise and the luck of memory layout seldom come twice.
        const again = await runChild('compare', executable, { ...job, swap: true })
        if (judge(again, threshold) !== verdict) verdict = ''
        else if (Math.abs(Math.log(again.speed?.median)) < Math.abs(Math.log(result.speed?.median))) result = again
      }
      progress.step()
      progress.clear()
      if (verdict in changes) changes[verdict]++
      const line = [`${group}/${name}`, version, ...result.failure
        ? [result.failure]
        : [duration(result.old.median), duration(result.new.median), result.speed.median.toFixed(2),
            `${result.speed.low.toFixed(2)}–${result.speed.high.toFixed(2)}`, verdict.toUpperCase() + (result.same ? '' : ' other text')]]
      lines.push(line)
      console.log(line.join('  '))
    }
  }
  const changed = lines.filter(line => line.length < 7 || line[6] !== '')
  const head = ['', '', commit, 'here', 'speed', 'quartiles', '']
  console.log(changed.length === 0 ? '\nno change' : `\n${table([head, ...changed], 2)}`)
  if (changes.slower > 0) {
    console.error(`\n${changes.slower} slower by ${values.threshold} % or more`)
    process.exitCode = 1
  }
}

/** `slower` or `faster` when the change is larger than the threshold and than the spread. */
function judge ({ failure, speed }, threshold) {
  if (failure) return 'failed'
  if (speed.median < 1 - threshold && speed.high < 1) return 'slower'
  if (speed.median > 1 + threshold && speed.low > 1) return 'faster'
  return ''
}

main().catch(error => {
  console.error(error.message)
  process.exitCode = 1
})
