// An import that others work beside: they change the space while it prepares.
import { ndjsonSource } from '../../src/import-export/formats/ndjson.ts'
import {
  type ImportOptions,
  type ImportReport,
  importContent,
} from '../../src/import-export/import.service.ts'
import type { ImportSource } from '../../src/import-export/read/import-source.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { type TestSpace, toNdjson } from '../kit/app/test-space.ts'

export interface Imported {
  readonly report: ImportReport
  /** How often it has prepared. */
  readonly preparations: number
}

/**
 * Imports the records. Each preparation ends only after `meanwhile` has. By default any number of new entries is written
 * before the lock where that is possible, so that few entries suffice for a test.
 */
export async function importBeside(
  { database, space, time }: TestSpace,
  records: readonly ImportRecord[],
  meanwhile: (preparation: number) => Promise<unknown>,
  prune = false,
  {
    beforeLockMin = 1,
    ...rest
  }: Partial<Pick<ImportOptions, 'beforeLockMin' | 'budget' | 'clock' | 'files'>> = {},
): Promise<Imported> {
  const inner = ndjsonSource(new Blob([toNdjson(records)]))
  let readings = 0
  const source: ImportSource = {
    hasQueryKeys: true,
    losses: [],
    read: async function* () {
      const reading = readings++
      yield* inner.read()
      if (reading > 0) await meanwhile(reading)
    },
  }
  const clock = () => time.now
  const options = { clock, prune, dryRun: false, onProgress: () => {}, beforeLockMin, ...rest }
  const report = await importContent(database, space, source, options)
  return { report, preparations: readings - 1 }
}
