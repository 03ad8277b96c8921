// The export of a space, as text or as the records that an import takes.
import { exportContent } from '../../../src/import-export/export/export.service.ts'
import type { ImportRecord } from '../../../src/import-export/read/records.ts'
import type { TestSpace } from '../app/test-space.ts'

export async function exportText({ database, space }: TestSpace, archived = false): Promise<string> {
  let text = ''
  const write = async (lines: string) => {
    text += lines
  }
  await exportContent(database, space, write, { archived })
  return text
}

export async function exportRecords(space: TestSpace): Promise<ImportRecord[]> {
  const lines = (await exportText(space)).trim().split('\n')
  return lines.map(line => JSON.parse(line) as ImportRecord)
}
