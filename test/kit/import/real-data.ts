// Real content next to the repository, which other clones lack: tests that need it are skipped, with a reason.
import { existsSync, readFileSync } from 'node:fs'

const root = new URL('../../../../shared/data/', import.meta.url)

export const isDataAbsent = !existsSync(root)
export const absence = isDataAbsent ? ' (skipped: ../shared/data is not here)' : ''

export function dataPath(path: string): string {
  return new URL(path, root).pathname
}

export function readData<Document>(path: string): Document {
  return JSON.parse(readFileSync(dataPath(path), 'utf8')) as Document
}
