// Imports with files: lines and their folder, in a test's space.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type ImportOptions,
  ImportRefused,
  type ImportReport,
} from '../../../src/import-export/import.service.ts'
import type { ImportFiles } from '../../../src/import-export/read/asset-files.ts'
import { type TestSpace, toNdjson } from '../app/test-space.ts'
import { makeFolder } from '../test-folder.ts'
import { importText } from './import-text.ts'

export type FolderFiles = Readonly<Record<string, string | Uint8Array>>

/** A folder with these files, by their paths in it. */
export function writeFolder(files: FolderFiles): string {
  const folder = mkdtempSync(join(makeFolder(), 'files-'))
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return folder
}

export function toImportFiles({ files }: TestSpace, folder: string): ImportFiles {
  const { store, uploads, images } = files
  return { folder, store, wait: uploads.wait, receive: uploads, placeholders: images }
}

export function importWithFiles(
  space: TestSpace,
  records: readonly object[],
  folder: string | FolderFiles,
  options: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  const path = typeof folder === 'string' ? folder : writeFolder(folder)
  return importText(space, toNdjson(records), { files: () => toImportFiles(space, path), ...options })
}

/** Of an import that must be refused: `line 3: what is wrong`. */
export async function refusalsOf(work: Promise<unknown>): Promise<string[]> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    return error.errors.map(({ where, message }) => `${where}: ${message}`)
  }
  throw new Error('The import took what it must refuse.')
}
