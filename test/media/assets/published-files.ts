// Files that live content shows, in a test's space: their bytes are in its store.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from '../../kit/app/assets.ts'
import type { TestSpace } from '../../kit/app/test-space.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { markUsed, storeAssets } from './stored-assets.ts'

interface TestFile {
  readonly id: string
  readonly bytes: string
  readonly filename?: string
  readonly contentType?: string
}

/** Returns the path at which the file is delivered. */
export async function storeFile(space: TestSpace, { bytes, ...asset }: TestFile): Promise<string> {
  const { id, filename = `${id}.png` } = asset
  const sha256 = hashOf(bytes)
  const path = join(mkdtempSync(join(makeFolder(), 'file-')), 'bytes')
  writeFileSync(path, bytes)
  await space.files.store.put(sha256, path)
  await storeAssets(space, [{ ...asset, sha256, size: Buffer.byteLength(bytes) }])
  return `/assets/${space.space}/${sha256}/${encodeURIComponent(filename)}`
}

export async function publishFile(space: TestSpace, file: TestFile): Promise<string> {
  const path = await storeFile(space, file)
  await markUsed(space, { live: [[`entry-of-${file.id}`, file.id]] })
  return path
}
