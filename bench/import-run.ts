// The import of the data set by the real command, and how long it took.
import { join } from 'node:path'
import { type DataSet, toRecords } from './data-set.ts'
import type { Frontlist } from './programs.ts'
import { type ImportResult, rounded } from './results.ts'
import type { Workplace } from './workplace.ts'

export const benchSpace = 'bench'

/** Fails unless every entry of the data set is created. */
export async function importDataSet(
  frontlist: Frontlist,
  dataSet: DataSet,
  workplace: Workplace,
): Promise<ImportResult> {
  const file = join(workplace.folder, 'data-set.ndjson')
  const sink = Bun.file(file).writer()
  for (const each of toRecords(dataSet)) {
    sink.write(`${JSON.stringify(each)}\n`)
    await sink.flush()
  }
  await sink.end()
  await frontlist.run(['spaces', 'create', benchSpace])
  const started = performance.now()
  const report = await frontlist.run<{ created: number }>(['import', file, '--space', benchSpace])
  const seconds = (performance.now() - started) / 1000
  if (report.created !== dataSet.count) {
    throw new Error(`The import created ${report.created} entries, ${dataSet.count} were in the file.`)
  }
  return {
    entries: dataSet.count,
    fileBytes: Bun.file(file).size,
    seconds: rounded(seconds, 3),
    entriesPerSecond: Math.round(dataSet.count / seconds),
  }
}
