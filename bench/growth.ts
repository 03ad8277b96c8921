// `npm run bench:growth`: what requests cost in a small space and in a large one, from what is kept and from the
// database. `npm run bench:scale` asks the same of PostgreSQL.
import { keepResults } from './document.ts'
import { type GrowthResult, measureGrowth } from './growing.ts'
import { importEntries } from './import-run.ts'
import { type OptionList, readOptions, toUsage } from './options.ts'
import { frontlistIn } from './programs.ts'
import { number, toHead, toMarkdownTable } from './report.ts'
import { type Circumstances, circumstances } from './results.ts'
import { note, requireLinux, runProgram, showProgress } from './terminal.ts'

const numbers = {
  small: { about: 'Entries of the small space', min: 20, max: 1_000_000, fallback: 1000, quick: 50 },
  entries: { about: 'Entries of the large one', min: 20, max: 10_000_000, fallback: 100_000, quick: 100 },
  samples: { about: 'Requests for each case and space', min: 10, max: 10_000, fallback: 500, quick: 10 },
} as const

const list = {
  command: 'bench:growth',
  about: 'Measures how the cost of a request grows with the entries of its space, embedded.',
  numbers,
  texts: {},
} satisfies OptionList<typeof numbers, never>

export interface GrowthResults extends Circumstances {
  readonly small: number
  readonly entries: number
  readonly samples: number
  readonly importSeconds: number
  /** Large / small, at the most. */
  readonly wanted: number
  readonly kept: readonly GrowthResult[]
  /** With `CACHE_BYTES=0`. */
  readonly unkept: readonly GrowthResult[]
}

const header = [
  'Request',
  ...['Small, ms', 'Large, ms', 'Ratio', 'Small, CPU µs', 'Large, CPU µs', 'Ratio', 'Wanted'],
]

export function toGrowthMarkdown(results: GrowthResults): string {
  const { small, entries, samples, wanted, importSeconds } = results
  const toRows = (growth: readonly GrowthResult[], how: string) =>
    growth.map(each => [
      `${each.what}, ${how}`,
      ...[each.smallMs, each.largeMs, each.ratio, each.smallCpuMicros, each.largeCpuMicros].map(String),
      String(each.cpuRatio),
      `≤ ${wanted}`,
    ])
  const rows = [...toRows(results.kept, 'kept'), ...toRows(results.unkept, 'from the database')]
  return `${toHead(results)}. From ${number(small)} to ${number(entries)} entries, which were imported in ${number(importSeconds)} s; medians of ${number(samples)} requests each, one at a time, the two spaces in turn.

${toMarkdownTable(header, rows)}
`
}

async function main(): Promise<void> {
  await runProgram(async (workplace, limit) => {
    const options = readOptions(process.argv.slice(2), list)
    if (options === null) {
      process.stdout.write(`${toUsage(list)}\n`)
      return
    }
    requireLinux()
    const { small, entries, samples } = options
    limit(10 + entries / 25_000)
    const frontlist = frontlistIn(workplace, null)
    note(`Importing ${number(small)} and ${number(entries)} entries`)
    const few = await importEntries(frontlist, small, 'small', workplace)
    const many = await importEntries(frontlist, entries, 'large', workplace)
    const spaces = [
      { key: few.key, entries: small },
      { key: many.key, entries },
    ] as const
    const measure = async (settings: Readonly<Record<string, string>>) => {
      const server = await frontlist.serve(settings)
      const growth = await measureGrowth(server, samples, spaces, showProgress)
      await server.stop()
      return growth
    }
    const results: GrowthResults = {
      ...circumstances(),
      small,
      entries,
      samples,
      importSeconds: many.import.seconds,
      wanted: 1.2,
      kept: await measure({}),
      unkept: await measure({ CACHE_BYTES: '0' }),
    }
    await keepResults({ name: 'growth', results, markdown: toGrowthMarkdown(results) }, options)
    process.stdout.write(toGrowthMarkdown(results))
  })
}

if (import.meta.main) await main()
