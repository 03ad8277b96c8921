// The files in bench/results, the sections of the documents that are generated from them, and what they have in common.
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { version } from '../src/version.ts'

/** When, on which machine and with which versions something was measured. */
export interface Circumstances {
  readonly date: string
  readonly command: string
  readonly cpu: string
  readonly cores: number
  readonly bun: string
  readonly frontlist: string
  /** Load average of the preceding minute: what else the machine was doing. */
  readonly loadAverage: number
}

const loadAverage = loadavg()[0] ?? 0

export function circumstances(): Circumstances {
  return {
    date: new Date().toISOString(),
    command: ['npm run bench', ...process.argv.slice(2)].join(' '),
    cpu: cpus()[0]?.model ?? 'unknown processor',
    cores: cpus().length,
    bun: Bun.version,
    frontlist: version,
    loadAverage,
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper
}

/** Rounds to this many significant digits: more would claim a precision that the measurement does not have. */
export function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits))
}

export const resultNames = [
  'compare',
  'publish',
  'authoring',
  'authoring-postgres',
  'blocks',
  'growth',
  'memory',
  'scaling',
  'queries',
  'queries-postgres',
] as const
export type ResultName = (typeof resultNames)[number]

export function resultsFile(name: ResultName): string {
  return join(import.meta.dir, `results/${name}.json`)
}

export function documentFile(name: ResultName): string {
  return join(import.meta.dir, `../docs/${name === 'scaling' ? 'scaling' : 'performance'}.md`)
}

/** Returns the document with its generated section of this name replaced. */
export function updateSection(document: string, name: ResultName, text: string): string {
  const begin = `<!-- generated from bench/results/${name}.json -->`
  const from = document.indexOf(begin)
  const to = document.indexOf('<!-- end of generated section -->', from)
  if (from < 0 || to < 0) throw new Error(`The document has lost its markers: ${begin}`)
  return `${document.slice(0, from)}${begin}\n${text}${document.slice(to)}`
}

/** Prints the text; writes the results to `out`, or into the project unless they are not meaningful. */
export async function finish(
  { name, results, markdown }: { name: ResultName; results: object; markdown: string },
  { out, isQuick }: { out: string | undefined; isQuick: boolean },
): Promise<void> {
  process.stdout.write(markdown)
  const text = `${JSON.stringify(results, null, 2)}\n`
  if (out !== undefined) await Bun.write(out, text)
  else if (!isQuick) {
    await Bun.write(resultsFile(name), text)
    const document = await Bun.file(documentFile(name)).text()
    await Bun.write(documentFile(name), updateSection(document, name, markdown))
  }
}

/** The first line of a section. */
export function toHead(results: Circumstances): string {
  const { date, cpu, cores, bun, frontlist, loadAverage: load } = results
  return `Frontlist ${frontlist} on Bun ${bun}, ${cpu}, ${cores} cores, load average ${load.toFixed(1)} before the run, ${date.slice(0, 10)}`
}

/** A Markdown table that is also readable in a terminal. The first column is text, the others are numbers. */
export function toTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) =>
    Math.max(3, ...[header, ...rows].map(row => row[column]?.length ?? 0)),
  )
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
  const line = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [header.map(pad), line, ...rows.map(row => row.map(pad))]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n')
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: value < 20 ? 1 : 0 }).format(value)
}

/** The lowest and the highest of some figures: `2 to 3.1`. */
export function formatRange(values: readonly number[]): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  return lowest === highest ? String(lowest) : `${lowest} to ${highest}`
}

export function formatMib(bytes: number): string {
  return `${formatNumber(bytes / 2 ** 20)} MiB`
}
