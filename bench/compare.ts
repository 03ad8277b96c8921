// `npm run bench compare`: compares Frontlist with bare servers, or with another checkout, loaded in turn.
import { type Beside, type Case, cases, type Wanted } from './cases.ts'
import { type Comparison, compareSides, formatRatio, toVerdict } from './measure.ts'
import { type Benchmark, type Options, UsageError } from './options.ts'
import { type Circumstances, circumstances, finish, formatNumber, toHead, toTable } from './results.ts'
import { note } from './run-program.ts'
import { type Setup, setUp } from './setup.ts'
import type { Workplace } from './workplace.ts'

interface CaseResult extends Comparison {
  readonly name: string
  readonly title: string
  readonly beside: Beside | 'checkout'
  readonly wanted: Wanted
  /** Of the response to the first request. */
  readonly bodyBytes: number
}

export interface CompareResults extends Circumstances {
  readonly posts: number
  readonly roundSeconds: number
  readonly roundCount: number
  readonly connections: number
  readonly cases: readonly CaseResult[]
}

const connections = 16

async function measureCase(
  setup: Setup,
  { name, title, wanted, beside, side, bareSide }: Case,
  { rounds, seconds }: CompareOptions['numbers'],
): Promise<CaseResult> {
  note(title)
  const subject = await side(setup, setup.site, seconds)
  const baseline = setup.other
    ? await side(setup, setup.other, seconds)
    : await bareSide(setup, subject, seconds)
  const comparison = await compareSides({ subject, baseline }, rounds, { load: setup.load, connections })
  if (!setup.other && 'server' in baseline) await baseline.server.stop()
  const about = setup.other ? ({ beside: 'checkout', wanted: {} } as const) : { beside, wanted }
  return { name, title, ...about, bodyBytes: subject.requests[0]?.bytes ?? 0, ...comparison }
}

/** One table per kind of server that Frontlist is compared with. */
export function toCompareMarkdown(results: CompareResults): string {
  const { posts, roundCount, roundSeconds } = results
  const tables = Object.entries(headings).flatMap(([kind, heading]) => {
    const rows = results.cases.filter(({ beside }) => beside === kind).map(toRow)
    return rows.length === 0 ? [] : [`**${heading}**\n\n${toTable(header, rows)}`]
  })
  return `${toHead(results)}. ${formatNumber(posts)} posts; medians of ${roundCount} rounds of ${roundSeconds} s for each server, and ratios with their 95 % interval and the goal; ${results.connections} connections.

${tables.join('\n\n')}
`
}

const headings: Readonly<Record<CaseResult['beside'], string>> = {
  bytes: 'Beside a bare server that returns the same bytes',
  rows: 'Beside a bare server that reads the same rows from SQLite',
  checkout: 'Beside another checkout',
}

const header = ['Case', 'Requests/s', 'CPU µs', 'Requests/s, ratio', 'CPU, ratio']

function toRow({ title, subject, ratio, beside, wanted }: CaseResult): string[] {
  const cpu = beside === 'checkout' ? ` ${toVerdict(ratio.cpu)}` : toLimit('≤', wanted.cpu)
  return [
    title,
    formatNumber(subject.requestsPerSecond),
    formatNumber(subject.cpuMicrosPerRequest),
    `${formatRatio(ratio.requestsPerSecond)}${toLimit('≥', wanted.requestsPerSecond)}`,
    `${formatRatio(ratio.cpu)}${cpu}`,
  ]
}

function toLimit(sign: '≥' | '≤', value: number | undefined): string {
  return value === undefined ? '' : `, ${sign} ${value}`
}

function selectCases(text: string | undefined): readonly Case[] {
  if (text === undefined) return cases
  const names = text.split(',')
  const unknown = names.filter(name => !cases.some(each => each.name === name))
  if (unknown.length === 0) return cases.filter(({ name }) => names.includes(name))
  throw new UsageError(`There is no case ${unknown.join(', ')}. The cases: ${caseNames}.`)
}

async function run(options: CompareOptions, workplace: Workplace): Promise<void> {
  const selected = selectCases(options.texts.cases)
  const { posts, seconds, rounds } = options.numbers
  const setup = setUp(workplace, posts, options.texts.against)
  const measured: CaseResult[] = []
  for (const each of selected) measured.push(await measureCase(setup, each, options.numbers))
  const results: CompareResults = {
    ...circumstances(),
    ...{ posts, roundSeconds: seconds, roundCount: rounds, connections, cases: measured },
  }
  const isWhole = selected === cases && setup.other === null
  const markdown = toCompareMarkdown(results)
  await finish({ name: 'compare', results, markdown }, { ...options, isQuick: options.isQuick || !isWhole })
}

const caseNames = cases.map(({ name }) => name).join(', ')
const numbers = {
  posts: ['posts in the data set', 10_000, 50],
  rounds: ['rounds for each case and server', 5, 1],
  seconds: ['length of a round', 2, 0.1],
} as const
type CompareOptions = Options<keyof typeof numbers>

export const compare: Benchmark<keyof typeof numbers> = {
  name: 'compare',
  about: 'Frontlist beside bare servers, or beside another checkout: requests a second and CPU per request.',
  numbers,
  texts: {
    'against <path>': 'a checkout with its packages installed, or an executable, instead of the bare servers',
    'cases <names>': `only these, separated by commas: ${caseNames}`,
  },
  run,
}
