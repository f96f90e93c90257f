'use strict'

// npm run benchmark: workloads × contenders × Node versions. Each workload runs in a fresh process of each version, one
// after the other; children/workload.js does the work there. Compares outputs before it times, and fails when this package's
// differ. README.md tells the options and how to read the figures.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')
const { runChild } = require('./children/fork')
const { install } = require('./install')
const { duration, digits, size, table, createProgress } = require('./terminal')

const HELP = `npm run benchmark -- [options]
  --only <regex>        workloads whose group/name matches; 'size' is the measurement of cost against size
  --goals               only what has a goal, with the peers that the goals speak of
  --contenders <regex>  contenders whose id matches
  --node <list>         major versions, as 24,26; default 20,22,24,26
  --quick               compare outputs on the running Node, time nothing
  --cpu                 processor time in place of time, for a busy machine
  --list                print workloads and contenders`

const RESULTS = path.join(__dirname, 'results')

function options () {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      goals: { type: 'boolean' },
      contenders: { type: 'string' },
      node: { type: 'string' },
      quick: { type: 'boolean' },
      cpu: { type: 'boolean' },
      list: { type: 'boolean' },
      help: { type: 'boolean' }
    }
  })
  return values
}

/** @returns {Array<{ major: number, version: string, executable: string }>} */
function nodeVersions (wanted, quick) {
  const running = { major: Number(process.versions.node.split('.')[0]), version: process.version, executable: process.execPath }
  const majors = wanted?.split(',').map(Number)
  if (majors === undefined ? quick : majors.every(major => major === running.major)) return [running]
  const all = require('../scripts/nodes').nodes()
  const missing = majors?.filter(major => !all.some(node => node.major === major)) ?? []
  if (missing.length > 0) throw new Error(`no Node ${missing.join(', ')} here; there are ${all.map(({ major }) => major).join(', ')}`)
  return all.filter(({ major }) => majors?.includes(major) ?? true)
}

/** What a time is compared with: JSON.stringify, or where that throws the library that people use. */
function baseline (outcomes) {
  return ['json', 'poppinss'].find(id => outcomes[id]?.median !== undefined)
}

/** The best peer's time / ours. */
function lead (outcomes, peers, id = 'auto') {
  const times = peers.map(peer => outcomes[peer]?.median).filter(time => time !== undefined)
  const own = outcomes[id]?.median
  return own === undefined || times.length === 0 ? undefined : Math.min(...times) / own
}

/** All of one workload, as a table of contenders and versions. */
function report (workload, results, contenders) {
  const head = ['', ...results.map(({ node }) => `Node ${node.slice(1)}`)]
  const lines = contenders.filter(({ id }) => results.some(({ outcomes }) => outcomes?.[id])).map(({ id, title }) => [
    `  ${title}`,
    ...results.map(({ outcomes }) => cell(outcomes, id))
  ])
  const [{ characters }] = results
  return `${workload.group}/${workload.name}: ${workload.title}${characters ? `, ${size(characters)}` : ''}\n${table([head, ...lines])}`
}

function cell (outcomes, id) {
  const outcome = outcomes?.[id]
  if (outcome === undefined) return '–'
  if (outcome.median === undefined) return outcome.text
  const base = baseline(outcomes)
  const deviation = Math.round((outcome.high - outcome.low) / 2 / outcome.median * 100)
  const ratio = base === undefined ? '' : digits(outcomes[base].median / outcome.median)
  return `${outcome.text === 'same' ? '' : '† '}${duration(outcome.median)} ±${String(deviation).padStart(2)} %  ${ratio.padStart(6)}`
}

/** One line a workload: how fast `auto` is beside what people do today, and the goals. */
function summary (workloads, results, nodes, peers) {
  const head = ['best peer / fast-safe-json', ...nodes.flatMap(({ version }) => [version, 'goal'])]
  const lines = workloads.map(workload => [
    `${workload.group}/${workload.name}`,
    ...nodes.flatMap(({ major, version }) => {
      const { outcomes = {} } = results.find(result => result.workload === `${workload.group}/${workload.name}` && result.node === version) ?? {}
      const goal = workload.goal?.[major]
      const ratio = lead(outcomes, goal && workload.goalPeer ? [workload.goalPeer] : peers)
      if (ratio === undefined) return [outcomes.auto?.text === 'wrong' ? 'wrong' : '–', '']
      return [ratio.toFixed(2), goal === undefined ? '' : `${goal.toFixed(2)} ${ratio >= goal ? 'met' : 'MISSED'}`]
    })
  ])
  return table([head, ...lines])
}

async function main () {
  const { only, goals, contenders: chosen, node, quick = false, cpu, list, help } = options()
  const clock = cpu ? 'cpu' : 'wall'
  if (help) return console.log(HELP)
  install()
  const { contenders: all, PEERS } = require('./contenders')
  const { machine, describe } = require('./machine')
  const { workloads: allWorkloads } = require('./workloads')

  const filter = new RegExp(only ?? '')
  const workloads = allWorkloads.filter(({ group, name, goal }) => filter.test(`${group}/${name}`) && (!goals || goal))
  const contenders = all.filter(({ id }) => chosen ? new RegExp(`^(?:${chosen})$`).test(id) : !goals || id === 'auto' || PEERS.includes(id))
  if (list) {
    console.log(table(workloads.map(({ group, name, title }) => [`${group}/${name}`, title]), 2))
    console.log(table([['', ''], ...contenders.map(({ id, title }) => [id, title])], 2))
    return
  }
  const withSize = !quick && !goals && (only === undefined || filter.test('size'))
  if (workloads.length === 0 && !withSize) throw new Error(`no workload matches ${only}`)

  const nodes = nodeVersions(node, quick)
  const facts = machine()
  console.log(`${describe(facts)}\nNode ${nodes.map(({ version }) => version.slice(1)).join(', ')}\n`)
  if (!quick && workloads.length > 0) {
    console.log(`${cpu ? 'Processor time' : 'Time'} per call, half the distance of the quartiles, and speed beside JSON.stringify, or @poppinss/utils where that throws\n` +
      '(1 as fast, 2 twice as fast). †: another text than wanted.\n')
  }

  const results = []
  const failures = []
  const progress = createProgress(workloads.length * nodes.length)
  // Interrupted, it reports what it has.
  let stopped = false
  process.once('SIGINT', () => { stopped = true })
  const work = async workload => {
    const name = `${workload.group}/${workload.name}`
    const ofWorkload = []
    for (const { version, executable } of nodes) {
      progress.say(`${name} on ${version}`)
      const job = { workload: name, contenders: contenders.map(({ id }) => id), check: quick, clock }
      const result = { node: version, ...await runChild('workload', executable, job), workload: name }
      if (stopped) return
      progress.step()
      ofWorkload.push(result)
      if (result.failure) failures.push(`${name} on ${version}: ${result.failure}`)
      for (const [id, { text, detail }] of Object.entries(result.outcomes ?? {})) {
        if (text === 'wrong') failures.push(`${name} on ${version}, ${id}: ${detail}`)
      }
    }
    results.push(...ofWorkload)
    progress.clear()
    if (!quick) console.log(report(workload, ofWorkload, contenders) + '\n')
  }
  // One after the other when it is about time.
  const waiting = [...workloads]
  await Promise.all(Array.from({ length: quick ? os.availableParallelism() : 1 }, async () => {
    while (waiting.length > 0 && !stopped) await work(waiting.shift())
  }))

  if (stopped) process.exitCode = 130
  if (quick) {
    const outcomes = results.flatMap(result => Object.values(result.outcomes ?? {}))
    const count = wanted => outcomes.filter(({ text }) => text === wanted).length
    console.log(`${workloads.length} workloads, ${outcomes.length} outputs compared: ${count('same')} as wanted; ` +
      `of other packages ${count('other')} differ, ${count('gives up')} give up, ${count('throws')} throw`)
  } else {
    if (workloads.length > 0) console.log(summary(workloads, results, nodes, PEERS))
    const sizes = withSize && !stopped ? await require('./size').measureSizes(nodes, clock) : []
    fs.mkdirSync(RESULTS, { recursive: true })
    const file = path.join(RESULTS, `run-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.json`)
    // A line for each result: such files are compared and merged.
    const complete = only === undefined && chosen === undefined && !goals && !stopped
    const lines = [`{"machine":${JSON.stringify(facts)}`, `"clock":"${clock}"`, `"complete":${complete}`, `"nodes":${JSON.stringify(nodes.map(({ version }) => version))}`,
      `"workloads":[\n${results.map(result => JSON.stringify(result, round)).join(',\n')}\n]`,
      `"sizes":[\n${sizes.map(result => JSON.stringify(result, round)).join(',\n')}\n]}\n`]
    fs.writeFileSync(file, lines.join(',\n'))
    console.log(`\nwritten to ${path.relative(process.cwd(), file)}; npm run benchmark:report draws it`)
  }
  if (failures.length > 0) {
    console.error(`\n${failures.length} failures:\n${failures.map(line => `  ${line}`).join('\n')}`)
    process.exitCode = 1
  }
}

/** Times with a tenth of a nanosecond are exact enough. */
function round (key, value) {
  return typeof value === 'number' ? Math.round(value * 10) / 10 : value
}

if (require.main === module) {
  main().catch(error => {
    console.error(error.message)
    process.exitCode = 1
  })
}

module.exports = { nodeVersions, baseline, lead }
