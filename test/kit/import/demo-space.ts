// The demo space for tests that import it into a space of their own, with its pictures.
import { join } from 'node:path'
import { demoRecords } from '../../../src/demo/demo-file.ts'
import type { ImportRecord } from '../../../src/import-export/read/records.ts'
import { projectFolder } from '../command/process.ts'

export const demoLines: readonly string[] = demoRecords.trimEnd().split('\n')

/** Options of a test space with the demo's content. */
export const demoSpace: { readonly records: readonly ImportRecord[]; readonly folder: string } = {
  records: demoLines.map(line => JSON.parse(line) as ImportRecord),
  folder: join(projectFolder, 'src/demo/pictures'),
}
