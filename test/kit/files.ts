// Where a test's server stores files: a folder of its own.
import { join } from 'node:path'
import type { FileSettings } from '../../src/assets/assets.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { openStore } from '../../src/storage/open-store.ts'
import { makeFolder } from './test-folder.ts'

/** Without images that are made of others, which few tests need. */
export function testFiles(settings: Partial<FileSettings> = {}): FileSettings {
  const store = openStore(`file:${join(makeFolder(), 'assets')}`, {
    process: { host: 'test', process: process.pid },
    random: systemRandom,
    secrets: { accessKeyId: '', secretAccessKey: '' },
  })
  return { store, images: null, maxAgeSeconds: 31_536_000, ...settings }
}
