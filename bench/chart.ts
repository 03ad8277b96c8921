// Draws the results of `npm run bench compare` as docs/images/benchmark.svg. Each case has its own scale, on which
// the faster of the two has the full width, because they differ too much for a common scale.
import { join } from 'node:path'
import type { CaseResult, CompareResults } from './compare-report.ts'
import { formatNumber } from './results.ts'

export const chartFile = join(import.meta.dir, '../docs/images/benchmark.svg')

const width = 880
const top = 116
const rowHeight = 58
const bar = { left: 246, width: 326, height: 15, gap: 4 }
const ratioColumn = 702
const cardTitle = 'Frontlist beside the least that a server has to do'
/** The other cases show much the same. */
const shown = [
  ...['list', 'depth-2', 'depth-2-variants', 'not-modified', 'fragments'],
  ...['new-pages', 'new-pages-depth-2'],
]

const style = `
  svg { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif }
  .card { fill: #ffffff; stroke: #d5dbe1 }
  .ink { fill: #1b2430 } .quiet { fill: #56616f } .rule { stroke: #e4e8ec }
  .frontlist { fill: #0b6e99 } .bare { fill: #a9b4bf }
  .heading { font-size: 17px; font-weight: 650 } .strong { font-weight: 650 } .small { font-size: 12px }
  text { font-variant-numeric: tabular-nums }
  @media (prefers-color-scheme: dark) {
    .card { fill: #151b23; stroke: #323c48 }
    .ink { fill: #e8edf2 } .quiet { fill: #a0acb9 } .rule { stroke: #28313c }
    .frontlist { fill: #4db5e0 } .bare { fill: #5d6976 }
  }
`

export function drawChart(results: CompareResults): string {
  const cases = results.cases.filter(({ name }) => shown.includes(name))
  const height = top + cases.length * rowHeight + 44
  const rows = cases.map((each, index) => drawRow(each, top + index * rowHeight))
  const { cpu, cores, bun, frontlist, date, posts } = results
  const foot = `Frontlist ${frontlist}, Bun ${bun}, ${cpu}, ${cores} cores, ${date.slice(0, 10)}. Medians; ${formatNumber(posts)} posts; ${results.connections} connections.`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${cardTitle}</title>
<desc id="description">${escapeXml(cases.map(describe).join(' '))}</desc>
<style>${style}</style>
<rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>
<text class="ink heading" x="28" y="40">${cardTitle}</text>
${drawLegend()}
${rows.join('\n')}
<text class="quiet small" x="28" y="${height - 20}">${escapeXml(foot)}</text>
</svg>
`
}

function drawLegend(): string {
  const y = 70
  return `<rect class="frontlist" x="28" y="${y - 10}" width="12" height="12" rx="2"/>
<text class="ink" x="46" y="${y}">Frontlist</text>
<rect class="bare" x="122" y="${y - 10}" width="12" height="12" rx="2"/>
<text class="ink" x="140" y="${y}">bare server</text>
<text class="quiet small" x="${bar.left}" y="98">Requests a second (each pair on its own scale)</text>
<text class="quiet small" x="${ratioColumn}" y="98">CPU per request</text>`
}

function drawRow(result: CaseResult, y: number): string {
  const { title, frontlist, other, ratio, beside } = result
  const most = Math.max(frontlist.requestsPerSecond, other.requestsPerSecond)
  const first = y + 12
  const second = first + bar.height + bar.gap
  return `<line class="rule" x1="28" x2="${width - 28}" y1="${y}" y2="${y}"/>
<text class="ink" x="28" y="${y + 25}">${escapeXml(shorten(title))}</text>
<text class="quiet small" x="28" y="${y + 43}">beside ${beside === 'rows' ? 'bun:sqlite, same rows' : 'Bun.serve, same bytes'}</text>
${drawBar('frontlist', first, frontlist.requestsPerSecond, most)}
${drawBar('bare', second, other.requestsPerSecond, most)}
<text class="ink strong" x="${ratioColumn}" y="${y + 25}">${formatNumber(ratio.cpu.median)} × bare</text>
<text class="quiet small" x="${ratioColumn}" y="${y + 43}">${formatNumber(frontlist.cpuMicrosPerRequest)} against ${formatNumber(other.cpuMicrosPerRequest)} µs</text>`
}

function drawBar(name: 'frontlist' | 'bare', y: number, value: number, most: number): string {
  const length = Math.max(2, (value / most) * bar.width)
  const weight = name === 'frontlist' ? ' strong' : ''
  return `<rect class="${name}" x="${bar.left}" y="${y}" width="${length.toFixed(1)}" height="${bar.height}" rx="2"/>
<text class="ink small${weight}" x="${(bar.left + length + 8).toFixed(1)}" y="${y + 12}">${formatNumber(value)}</text>`
}

function describe({ title, frontlist, other, ratio }: CaseResult): string {
  return `${title}: ${formatNumber(frontlist.requestsPerSecond)} requests a second, bare ${formatNumber(other.requestsPerSecond)}; CPU per request ${formatNumber(ratio.cpu.median)} times that of bare.`
}

/** The part of a title after a semicolon appears only in the table. */
function shorten(title: string): string {
  return title.split(';')[0] ?? ''
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
