// `npm run bench blocks`: what pages of blocks cost beside the same texts and references flat in the entry.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { entryCount, pageId, toLongPage, toPageRecords, variant } from './block-pages.ts'
import { type ImportResult, importFile, writeRecords } from './fill.ts'
import { type Comparison, compareSides, formatRatio } from './measure.ts'
import type { Benchmark, Options } from './options.ts'
import { type Frontlist, frontlistIn, startLoad } from './processes.ts'
import { type Percentiles, percentilesOf } from './query-times.ts'
import { uncheckedRequest } from './requests.ts'
import {
  type Circumstances,
  circumstances,
  finish,
  formatNumber,
  rounded,
  toHead,
  toTable,
} from './results.ts'
import { note } from './run-program.ts'
import { unlimitedCache } from './setup.ts'
import type { Workplace } from './workplace.ts'

interface Filled extends ImportResult {
  readonly databaseBytes: number
}

interface ReadCase extends Comparison {
  readonly title: string
  /** The highest ratio of CPU time. */
  readonly wanted: number
}

export interface BlockResults extends Circumstances {
  readonly pages: number
  readonly requests: number
  readonly roundCount: number
  readonly imports: { readonly blocks: Filled; readonly flat: Filled }
  readonly cases: readonly ReadCase[]
  readonly patch: Percentiles & { readonly blocks: number; readonly sentBytes: number }
}

const connections = 4
const wanted = { import: 1.5, database: 1.5, patchP99Ms: 50, patchBytes: 2000 }

export function toBlocksMarkdown(results: BlockResults): string {
  const { pages, requests, roundCount, imports, cases, patch } = results
  const rows = cases.map(({ title, subject, baseline, ratio, wanted: goal }) => [
    title,
    `${formatNumber(baseline.cpuMicrosPerRequest)} / ${formatNumber(subject.cpuMicrosPerRequest)}`,
    formatRatio(ratio.cpu),
    `≤ ${goal}`,
  ])
  const ofImport = (name: string, goal: number, read: (filled: Filled) => number) => [
    name,
    `${formatNumber(read(imports.flat))} / ${formatNumber(read(imports.blocks))}`,
    String(rounded(read(imports.blocks) / read(imports.flat), 3)),
    `≤ ${goal}`,
  ]
  const table = toTable(
    ['Flat / in blocks', 'Figures', 'Ratio', 'Goal'],
    [
      ...rows.map(([title = '', figures = '', ...rest]) => [`${title}, CPU µs`, figures, ...rest]),
      ofImport('Import, CPU s', wanted.import, ({ cpuSeconds }) => cpuSeconds),
      ofImport('Database after it, MiB', wanted.database, ({ databaseBytes }) => databaseBytes / 2 ** 20),
    ],
  )
  return `${toHead(results)}. ${formatNumber(pages)} pages of 12 blocks with 24 texts and 4 references, 20 of the texts translated; ${formatNumber(requests)} requests, each for the first time; medians of ${roundCount} rounds.

${table}

A PATCH of one text in an entry of ${patch.blocks} blocks sends ${patch.sentBytes} bytes (goal ≤ ${formatNumber(wanted.patchBytes)}) and takes ${patch.p50Ms} / ${patch.p99Ms} ms (p50 / p99; goal ≤ ${wanted.patchP99Ms}).
`
}

interface Side {
  readonly frontlist: Frontlist
  readonly key: string
  readonly filled: Filled
}

async function fill(workplace: Workplace, name: 'blocks' | 'flat', pages: number): Promise<Side> {
  note(`Importing ${formatNumber(pages)} pages ${name === 'flat' ? 'without' : 'with'} blocks`)
  const frontlist = frontlistIn(workplace, { name })
  const file = join(workplace.folder, `${name}.ndjson`)
  await writeRecords(file, toPageRecords(pages, name === 'flat'))
  const { key, import: imported } = await importFile(frontlist, file, entryCount(pages), 'bench')
  return { frontlist, key, filled: { ...imported, databaseBytes: statSync(frontlist.databaseFile).size } }
}

/** The bytes that the body of a PATCH has, and how long its responses take. */
async function measurePatches(workplace: Workplace, blocks: number, samples: number) {
  const frontlist = frontlistIn(workplace, { name: 'long' })
  const file = join(workplace.folder, 'long.ndjson')
  await writeRecords(file, toLongPage(blocks))
  await importFile(frontlist, file, 1, 'bench')
  const words = ['keys', 'create', '--space', 'bench', '--name', 'editor', '--scope', 'content.write']
  const { key } = await frontlist.run<{ key: string }>(words)
  const server = await frontlist.serve()
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  let draftVersion = 1
  let sentBytes = 0
  const times: number[] = []
  for (let sample = 0; sample < samples; sample++) {
    const data = { [`sections/b${sample % blocks}/heading`]: `Heading, changed ${sample} times` }
    const body = JSON.stringify({ draftVersion, data })
    sentBytes = Math.max(sentBytes, body.length)
    const started = performance.now()
    const response = await fetch(`${server.url}/api/v1/entries/long`, { method: 'PATCH', headers, body })
    const text = await response.text()
    times.push(performance.now() - started)
    if (!response.ok) throw new Error(`PATCH: ${response.status} ${text}`)
    draftVersion = (JSON.parse(text) as { doc: { draftVersion: number } }).doc.draftVersion
  }
  await server.stop()
  return { ...percentilesOf(times), blocks, sentBytes }
}

async function run(options: BlockOptions, workplace: Workplace): Promise<void> {
  const { pages, requests, rounds, blocks, samples } = options.numbers
  const sides = {
    subject: await fill(workplace, 'blocks', pages),
    baseline: await fill(workplace, 'flat', pages),
  }
  const load = startLoad(workplace)
  const cases: ReadCase[] = []
  const kinds = [
    ['Page at depth 1', '?depth=1', 1.5],
    ['Page at depth 1 in the variant', `?depth=1&variants=${variant}`, 2],
  ] as const
  for (const [title, query, goal] of kinds) {
    note(title)
    const toSide = ({ frontlist, key }: Side) => {
      const ask = (page: number) =>
        uncheckedRequest(key, `/api/v1/public/content/pages/${pageId(page)}${query}`)
      const all = Array.from({ length: Math.min(pages, requests * 2) }, (_, page) => ask(page))
      const half = Math.floor(all.length / 2)
      return {
        start: () => frontlist.serve(unlimitedCache),
        warmUp: all.slice(half),
        requests: all.slice(0, half),
      }
    }
    const both = { subject: toSide(sides.subject), baseline: toSide(sides.baseline) }
    cases.push({ title, wanted: goal, ...(await compareSides(both, rounds, { load, connections })) })
  }
  note('Saving')
  const results: BlockResults = {
    ...circumstances(),
    ...{ pages, requests, roundCount: rounds, cases },
    imports: { blocks: sides.subject.filled, flat: sides.baseline.filled },
    patch: await measurePatches(workplace, blocks, samples),
  }
  await finish({ name: 'blocks', results, markdown: toBlocksMarkdown(results) }, options)
}

const numbers = {
  pages: ['pages in each database', 50_000, 40],
  requests: ['pages that are requested, each once', 2000, 20],
  rounds: ['rounds of each side', 5, 1],
  blocks: ['blocks of the entry that is saved', 500, 20],
  samples: ['saves of it', 200, 5],
} as const
type BlockOptions = Options<keyof typeof numbers>

export const blocks: Benchmark<keyof typeof numbers> = {
  name: 'blocks',
  about: 'Pages of blocks beside the same content flat: reads, imports and saves.',
  numbers,
  run,
}
