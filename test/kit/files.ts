// Where a test's server stores files: a folder of its own.
import { join } from 'node:path'
import type { FileSettings } from '../../src/assets/assets.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { openStore } from '../../src/storage/open-store.ts'
import { makeFolder } from './test-folder.ts'

/** Without images that are made of others, which few tests need. */
export function testFiles(settings: Partial<FileSettings> = {}): FileSettings {
  const own = { process: { host: 'test', process: process.pid }, random: systemRandom }
  const store = openStore(`file:${join(makeFolder(), 'assets')}`, {
    ...own,
    secrets: { accessKeyId: '', secretAccessKey: '' },
  })
  const uploads = {
    ...own,
    folder: store.temporaryFolder!,
    bytesMax: 1024 * 1024,
    pixelsMax: 50_000_000,
    keepMetadata: false,
    timer: () => () => {},
    wait: Bun.sleep,
  }
  return { store, images: null, uploads, maxAgeSeconds: 31_536_000, ...settings }
}
