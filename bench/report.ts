// The results as text: a table for the terminal, and the part of docs/performance.md between its markers.
import type { CaseResult, Measured, Results } from './results.ts'

const beginMarker = '<!-- results: written by `npm run bench` -->'
const endMarker = '<!-- end of results -->'

const header = [
  'Case',
  'Body',
  'Frontlist, requests/s',
  'Bare, requests/s',
  'Ratio',
  'Frontlist, CPU µs/request',
  'Bare, CPU µs/request',
  'Ratio',
  'Frontlist, p50 / p99 ms',
  'Bare, p50 / p99 ms',
] as const

export function toTerminalTable(results: Results): string {
  const rows = [['', '', ...header.slice(2)], ...results.cases.map(toRow)]
  const widths = header.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const lines = rows.map(row =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  return [...lines, '', importSentence(results)].join('\n')
}

/** The document with the results in place of those that are in it. */
export function updateDocument(document: string, results: Results): string {
  const begin = document.indexOf(beginMarker)
  const end = document.indexOf(endMarker)
  if (begin < 0 || end < begin) throw new Error('docs/performance.md has lost its markers for the results.')
  return `${document.slice(0, begin)}${beginMarker}\n${toMarkdown(results)}${document.slice(end)}`
}

function toMarkdown(results: Results): string {
  const { date, cpu, cores, bun, frontlist, program, posts, roundCount, roundSeconds, connections } = results
  const rows = results.cases.map(row => `| ${toRow(row).join(' | ')} |`)
  return `Frontlist ${frontlist} (${program}) on Bun ${bun}, ${cpu}, ${cores} cores, ${date.slice(0, 10)}. ${number(posts)} posts; medians of ${roundCount} rounds of ${roundSeconds} s for each server; ${connections} connections.

| ${header.join(' | ')} |
|---|${'--:|'.repeat(header.length - 1)}
${rows.join('\n')}

${importSentence(results)}

How busy the server kept its core, Frontlist / bare: ${results.cases.map(busy).join('; ')}.
`
}

function toRow({ title, bodyBytes, frontlist, bare, ratio }: CaseResult): string[] {
  return [
    title,
    size(bodyBytes),
    number(frontlist.requestsPerSecond),
    number(bare.requestsPerSecond),
    ratio.requestsPerSecond.toPrecision(2),
    number(frontlist.cpuMicrosPerRequest),
    number(bare.cpuMicrosPerRequest),
    number(ratio.cpu),
    latency(frontlist),
    latency(bare),
  ]
}

function importSentence({ import: imported }: Results): string {
  const { entries, fileBytes, seconds, entriesPerSecond } = imported
  return `Import of this data set by the command, start included: ${number(entries)} entries (${size(fileBytes)}) in ${seconds.toFixed(1)} s, ${number(entriesPerSecond)} entries a second.`
}

function busy({ title, frontlist, bare }: CaseResult): string {
  const percent = ({ busy: part }: Measured) => `${Math.round(part * 100)} %`
  return `${title.charAt(0).toLowerCase()}${title.slice(1)} ${percent(frontlist)} / ${percent(bare)}`
}

function latency({ p50Ms, p99Ms }: Measured): string {
  return `${p50Ms} / ${p99Ms}`
}

export function number(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })
}

function size(bytes: number): string {
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`
  return bytes >= 1000 ? `${Math.round(bytes / 1000)} kB` : `${bytes} B`
}
