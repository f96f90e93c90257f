'use strict'

// npm run benchmark:report: the newest results as charts, REPORT.md and a summary to commit. Names of result files as
// arguments choose others.

const fs = require('node:fs')
const path = require('node:path')
const { install } = require('./install')
const { duration, digits, size } = require('./terminal')

const RESULTS = path.join(__dirname, 'results')

/** What the picture in the README shows. */
const OVERVIEW = [
  'small/hello', 'rows/rows-20', 'rows/wrapped-500', 'kinds/template-strings', 'kinds/class-instances', 'kinds/models', 'kinds/dates',
  'unsafe/bigint-ids', 'unsafe/circular-last', 'lists/embedding', 'numbers/prices-1000', 'args/pretty-20'
]

/** Groups with a chart: the contender that is 1 in it. The values of `deep` throw with most. */
const CHARTS = {
  small: 'json',
  rows: 'json',
  kinds: 'json',
  unsafe: 'poppinss',
  numbers: 'json',
  lists: 'json',
  strings: 'json',
  args: 'json',
  documents: 'json',
  mixed: 'json'
}
const BARS = ['poppinss', 'safe-stable', 'schema', 'auto']

/** One workload of each sort, for comparing the engines. */
const ENGINES = [
  'small/hello', 'small/record', 'rows/rows-100', 'kinds/template-strings', 'kinds/class-instances', 'kinds/dates', 'numbers/doubles-1000',
  'numbers/integers-1000', 'lists/geojson', 'strings/strings-40', 'strings/two-byte-1000', 'args/pretty-20', 'documents/twitter', 'mixed/answers-any'
]

/** @returns {{ machine: any, clock: string, nodes: string[], workloads: any[], sizes: any[], http: any[] }} */
function readResults (files) {
  const names = fs.readdirSync(RESULTS).filter(name => name.endsWith('.json')).sort()
  const read = file => JSON.parse(fs.readFileSync(file, 'utf8'))
  const own = names.filter(name => name.startsWith('run-')).reverse()
  // From a fresh clone there is the committed summary to draw from.
  const candidates = own.length > 0 ? own : names.filter(name => name.startsWith('summary-')).reverse()
  const runs = (files.length > 0 ? files : candidates.map(name => path.join(RESULTS, name))).map(read)
  if (runs.length === 0) throw new Error('no results; npm run benchmark makes them')
  const main = runs.find(({ complete }) => complete) ?? runs.find(({ workloads }) => workloads.length > 0) ?? runs[0]
  const http = names.filter(name => name.startsWith('http-')).slice(-1).flatMap(name => read(path.join(RESULTS, name)))
  return {
    machine: main.machine,
    clock: main.clock,
    nodes: main.nodes,
    workloads: main.workloads,
    sizes: [main, ...runs].find(({ sizes }) => sizes.length > 0)?.sizes ?? [],
    http: http.length > 0 ? http : main.http ?? []
  }
}

async function main () {
  install()
  const { FOLDER, speedChart, sizeChart, httpChart } = require('./charts')
  const { workloads, titles } = require('./workloads')
  const data = readResults(process.argv.slice(2))

  const find = (name, node) => data.workloads.find(result => result.workload === name && result.node === node)
  /** Results of some workloads with what the workload is, by Node version. */
  const select = names => data.nodes.flatMap(node => names.flatMap(name => {
    const workload = workloads.find(({ group, name: own }) => `${group}/${own}` === name)
    const outcomes = find(name, node)?.outcomes
    return workload && outcomes ? [{ workload, node, outcomes }] : []
  }))
  const newest = data.nodes.slice(-2)

  fs.rmSync(FOLDER, { recursive: true, force: true })
  fs.mkdirSync(FOLDER, { recursive: true })
  const written = new Set()
  const write = async (name, chart) => {
    fs.writeFileSync(path.join(FOLDER, `${name}.svg`), await chart)
    written.add(name)
    console.log(`benchmark/charts/${name}.svg`)
  }

  const overview = select(OVERVIEW).filter(({ node }) => newest.includes(node))
  if (overview.length > 0) {
    await write('overview', speedChart({
      heading: 'Speed beside the safeStringify of @poppinss/utils', base: 'poppinss', ids: ['json', 'auto'], results: overview, width: 260, quartiles: false
    }))
  }
  for (const [group, base] of Object.entries(CHARTS)) {
    const results = select(workloads.filter(workload => workload.group === group).map(({ name }) => `${group}/${name}`))
    if (results.length === 0) continue
    const ids = BARS.filter(id => id !== base && results.some(({ outcomes }) => outcomes[id]))
    await write(group, speedChart({ heading: titles[group], base, ids, results, width: data.nodes.length > 2 ? 190 : 300 }))
  }
  const engines = select(ENGINES).filter(({ node }) => newest.includes(node))
  if (engines.length > 0) {
    const ids = ['auto', 'v8', 'tape', 'walk', 'portable'].filter(id => engines.some(({ outcomes }) => outcomes[id]))
    await write('engines', speedChart({ heading: 'The engines of this package', base: 'json', ids, results: engines }))
  }
  if (data.sizes.length > 0) {
    const ids = ['json', 'poppinss', 'auto', 'tape']
    const points = (of, scale) => data.sizes.flatMap(({ node, characters, [of]: values = {} }) => ids
      .filter(id => values[id] !== undefined)
      .map(id => ({ node, characters, id, ...scale(values[id], characters) })))
    await write('size', sizeChart({
      heading: 'Time per character, rows of 100 characters to 100 MB',
      subtitle: 'Lower is faster; both axes are logarithmic. Upright lines: the quartiles.',
      unit: 'ns per character',
      ids,
      points: points('times', ({ median, low, high }, characters) => ({ y: median / characters, low: low / characters, high: high / characters }))
    }))
    await write('memory', sizeChart({
      heading: 'Memory that one call takes at most, the text included',
      subtitle: 'Growth of the resident size during the call; both axes are logarithmic.',
      unit: 'MB',
      ids,
      points: points('memory', bytes => ({ y: Math.max(bytes / 1e6, 0.1) }))
    }))
  }
  if (data.http.length > 0) await write('http', httpChart(data.http))

  fs.writeFileSync(path.join(__dirname, 'REPORT.md'), markdown(data, written))
  console.log('benchmark/REPORT.md')
  const summary = path.join(RESULTS, `summary-${data.machine.date}.json`)
  const list = items => `[\n${items.map(item => JSON.stringify(item)).join(',\n')}\n]`
  fs.writeFileSync(summary, `{"machine":${JSON.stringify(data.machine)},\n"clock":"${data.clock}","complete":true,\n"nodes":${JSON.stringify(data.nodes)},\n` +
    `"workloads":${list(data.workloads)},\n"sizes":${list(data.sizes)},\n"http":${list(data.http)}}\n`)
  console.log(path.relative(path.join(__dirname, '..'), summary))
}

/** The text of REPORT.md. */
function markdown (data, charts) {
  const { contenders, PEERS } = require('./contenders')
  const { workloads, titles } = require('./workloads')
  const { lead } = require('./run')
  const { machine, nodes } = data
  const lines = []
  const add = (...more) => lines.push(...more, '')
  const image = (name, words) => charts.has(name) && add(`![${words}](charts/${name}.svg)`)
  const outcomesOf = (name, node) => {
    return data.workloads.find(result => result.workload === name && result.node === node)?.outcomes ?? {}
  }

  add('# Measurements')
  add(`fast-safe-json ${machine.version}${machine.commit ? `, commit ${machine.commit}` : ''}, measured on ${machine.date}: ` +
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory}, ${machine.system}; Node ${nodes.map(node => node.slice(1)).join(', ')}; ` +
    `${Object.entries(machine.packages).filter(([name]) => !name.startsWith('vega')).map(([name, version]) => `${name} ${version}`).join(', ')}.`)
  add('`npm run benchmark` repeats them and `npm run benchmark:report` writes this page; [README.md](README.md) tells what is ' +
    'measured and how to read it. All contenders ran interleaved in one process for each workload and Node version, their ' +
    `outputs compared before. ${data.clock === 'cpu' ? 'Times are processor time, the medians' : 'Times are the medians'} of ` +
    'rounds; ± is half the distance of the quartiles, which are the thin lines in the charts. In bold: how many times as fast this package is as the ' +
    'best of `JSON.stringify`, `@poppinss/utils`, and the first with the second as its fallback.')
  image('overview', 'Speed beside @poppinss/utils, twelve kinds of values')
  image('engines', 'Speed of the engines beside JSON.stringify')

  for (const [group, heading] of Object.entries(titles)) {
    const members = workloads.filter(workload => workload.group === group && nodes.some(node => Object.keys(outcomesOf(`${group}/${workload.name}`, node)).length > 0))
    if (members.length === 0) continue
    add(`## ${heading}`)
    image(group, `${heading}: speed`)
    const head = ['', 'characters', ...nodes.flatMap(node => [`Node ${node.slice(1).split('.')[0]}: JSON.stringify`, '@poppinss/utils', 'fast-safe-json', 'best peer / ours'])]
    const rows = members.map(({ name, title }) => {
      const full = `${group}/${name}`
      const characters = data.workloads.find(result => result.workload === full && result.characters)?.characters
      return [
        title.includes('{') ? `\`${title}\`` : title,
        characters === undefined ? '' : size(characters).replace(' B', ''),
        ...nodes.flatMap(node => {
          const outcomes = outcomesOf(full, node)
          const ratio = lead(outcomes, PEERS)
          return [...['json', 'poppinss', 'auto'].map(id => time(outcomes[id])), ratio === undefined ? '–' : `**${digits(ratio)}**`]
        })
      ]
    })
    add(grid(head, rows))
    add('<details><summary>All contenders</summary>')
    for (const node of nodes) {
      const present = contenders.filter(({ id }) => members.some(({ name }) => outcomesOf(`${group}/${name}`, node)[id]))
      add(`Node ${node.slice(1)}`)
      add(grid(['', ...present.map(({ title }) => title)], members.map(({ name, title }) => [
        title.includes('{') ? `\`${title}\`` : title,
        ...present.map(({ id }) => withSpread(outcomesOf(`${group}/${name}`, node)[id]))
      ])))
    }
    add('† gives another text than wanted, such as `"[Circular]"` or a BigInt as a number.')
    add('</details>')
  }

  if (data.sizes.length > 0) {
    add('## Cost against size')
    image('size', 'Time per character against size')
    image('memory', 'Memory against size')
    const ids = ['json', 'poppinss', 'auto', 'tape']
    const names = ids.map(id => contenders.find(contender => contender.id === id).title)
    for (const node of nodes) {
      const points = data.sizes.filter(point => point.node === node && point.times)
      if (points.length === 0) continue
      add(`Node ${node.slice(1)}: time and, where measured, memory of one call`)
      add(grid(['characters', ...names], points.map(({ characters, times, memory = {} }) => [
        size(characters).replace(/ B$/, ''),
        ...ids.map(id => times[id] ? duration(times[id].median) + (memory[id] === undefined ? '' : `, ${size(memory[id])}`) : '')
      ])))
    }
  }

  if (data.http.length > 0) {
    add('## Over HTTP')
    image('http', 'Requests per second')
    add(grid(['Node', 'framework', 'route', 'contender', 'requests per second', 'processor a request', 'latency p50', 'latency p99'], data.http.map(result => [
      result.node.replace(/^v/, ''), result.framework, result.route, result.contender,
      Math.round(result.requestsPerSecond).toLocaleString('en'), `${Math.round(result.processorMicroseconds)} µs`, `${result.latencyP50} ms`, `${result.latencyP99} ms`
    ])))
  }
  return lines.join('\n').trimEnd() + '\n'
}

function time (outcome) {
  if (outcome === undefined) return ''
  if (outcome.median === undefined) return outcome.text
  return `${outcome.text === 'same' ? '' : '† '}${duration(outcome.median)}`
}

function withSpread (outcome) {
  if (outcome?.median === undefined) return time(outcome)
  return `${time(outcome)} ±${Math.round((outcome.high - outcome.low) / 2 / outcome.median * 100)} %`
}

function grid (head, rows) {
  const line = cells => `| ${cells.map(cell => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map((_, i) => i === 0 ? ' --- ' : ' ---: ').join('|')}|`, ...rows.map(line)].join('\n')
}

main().catch(error => {
  console.error(error.message)
  process.exitCode = 1
})
