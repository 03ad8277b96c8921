// Moving to another store: from a folder to S3, and back.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { systemRandom } from '../../../src/base/ids.ts'
import { copyStore } from '../../../src/media/blobs/copy-store.ts'
import { openIdentifiedStore } from '../../../src/media/blobs/store-identity.store.ts'
import { verifyStore } from '../../../src/media/blobs/verify-store.ts'
import { openStore } from '../../../src/media/stores/open-store.ts'
import type { Store } from '../../../src/media/stores/store.ts'
import { addAsset, createFileSpace, type FileSpaceFixture, storeText } from '../../kit/app/file-space.ts'
import { startS3Server } from '../../kit/files/s3-server.ts'
import { readBytes, storeKinds, storeOptions, writeUpload } from '../../kit/files/stores.ts'
import { makeFolder } from '../../kit/test-folder.ts'

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

function copyTo({ database, space, options }: FileSpaceFixture, to: Store) {
  const temporary = { folder: makeFolder(), process: storeOptions.process, random: systemRandom }
  return copyStore({ database, spaces: [{ id: space, slug: 'main' }], from: options.store, to, temporary })
}

const bytes = texts.join('').length
const noDefects = { missing: [], damaged: [] }

test.each(storeKinds)(
  'all files go to another store, and a second copy skips them (from %s)',
  async (_, openNew) => {
    const { fixture, files, identify } = await createSource(openNew())
    for (const [, openTarget] of storeKinds) {
      const target = openTarget()
      expect(await copyTo(fixture, target)).toEqual({ copied: 30, skipped: 0, bytes, ...noDefects })
      expect(await copyTo(fixture, target)).toEqual({ copied: 0, skipped: 30, bytes: 0, ...noDefects })
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

test('files in use that the store has lost or damaged are named as verify names them, and the rest is copied', async () => {
  const { fixture, files } = await createSource()
  const { database, space, options } = fixture
  const { store } = options
  const [lost, damaged, unusedLost, unusedDamaged] = files.slice(3, 7) as [string, string, string, string]
  await addAsset(fixture, 'lost', lost)
  await addAsset(fixture, 'damaged', damaged)
  for (const sha256 of [lost, unusedLost]) await store.delete(sha256, 1000)
  for (const sha256 of [damaged, unusedDamaged]) await store.put(sha256, writeUpload('dAmaged').path)
  const target = openStore(`file:${join(makeFolder(), 'new/folder')}`, storeOptions)
  const { copied, skipped, bytes: _, ...defects } = await copyTo(fixture, target)
  expect({ copied, skipped, ...defects }).toEqual({
    copied: 26,
    skipped: 0,
    missing: [{ sha256: lost, assets: [{ space: 'main', id: 'lost' }] }],
    damaged: [{ sha256: damaged, assets: [{ space: 'main', id: 'damaged' }] }],
  })
  const verified = await verifyStore({ database, store, spaces: [{ id: space, slug: 'main' }] })
  expect(defects).toEqual({ missing: verified.missing, damaged: verified.damaged })
  for (const sha256 of [lost, damaged, unusedLost, unusedDamaged])
    expect(await target.stat(sha256)).toBeNull()
})

test('an upload that was killed before its file was stored is no error of the store', async () => {
  const { fixture } = await createSource()
  const { database, space, options } = fixture
  const put: Store['put'] = () => Promise.reject(new Error('killed'))
  const killed = { ...fixture, options: { ...options, store: { ...options.store, put } } }
  await expect(storeText(killed, 'an upload')).rejects.toThrow('killed')
  const target = openStore(`file:${makeFolder()}`, storeOptions)
  expect(await copyTo(fixture, target)).toEqual({ copied: 30, skipped: 0, bytes, ...noDefects })
  const spaces = [{ id: space, slug: 'main' }]
  expect(await verifyStore({ database, store: options.store, spaces })).toMatchObject(noDefects)
})
