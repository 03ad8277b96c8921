// Fills spaces using Frontlist's own commands.
import { join } from 'node:path'
import { type DataSet, toRecords } from './data-set.ts'

import type { Frontlist } from './processes.ts'
import { rounded } from './results.ts'
import type { Workplace } from './workplace.ts'

export interface ImportResult {
  /** Duration of the command, including its start. */
  readonly seconds: number
  readonly entriesPerSecond: number
  /** Peak resident memory of the command. */
  readonly peakBytes: number
  /** Of the command. */
  readonly cpuSeconds: number
}

export interface FilledSpace {
  readonly slug: string
  /** An API key of the space. */
  readonly key: string
  readonly import: ImportResult
}

export async function writeRecords(file: string, records: Iterable<object>): Promise<void> {
  const sink = Bun.file(file).writer({ highWaterMark: 2 ** 20 })
  let count = 0
  for (const record of records) {
    sink.write(`${JSON.stringify(record)}\n`)
    if (++count % 1000 === 0) await sink.flush()
  }
  await sink.end()
}

export async function importDataSet(
  frontlist: Frontlist,
  dataSet: DataSet,
  slug: string,
  workplace: Workplace,
): Promise<FilledSpace> {
  const file = join(workplace.folder, `${slug}.ndjson`)
  await writeRecords(file, toRecords(dataSet))
  return importFile(frontlist, file, dataSet.count, slug)
}

/** Imports into a new space. Fails unless every entry is created. */
export async function importFile(
  frontlist: Frontlist,
  file: string,
  entries: number,
  slug: string,
): Promise<FilledSpace> {
  await frontlist.run(['spaces', 'create', slug])
  let peakBytes = 0
  let cpuSeconds = 0
  const started = performance.now()
  const report = await frontlist.run<{ created: number }>(['import', file, '--space', slug], child => {
    const used = child.resourceUsage()
    peakBytes = used?.maxRSS ?? 0
    cpuSeconds = rounded(Number(used?.cpuTime.total ?? 0) / 1e6, 3)
  })
  const seconds = (performance.now() - started) / 1000
  if (report.created !== entries) throw new Error(`${report.created} of ${entries} entries were created.`)
  const { key } = await frontlist.run<{ key: string }>(['keys', 'create', '--space', slug, '--name', 'bench'])
  const entriesPerSecond = Math.round(entries / seconds)
  return { slug, key, import: { seconds: rounded(seconds, 3), entriesPerSecond, peakBytes, cpuSeconds } }
}
