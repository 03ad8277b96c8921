// Where a test's server stores files: a folder of its own on SQLite, S3 on PostgreSQL.
import { join } from 'node:path'
import { systemRandom } from '../../../src/base/ids.ts'
import type { FileSettings } from '../../../src/media/assets.ts'
import { openStore } from '../../../src/media/stores/open-store.ts'
import { cleanUpLater } from '../cleanup.ts'
import { testEngine } from '../database/test-engine.ts'
import { makeFolder } from '../test-folder.ts'
import { s3Secrets, startS3Server } from './s3-server.ts'

let s3Address: string | null = null
let stores = 0

/** One server for all tests of a file, and another part of its bucket for each. */
function findBucket(): string {
  if (s3Address === null) {
    s3Address = startS3Server().address
    cleanUpLater(() => {
      s3Address = null
    })
  }
  stores += 1
  return s3Address.replace('?', `/${stores}?`)
}

/** The address of a folder, for a test that needs one on both engines. */
export const folderAddress = () => `file:${join(makeFolder(), 'assets')}`

/** Without images that are made of others, which few tests need. */
export function testFiles(
  settings: Partial<FileSettings> = {},
  address = testEngine === 'sqlite' ? folderAddress() : findBucket(),
): FileSettings {
  const own = { process: { host: 'test', process: process.pid }, random: systemRandom }
  const store = openStore(address, { ...own, secrets: s3Secrets })
  const uploads = {
    ...own,
    folder: store.temporaryFolder ?? makeFolder(),
    bytesMax: 1024 * 1024,
    pixelsMax: 50_000_000,
    keepMetadata: false,
    timer: () => () => {},
    wait: Bun.sleep,
  }
  return { store, images: null, uploads, maxAgeSeconds: 31_536_000, ...settings }
}
