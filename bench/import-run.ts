// The import of a data set by the real command, and how long it took.
import { join } from 'node:path'
import { type DataSet, toRecords } from './data-set.ts'
import { writeEntries } from './entries.ts'
import type { Frontlist } from './programs.ts'
import { type ImportResult, rounded } from './results.ts'
import type { Workplace } from './workplace.ts'

export interface FilledSpace {
  readonly slug: string
  /** Of its content. */
  readonly key: string
  readonly import: ImportResult
}

/** Into a space of its own. Fails unless every entry of the data set is created. */
export async function importDataSet(
  frontlist: Frontlist,
  dataSet: DataSet,
  slug: string,
  workplace: Workplace,
): Promise<FilledSpace> {
  const file = join(workplace.folder, `${slug}.ndjson`)
  const sink = Bun.file(file).writer()
  for (const each of toRecords(dataSet)) {
    sink.write(`${JSON.stringify(each)}\n`)
    await sink.flush()
  }
  await sink.end()
  return importFile(frontlist, file, dataSet.count, slug)
}

/** The same of so many posts for measuring growth. */
export async function importEntries(
  frontlist: Frontlist,
  entries: number,
  slug: string,
  workplace: Workplace,
): Promise<FilledSpace> {
  const file = join(workplace.folder, `${slug}.ndjson`)
  await writeEntries(file, entries)
  return importFile(frontlist, file, entries, slug)
}

async function importFile(
  frontlist: Frontlist,
  file: string,
  entries: number,
  slug: string,
): Promise<FilledSpace> {
  await frontlist.run(['spaces', 'create', slug])
  const started = performance.now()
  const report = await frontlist.run<{ created: number }>(['import', file, '--space', slug])
  const seconds = (performance.now() - started) / 1000
  if (report.created !== entries) {
    throw new Error(`The import created ${report.created} entries, ${entries} were in the file.`)
  }
  const { key } = await frontlist.run<{ key: string }>(['keys', 'create', '--space', slug, '--name', 'bench'])
  return {
    slug,
    key,
    import: {
      entries,
      fileBytes: Bun.file(file).size,
      seconds: rounded(seconds, 3),
      entriesPerSecond: Math.round(entries / seconds),
    },
  }
}
