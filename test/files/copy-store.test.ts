// Moving to another store: from a folder to S3, and back.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { systemRandom } from '../../src/base/ids.ts'
import { copyStore } from '../../src/files/copy-store.ts'
import { openIdentifiedStore } from '../../src/files/store-identity.ts'
import { openStore } from '../../src/storage/open-store.ts'
import type { Store } from '../../src/storage/store.ts'
import { addAsset, createFileSpace, type FileSpaceFixture, storeText } from '../kit/file-space.ts'
import { startS3Server } from '../kit/s3-server.ts'
import { readBytes, storeKinds, storeOptions, writeUpload } from '../kit/stores.ts'
import { makeFolder } from '../kit/test-folder.ts'

const texts = Array.from({ length: 30 }, (_, index) => `file ${index}`)

async function createSource(open?: Store) {
  const fixture = await createFileSpace(open)
  const { database, options } = fixture
  const identify = (store: Store) =>
    openIdentifiedStore({ database, store, clock: options.clock, random: systemRandom })
  const files: string[] = []
  const identified = { ...fixture, options: { ...options, store: identify(options.store) } }
  for (const text of texts) files.push(await storeText(identified, text))
  await addAsset(fixture, 'a', files[0] ?? '')
  return { fixture, files, identify }
}

function copyTo({ database, options }: FileSpaceFixture, to: Store) {
  const temporary = { folder: makeFolder(), process: storeOptions.process, random: systemRandom }
  return copyStore({ database, from: options.store, to, temporary })
}

const bytes = texts.join('').length

test.each(storeKinds)(
  'all files go to another store, and a second copy skips them (from %s)',
  async (_, openNew) => {
    const { fixture, files, identify } = await createSource(openNew())
    for (const [, openTarget] of storeKinds) {
      const target = openTarget()
      expect(await copyTo(fixture, target)).toEqual({ copied: 30, skipped: 0, bytes, faulty: [] })
      expect(await copyTo(fixture, target)).toEqual({ copied: 0, skipped: 30, bytes: 0, faulty: [] })
      const served = identify(target)
      for (const [index, sha256] of files.entries()) {
        expect(new TextDecoder().decode(await readBytes(await served.open(sha256)))).toBe(texts[index] ?? '')
      }
    }
  },
)

test('a copy that was killed serves nothing, and is continued by the next one', async () => {
  const { fixture, files, identify } = await createSource()
  const { address } = startS3Server()
  let puts = 0
  const target = openStore(address, storeOptions)
  const put: Store['put'] = (...parts) => {
    puts += 1
    return puts > 10 ? Promise.reject(new Error('killed')) : target.put(...parts)
  }
  await expect(copyTo(fixture, { ...target, put })).rejects.toThrow('killed')
  const error = await identify(target)
    .stat(files[0] ?? '')
    .catch(reason => reason)
  expect(error).toMatchObject({ code: 'store_unavailable' })
  expect(await copyTo(fixture, target)).toMatchObject({ copied: 20, skipped: 10 })
  expect(await identify(target).stat(files[0] ?? '')).toEqual({ size: 6 })
})

test('a store that belongs to another database is not copied to', async () => {
  const [ours, theirs] = [await createSource(), await createSource()]
  const target = theirs.fixture.options.store
  await expect(copyTo(ours.fixture, target)).rejects.toThrow('belongs to another database')
})

test('files that the store has lost or damaged are named, and the rest is copied', async () => {
  const { fixture, files } = await createSource()
  const { store } = fixture.options
  const [lost, damaged] = [files[3] ?? '', files[4] ?? '']
  await store.delete(lost, 1000)
  await store.put(damaged, writeUpload('dAmaged').path)
  const target = openStore(`file:${join(makeFolder(), 'new/folder')}`, storeOptions)
  const report = await copyTo(fixture, target)
  expect(report).toMatchObject({ copied: 28, faulty: [lost, damaged].sort() })
  expect([await target.stat(lost), await target.stat(damaged)]).toEqual([null, null])
})
