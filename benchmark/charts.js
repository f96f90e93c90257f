'use strict'

// Pictures of the figures, as SVG by Vega-Lite. They carry their own paper, light or dark as the reader's system is, and
// colours that stand out on both.

const path = require('node:path')
const { contenders } = require('./contenders')

const LIGHT = { ink: '#1f2328', paper: '#ffffff' }
const DARK = { ink: '#e6edf3', paper: '#0d1117' }

const COLORS = {
  json: '#868e96',
  poppinss: '#1c7ed6',
  'json-first': '#15aabf',
  'safe-stable': '#7048e8',
  'fast-safe': '#ae3ec9',
  'json-safe': '#d6336c',
  schema: '#2f9e44',
  auto: '#e8590c',
  v8: '#4c6ef5',
  tape: '#f59f00',
  walk: '#c2255c',
  portable: '#66a80f'
}

/** Values for the ticks of a logarithmic axis, not too near each other. */
const TICKS = Array.from({ length: 16 }, (_, i) => [1, 2, 5].map(first => Number(`${first}e${i - 6}`))).flat()

const title = id => contenders.find(contender => contender.id === id).title
const shortNode = version => `Node ${version.slice(1).split('.')[0]}`

const CONFIG = {
  background: null,
  font: 'system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif',
  view: { stroke: null },
  title: {
    color: 'currentColor', subtitleColor: 'currentColor', anchor: 'start', fontSize: 15, subtitleFontSize: 12, subtitlePadding: 6, offset: 14
  },
  header: { labelColor: 'currentColor', labelFontSize: 12, labelFontWeight: 'bold', title: null },
  axis: {
    labelColor: 'currentColor',
    titleColor: 'currentColor',
    domainColor: 'currentColor',
    tickColor: 'currentColor',
    gridColor: 'currentColor',
    gridOpacity: 0.12,
    domainOpacity: 0.4,
    tickOpacity: 0.4,
    labelFontSize: 11,
    titleFontSize: 11,
    titleFontWeight: 'normal',
    labelLimit: 340
  },
  legend: { labelColor: 'currentColor', titleColor: 'currentColor', labelFontSize: 11, orient: 'top', title: null, labelLimit: 300, columns: 4 },
  mark: { color: 'currentColor' }
}

/**
 * @param {object} spec of Vega-Lite, without config
 * @returns {Promise<string>}
 */
async function draw (spec) {
  const [vega, { compile }] = await Promise.all([import('vega'), import('vega-lite')])
  // Without a canvas Vega takes every letter for as wide as an m.
  vega.textMetrics.width = (item, text) => String(text ?? item.text ?? '').length * (item.fontSize ?? 11) * 0.54
  const compiled = compile({ padding: 14, config: CONFIG, ...spec }).spec
  const svg = await new vega.View(vega.parse(compiled), { renderer: 'none' }).toSVG()
  const style = `<style>svg{color:${LIGHT.ink}}.paper{fill:${LIGHT.paper}}` +
    `@media(prefers-color-scheme:dark){svg{color:${DARK.ink}}.paper{fill:${DARK.paper}}}</style>`
  return svg
    .replace(/^<svg ([^>]*)>/, `<svg $1 color="${LIGHT.ink}">${style}<rect class="paper" width="100%" height="100%" rx="6" fill="${LIGHT.paper}"/>`)
    .replace(/ pointer-events="none"| aria-[a-z]+="[^"]*"| role="[^"]*"| opacity="1"/g, '') + '\n'
}

/**
 * @typedef {object} Result
 * @property {import('./workloads').Workload} workload
 * @property {string} node
 * @property {Record<string, import('./children/workload').Outcome>} outcomes
 */

/**
 * Bars that start at the contender all are compared with, to the right when faster, to the left when slower.
 * @param {object} options
 * @param {string} options.heading
 * @param {string} options.base id of the contender that is 1
 * @param {string[]} options.ids of the bars
 * @param {Result[]} options.results
 * @param {number} [options.width]
 * @param {boolean} [options.quartiles]
 */
function speedChart ({ heading, base, ids, results, width = 300, quartiles = true }) {
  const values = results.flatMap(({ workload, node, outcomes }) => {
    const unit = outcomes[base]?.median
    if (unit === undefined) return []
    return ids.filter(id => outcomes[id] !== undefined).map(id => {
      const { median, low, high, text } = outcomes[id]
      const row = { workload: workload.title, node: shortNode(node), contender: title(id) }
      if (median === undefined) return { ...row, speed: 1, label: text }
      const speed = unit / median
      return { ...row, speed, ...quartiles && { slow: unit / high, fast: unit / low }, label: words(speed) }
    })
  })
  const speeds = values.flatMap(({ speed, slow = speed, fast = speed }) => [speed, slow, fast])
  // With room for the labels at the ends.
  const domain = [Math.min(1, ...speeds) * 0.65, Math.max(1.1, ...speeds) * 1.6]
  const y = { field: 'workload', type: 'nominal', sort: null, title: null, axis: { domain: false, ticks: false, labelPadding: 8 } }
  const yOffset = { field: 'contender', sort: ids.map(title) }
  const x = { type: 'quantitative', scale: { type: 'log', domain, nice: false }, title: `speed, ${title(base)} = 1, logarithmic`, axis: { values: TICKS, format: '~r', labelOverlap: true } }
  const faster = 'datum.speed >= 1'
  return draw({
    title: { text: heading, subtitle: `Times as fast as ${title(base)}: longer to the right is faster.${quartiles ? ' Thin lines: the quartiles.' : ''}` },
    data: { values },
    facet: { column: { field: 'node', type: 'ordinal' } },
    spacing: 24,
    spec: {
      width,
      height: { step: ids.length > 2 ? 9 : 11 },
      encoding: { y: { ...y, scale: { paddingInner: 0.25, paddingOuter: 0.1 } }, yOffset },
      layer: [
        { mark: { type: 'rule', color: 'currentColor', opacity: 0.7 }, encoding: { x: { ...x, datum: 1 }, y: null, yOffset: null } },
        {
          mark: { type: 'bar', height: { band: 0.86 } },
          encoding: {
            x: { ...x, field: 'speed' },
            x2: { datum: 1 },
            color: { field: 'contender', type: 'nominal', sort: ids.map(title), scale: { domain: ids.map(title), range: ids.map(id => COLORS[id]) } }
          }
        },
        {
          mark: { type: 'rule', color: 'currentColor', opacity: 0.55, strokeWidth: 1 },
          transform: [{ filter: 'isValid(datum.slow)' }],
          encoding: { x: { ...x, field: 'slow' }, x2: { field: 'fast' } }
        },
        ...[[faster, 'left', 4, 'max(datum.speed, datum.fast || 0)'], [`!(${faster})`, 'right', -4, 'min(datum.speed, datum.slow || 1e9)']].map(([filter, align, dx, end]) => ({
          mark: { type: 'text', align, dx, fontSize: 8.5, color: 'currentColor' },
          transform: [{ filter }, { calculate: end, as: 'end' }],
          encoding: { x: { ...x, field: 'end' }, text: { field: 'label' } }
        }))
      ]
    },
    resolve: { axis: { y: 'shared' } }
  })
}

function words (speed) {
  return speed >= 9.95 ? speed.toFixed(0) : speed >= 0.095 ? speed.toFixed(speed < 1 ? 2 : 1) : speed.toPrecision(1)
}

/**
 * Lines over the length of the text.
 * @param {object} options
 * @param {string} options.heading
 * @param {string} options.subtitle
 * @param {string} options.unit of the vertical axis
 * @param {string[]} options.ids
 * @param {Array<{ node: string, characters: number, id: string, y: number, low?: number, high?: number }>} options.points
 */
function sizeChart ({ heading, subtitle, unit, ids, points }) {
  const values = points.map(({ node, id, ...point }) => ({ ...point, node: shortNode(node), contender: title(id) }))
  return draw({
    title: { text: heading, subtitle },
    data: { values },
    facet: { field: 'node', type: 'ordinal' },
    columns: 2,
    spacing: 24,
    spec: {
      width: 320,
      height: 260,
      encoding: {
        x: {
          field: 'characters',
          type: 'quantitative',
          scale: { type: 'log', nice: false, padding: 10 },
          title: 'characters of JSON',
          axis: { values: [1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8], labelExpr: 'format(datum.value, "~s")' }
        },
        y: { field: 'y', type: 'quantitative', scale: { type: 'log', nice: false, padding: 10 }, title: unit, axis: { values: TICKS, format: '~r', labelOverlap: true } },
        color: { field: 'contender', type: 'nominal', scale: { domain: ids.map(title), range: ids.map(id => COLORS[id]) } }
      },
      layer: [
        { mark: { type: 'line', strokeWidth: 2 } },
        { mark: { type: 'point', filled: true, size: 30, opacity: 1 } },
        ...points.some(({ low }) => low !== undefined)
          ? [{ mark: { type: 'rule', opacity: 0.5 }, encoding: { y: { field: 'low' }, y2: { field: 'high' } } }]
          : []
      ]
    }
  })
}

/**
 * Requests per second.
 * @param {Array<{ node: string, framework: string, route: string, contender: string, requestsPerSecond: number }>} results
 */
function httpChart (results) {
  const known = name => contenders.find(({ id, title }) => name === id || name === title)
  const spare = ['#868e96', '#1c7ed6', '#7048e8', '#2f9e44', '#15aabf', '#d6336c']
  const titleOf = name => known(name)?.title ?? name
  const color = (name, i) => COLORS[known(name)?.id] ?? (name.startsWith('fast-safe-json') ? COLORS.auto : spare[i % spare.length])
  const values = results.map(result => ({
    ...result,
    contender: titleOf(result.contender),
    node: `${result.framework}, Node ${result.node.replace(/^v/, '').split('.')[0]}`,
    label: Math.round(result.requestsPerSecond).toLocaleString('en')
  }))
  const titles = [...new Set(values.map(({ contender }) => contender))]
  return draw({
    title: { text: 'Requests per second', subtitle: 'Whole answers over HTTP under autocannon: longer is faster.' },
    data: { values },
    facet: { field: 'node', type: 'nominal' },
    columns: 2,
    spacing: 24,
    spec: {
      width: 300,
      height: { step: 10 },
      encoding: {
        y: { field: 'route', type: 'nominal', sort: null, title: null, scale: { paddingInner: 0.25 }, axis: { domain: false, ticks: false, labelPadding: 8 } },
        yOffset: { field: 'contender', sort: titles },
        x: { field: 'requestsPerSecond', type: 'quantitative', title: 'requests per second' }
      },
      layer: [
        { mark: 'bar', encoding: { color: { field: 'contender', type: 'nominal', sort: titles, scale: { domain: titles, range: titles.map(color) } } } },
        { mark: { type: 'text', align: 'left', dx: 4, fontSize: 8.5, color: 'currentColor' }, encoding: { text: { field: 'label' } } }
      ]
    },
    resolve: { scale: { y: 'independent' } }
  })
}

const FOLDER = path.join(__dirname, 'charts')

module.exports = { FOLDER, speedChart, sizeChart, httpChart, title, shortNode }
