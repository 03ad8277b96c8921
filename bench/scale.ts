// `npm run bench:scale`: measures the constants that docs/scaling.md reckons with, and prints them as JSON, and as a
// table for people. It ends within four minutes, one way or the other.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { toTable } from '../src/commands/command.ts'
import { measureGrowth } from './growing.ts'
import { importEntries } from './import-run.ts'
import { frontlistIn } from './programs.ts'
import { circumstances } from './results.ts'
import { measurePublishes, measureSpread } from './scale/changes.ts'
import { measureMemory } from './scale/memory.ts'
import { modelHeader, type ScaleResults, toConstantRows, toModelRows, updateDocument } from './scale/model.ts'
import { measureWatch } from './scale/polls.ts'
import { measureRate } from './scale/reads.ts'
import { type Sizes, type Stage, setUp } from './scale/stage.ts'
import { note, requireLinux, runProgram } from './terminal.ts'

const limitMinutes = 4

const whole: Sizes = {
  smallEntries: 1000,
  largeEntries: 100_000,
  importEntries: 10_000,
  answers: 4000,
  keys: 4000,
  publishes: 100,
  polls: 300,
  spaces: [1, 100, 1000],
  samples: 20,
  roundMs: 2500,
}

/** Shows that everything runs; its figures mean nothing. */
const quick: Sizes = {
  smallEntries: 50,
  largeEntries: 100,
  importEntries: 100,
  answers: 50,
  keys: 20,
  publishes: 5,
  polls: 5,
  spaces: [1, 10],
  samples: 3,
  roundMs: 200,
}

const usage = `Usage: npm run bench:scale -- [OPTIONS]

Measures what nodes and their PostgreSQL need, in under four minutes.

  --quick      Everything once, on little data.
  --document   Writes the figures into docs/scaling.md.
  --help       This text.`

async function measure(stage: Stage): Promise<Omit<ScaleResults, 'seconds'>> {
  const { sizes, workplace } = stage
  const rateOf = (seconds: number) => Math.round(sizes.importEntries / seconds)
  note('Imports')
  const embedded = frontlistIn(workplace, null)
  const { entriesPerSecond: sqlite } = (
    await importEntries(embedded, sizes.importEntries, 'embedded', workplace)
  ).import
  const postgres = rateOf((await stage.fill('imported', sizes.importEntries)).seconds)
  const small = await stage.fill('small', sizes.smallEntries)
  const large = await stage.fill('large', sizes.largeEntries)
  note('Growth')
  const uncaching = await stage.node({ CACHE_BYTES: '0' })
  const growth = await measureGrowth(uncaching, sizes.samples, [
    { key: small.key, entries: sizes.smallEntries },
    { key: large.key, entries: sizes.largeEntries },
  ])
  note('Requests')
  const uncached = await measureRate(stage, uncaching, small.key)
  await uncaching.stop()
  const nodes = [await stage.node(), await stage.node()]
  const cached = await measureRate(stage, nodes[0]!, small.key)
  note('Publishes')
  const spread = await measureSpread(stage, small, nodes)
  // Their polls are nothing of what a publish costs.
  for (const node of nodes) await node.stop()
  const publish = await measurePublishes(stage, small.space)
  note('Polls')
  const { polls, beatCpuMs } = await measureWatch(stage)
  note('Memory')
  const memory = await measureMemory(stage, small)
  const [server] = await stage.cluster.run<{ server_version: string }>('show server_version')
  return {
    ...circumstances(),
    postgres: server?.server_version ?? '',
    memory,
    publish,
    spread,
    polls,
    beatCpuMs,
    cached,
    uncached,
    importPerSecond: { sqlite, postgres },
    growth,
    entries: { small: sizes.smallEntries, large: sizes.largeEntries },
  }
}

async function writeDocument(results: ScaleResults): Promise<void> {
  const file = join(import.meta.dir, '../docs/scaling.md')
  await Bun.write(file, updateDocument(await Bun.file(file).text(), results))
}

await runProgram(async (workplace, limit) => {
  const boolean = { type: 'boolean' } as const
  const { values } = parseArgs({ options: { quick: boolean, document: boolean, help: boolean } })
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  requireLinux()
  limit(limitMinutes)
  const started = performance.now()
  const stage = await setUp(workplace, values.quick ? quick : whole)
  try {
    const seconds = () => Math.round((performance.now() - started) / 1000)
    const results: ScaleResults = { ...(await measure(stage)), seconds: seconds() }
    process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)
    note(`\n${toTable(toConstantRows(results))}\n\n${toTable([modelHeader, ...toModelRows(results)])}`)
    if (values.document) await writeDocument(results)
  } finally {
    // The nodes before their database.
    await workplace.close()
    await stage.close()
  }
})
