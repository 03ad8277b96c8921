// `npm run bench:million`: an embedded space of a million entries, how fast it comes in and how it is served, as JSON,
// and as a table for people.
import { statfsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { toTable } from '../src/commands/command.ts'
import { writeEntries } from './entries.ts'
import { measureReads } from './million/reading.ts'
import { type ImportFigures, type MillionResults, toRows } from './million/results.ts'
import { measureServing } from './million/serving.ts'
import { type Frontlist, frontlistIn } from './programs.ts'
import { circumstances, rounded } from './results.ts'
import { Workplace } from './workplace.ts'

const limitMs = 30 * 60_000
/** A file, a database, its log, and once more both for the bare inserts. */
const bytesPerEntry = 12_000
const entriesMax = 5_000_000

interface Sizes {
  readonly entries: number
  /** What the server has that is read during an import. */
  readonly served: number
  readonly requests: number
  readonly readMs: number
}

const whole: Sizes = { entries: 1_000_000, served: 20_000, requests: 2000, readMs: 15_000 }
/** Shows that everything runs; its figures mean nothing. */
const quick: Sizes = { entries: 300, served: 100, requests: 60, readMs: 200 }

const usage = `Usage: npm run bench:million -- [OPTIONS]

Imports a million entries into an embedded database and serves them, in under half an hour. It needs 12 GB of disk in the
temporary folder.

  --entries N  So many entries, 1 to ${entriesMax} (1000000).
  --quick      Everything once, on little data.
  --help       This text.`

const loadAverage = loadavg()[0] ?? 0

function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

async function importFile(frontlist: Frontlist, file: string, space: string, entries: number) {
  await frontlist.run(['spaces', 'create', space])
  let peakBytes = 0
  const started = performance.now()
  const { created } = await frontlist.run<{ created: number }>(['import', file, '--space', space], child => {
    peakBytes = child.resourceUsage()?.maxRSS ?? 0
  })
  const seconds = (performance.now() - started) / 1000
  if (created !== entries) throw new Error(`${created} of ${entries} entries were created.`)
  const figures: ImportFigures = {
    seconds: rounded(seconds, 4),
    perSecond: Math.round(entries / seconds),
    peakBytes,
  }
  return figures
}

async function createKey(frontlist: Frontlist, space: string): Promise<string> {
  return (await frontlist.run<{ key: string }>(['keys', 'create', '--space', space, '--name', 'k'])).key
}

async function insertBare(workplace: Workplace, database: string, entries: number) {
  const target = join(workplace.folder, 'bare.db')
  const program = join(import.meta.dir, 'million/bare-insert.ts')
  const child = workplace.keep(
    Bun.spawn([process.execPath, program, database, target], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
    }),
  )
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error('The bare inserts failed.')
  const { seconds, processorSeconds } = JSON.parse(text) as { seconds: number; processorSeconds: number }
  await removeDatabase(target)
  return {
    seconds: rounded(seconds, 4),
    perSecond: Math.round(entries / seconds),
    processorSeconds: rounded(processorSeconds, 4),
  }
}

async function removeDatabase(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm'])
    await Bun.file(path + suffix)
      .delete()
      .catch(() => {})
}

async function measureBesideReads(workplace: Workplace, file: string, sizes: Sizes) {
  const database = join(workplace.folder, 'read.db')
  const frontlist = frontlistIn(workplace, null, { DATABASE_URL: `sqlite:${database}` })
  const small = join(workplace.folder, 'small.ndjson')
  await writeEntries(small, sizes.served)
  await importFile(frontlist, small, 'served', sizes.served)
  const shelf = {
    node: await frontlist.serve(),
    key: await createKey(frontlist, 'served'),
    entries: sizes.served,
  }
  await measureReads(shelf, Bun.sleep(sizes.readMs / 3))
  const without = await measureReads(shelf, Bun.sleep(sizes.readMs))
  const importing = importFile(frontlist, file, 'large', sizes.entries)
  const during = await measureReads(shelf, importing)
  await shelf.node.stop()
  const ratio = rounded(during.p99Ms / without.p99Ms, 3)
  return { besideReads: await importing, reads: { entries: sizes.served, without, during, ratio } }
}

async function measure(workplace: Workplace, sizes: Sizes): Promise<Omit<MillionResults, 'seconds'>> {
  const { entries } = sizes
  const file = join(workplace.folder, 'large.ndjson')
  note('A file')
  await writeEntries(file, entries)
  note('Import')
  const database = join(workplace.folder, 'frontlist.db')
  const frontlist = frontlistIn(workplace, null)
  const alone = await importFile(frontlist, file, 'large', entries)
  const databaseBytes = Bun.file(database).size
  note('Bare inserts')
  const bare = await insertBare(workplace, database, entries)
  note('Serving')
  const serving = await measureServing(
    frontlist,
    await createKey(frontlist, 'large'),
    entries,
    sizes.requests,
  )
  await removeDatabase(database)
  note('Reads beside an import')
  const beside = await measureBesideReads(workplace, file, sizes)
  const fileBytes = Bun.file(file).size
  return {
    ...circumstances(),
    entries,
    fileBytes,
    databaseBytes,
    loadAverage,
    alone,
    bare,
    serving,
    ...beside,
  }
}

function readSizes(values: { entries?: string; quick?: boolean }): Sizes {
  const sizes = values.quick ? quick : whole
  if (values.entries === undefined) return sizes
  const entries = /^\d{1,7}$/.test(values.entries) ? Number(values.entries) : 0
  if (entries < 1 || entries > entriesMax) throw new Error(`--entries must be from 1 to ${entriesMax}.`)
  return { ...sizes, entries }
}

function requireRoom(folder: string, { entries }: Sizes): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = entries * bytesPerEntry
  if (bavail * bsize >= needed) return
  throw new Error(`${folder} has no room for ${Math.ceil(needed / 1e9)} GB; TMPDIR names another folder.`)
}

async function main(): Promise<void> {
  const boolean = { type: 'boolean' } as const
  const { values } = parseArgs({ options: { entries: { type: 'string' }, quick: boolean, help: boolean } })
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  if (process.platform !== 'linux') throw new Error('It reads what processes hold from /proc: Linux only.')
  const sizes = readSizes(values)
  const started = performance.now()
  const workplace = new Workplace()
  const stop = () => workplace.close().finally(() => process.exit(1))
  const late = setTimeout(() => {
    note('It takes longer than it may.')
    void stop()
  }, limitMs)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    requireRoom(workplace.folder, sizes)
    const measured = await measure(workplace, sizes)
    const results: MillionResults = { ...measured, seconds: Math.round((performance.now() - started) / 1000) }
    process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)
    note(`\n${toTable(toRows(results))}`)
  } finally {
    clearTimeout(late)
    await workplace.close()
  }
}

try {
  await main()
} catch (error) {
  note(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
