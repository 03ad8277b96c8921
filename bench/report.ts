// The results of `npm run bench` as text: tables for the terminal, and the section of docs/performance.md.
import type { CaseResult, Circumstances, Measured, Results } from './results.ts'

const header = [
  'Case',
  'Body',
  'Frontlist, requests/s',
  'Bare, requests/s',
  'Ratio',
  'Wanted',
  'Frontlist, CPU µs/request',
  'Bare, CPU µs/request',
  'Ratio',
  'Wanted',
  'Frontlist, p50 / p99 ms',
  'Bare, p50 / p99 ms',
] as const

const headings: Readonly<Record<CaseResult['beside'], string>> = {
  serve: 'Beside a bare server that returns the same bytes',
  sqlite: 'Beside a bare server that reads the same rows from SQLite and sends them',
}

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

export function toMarkdown(results: Results): string {
  const { program, posts, roundCount, roundSeconds, connections, cases } = results
  const tables = (['serve', 'sqlite'] as const).map(beside => {
    const rows = cases.filter(each => each.beside === beside).map(toRow)
    return `**${headings[beside]}**\n\n${toMarkdownTable(header, rows)}`
  })
  return `${toHead(results)}, ${program}. ${number(posts)} posts; medians of ${roundCount} rounds of ${roundSeconds} s for each server; ${connections} connections.

${tables.join('\n\n')}

${importSentence(results)}

How busy the server kept its core, Frontlist / bare: ${cases.map(busy).join('; ')}.
`
}

/** What was measured, where and when. */
export function toHead({ date, cpu, cores, bun, frontlist, loadAverage }: Circumstances): string {
  return `Frontlist ${frontlist} on Bun ${bun}, ${cpu}, ${cores} cores, load average ${loadAverage.toFixed(1)} before, ${date.slice(0, 10)}`
}

/** The first column is text, the others are figures. */
export function toMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map(row => `| ${row.join(' | ')} |`)
  return `| ${head.join(' | ')} |\n|---|${'--:|'.repeat(head.length - 1)}\n${lines.join('\n')}`
}

function toRow({ title, bodyBytes, frontlist, bare, ratio, wanted }: CaseResult): string[] {
  return [
    title,
    size(bodyBytes),
    number(frontlist.requestsPerSecond),
    number(bare.requestsPerSecond),
    ratio.requestsPerSecond.toPrecision(2),
    toLimit('≥', wanted.requestsPerSecond),
    number(frontlist.cpuMicrosPerRequest),
    number(bare.cpuMicrosPerRequest),
    ratio.cpu.toPrecision(3),
    toLimit('≤', wanted.cpu),
    latency(frontlist),
    latency(bare),
  ]
}

export function toLimit(sign: '≥' | '≤', value: number | undefined): string {
  return value === undefined ? '' : `${sign} ${value}`
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

export function size(bytes: number): string {
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`
  return bytes >= 1000 ? `${Math.round(bytes / 1000)} kB` : `${bytes} B`
}
