// Imports text that may be invalid NDJSON, and returns the errors.
import { expect } from 'bun:test'
import { ndjsonSource } from '../../../src/import-export/formats/ndjson.ts'
import type { ImportReport } from '../../../src/import-export/import.service.ts'
import {
  type ImportOptions,
  ImportRefused,
  importContent,
} from '../../../src/import-export/import.service.ts'
import type { TestSpace } from '../app/test-space.ts'
import { dumpTables } from '../oracle/tables.ts'

type Text = string | Uint8Array<ArrayBuffer>

export function importText(
  { database, space, time }: TestSpace,
  text: Text | readonly Text[],
  options: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  const blob = new Blob(Array.isArray(text) ? [...text] : [text as Text])
  return importContent(database, space, ndjsonSource(blob), {
    clock: () => time.now,
    prune: false,
    dryRun: false,
    onProgress: () => {},
    ...options,
  })
}

/** Returns `line 3: what is wrong`, in file order. Fails if the text is accepted, or if anything was written. */
export async function errorsOf(testSpace: TestSpace, text: Text | readonly Text[]): Promise<string[]> {
  const before = await dumpTables(testSpace)
  try {
    await importText(testSpace, text)
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    expect(await dumpTables(testSpace)).toEqual(before)
    return error.errors.map(({ where, message }) => `${where}: ${message}`)
  }
  throw new Error('The import took what it must refuse.')
}
