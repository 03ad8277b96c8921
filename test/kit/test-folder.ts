// Temporary folders for tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUpLater } from './cleanup.ts'

/** A new folder that is deleted after the file's tests. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontlist-test-'))
  cleanUpLater(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
