// Which files are removed, and when. On PostgreSQL all of it runs as a role that row level security binds.
import { describe, expect, test } from 'bun:test'
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { systemRandom } from '../../../src/base/ids.ts'
import { markUnused, reserveBlob } from '../../../src/media/blobs/blobs.store.ts'
import { storeBlob } from '../../../src/media/blobs/blobs.ts'
import { collectGarbage } from '../../../src/media/blobs/collect-garbage.ts'
import { openStore } from '../../../src/media/stores/open-store.ts'
import { StoreUnavailable } from '../../../src/media/stores/store.ts'
import { newTemporaryPath } from '../../../src/media/stores/temporary-files.ts'
import {
  addAsset,
  createFileSpace,
  type FileSpace,
  publishAsset,
  replaceFile,
  storeText,
  takeAway,
  toBlob,
} from '../../kit/app/file-space.ts'
import { createNeighbour } from '../../kit/app/test-space.ts'
import { statementOf } from '../../kit/database/statements.ts'
import { storeOptions, writeUpload } from '../../kit/files/stores.ts'
import { makeFolder } from '../../kit/test-folder.ts'

const hour = 60 * 60 * 1000
const minute = 60 * 1000

const collect = ({ options }: FileSpace, isDryRun = false) =>
  collectGarbage({ ...options, isDryRun, removeImages: async () => 2, temporaryFolders: [] })

const isStored = async ({ options }: FileSpace, sha256: string) => (await options.store.stat(sha256)) !== null

const countRows = ({ database }: FileSpace) =>
  database.reads.all(statementOf<{ sha256: string }>('select sha256 from blob'))

describe('a file that nothing uses', () => {
  test('is removed after a day, and not before', async () => {
    const fixture = await createFileSpace()
    const [first, second] = [await storeText(fixture, 'first'), await storeText(fixture, 'second file')]
    fixture.time.now += 24 * hour
    expect(await collect(fixture)).toEqual({ blobs: 0, bytes: 0, images: 0 })
    const third = await storeText(fixture, 'third')
    fixture.time.now += hour
    expect(await collect(fixture, true)).toEqual({ blobs: 2, bytes: 16, images: 4 })
    expect(await isStored(fixture, first)).toBe(true)
    expect(await collect(fixture)).toEqual({ blobs: 2, bytes: 16, images: 4 })
    expect(await Promise.all([first, second, third].map(each => isStored(fixture, each)))).toEqual([
      false,
      false,
      true,
    ])
    expect(await countRows(fixture)).toEqual([{ sha256: third }])
  })

  test('counts its day from when the last use of it ended', async () => {
    const fixture = await createFileSpace()
    const sha256 = await storeText(fixture, 'bytes')
    await addAsset(fixture, 'a', sha256)
    fixture.time.now += 1000 * hour
    await takeAway(fixture, 'a', 'both')
    fixture.time.now += 23 * hour
    expect(await collect(fixture)).toMatchObject({ blobs: 0 })
    fixture.time.now += 2 * hour
    expect(await collect(fixture)).toMatchObject({ blobs: 1 })
  })

  test('counts its day again when it is uploaded again', async () => {
    const fixture = await createFileSpace()
    await storeText(fixture, 'bytes')
    fixture.time.now += 25 * hour
    const sha256 = await storeText(fixture, 'bytes')
    expect(await collect(fixture)).toMatchObject({ blobs: 0 })
    await addAsset(fixture, 'a', sha256)
  })
})

describe('a file stays', () => {
  test('of an asset that no content uses, in any space', async () => {
    const fixture = await createFileSpace()
    const neighbour = await createNeighbour(fixture.testSpace, 'neighbour')
    const sha256 = await storeText(fixture, 'bytes')
    await addAsset(fixture, 'a', sha256)
    await addAsset({ ...fixture, space: neighbour.space }, 'a', sha256)
    fixture.time.now += 100 * hour
    await takeAway(fixture, 'a', 'both')
    fixture.time.now += 100 * hour
    expect(await collect(fixture)).toMatchObject({ blobs: 0 })
    await takeAway({ ...fixture, space: neighbour.space }, 'a', 'both')
    fixture.time.now += 25 * hour
    expect(await collect(fixture)).toMatchObject({ blobs: 1 })
  })

  test('that a publication shows, although its asset is gone', async () => {
    const fixture = await createFileSpace()
    const sha256 = await storeText(fixture, 'bytes')
    await addAsset(fixture, 'a', sha256)
    await publishAsset(fixture, 'entry', 'a')
    await takeAway(fixture, 'a', 'asset')
    fixture.time.now += 25 * hour
    expect(await collect(fixture)).toMatchObject({ blobs: 0 })
    await takeAway(fixture, 'a', 'publications')
    fixture.time.now += 25 * hour
    expect(await collect(fixture)).toMatchObject({ blobs: 1 })
  })

  test('that was put to use after it was found unused', async () => {
    const fixture = await createFileSpace()
    const sha256 = await storeText(fixture, 'bytes')
    await addAsset(fixture, 'a', sha256)
    fixture.time.now += 25 * hour
    const { now } = fixture.time
    expect(await fixture.database.transaction(writes => markUnused(writes, [sha256], now, now))).toEqual([])
  })

  test('of an asset after its replacement; the replaced one goes', async () => {
    const fixture = await createFileSpace()
    const [before, after] = [await storeText(fixture, 'before'), await storeText(fixture, 'after')]
    await addAsset(fixture, 'a', before)
    await publishAsset(fixture, 'entry', 'a')
    await replaceFile(fixture, 'a', after)
    fixture.time.now += 25 * hour
    expect(await collect(fixture)).toMatchObject({ blobs: 1 })
    expect([await isStored(fixture, before), await isStored(fixture, after)]).toEqual([false, true])
  })

  test('while it is uploaded: its row is there and its file is not yet', async () => {
    const fixture = await createFileSpace()
    const { sha256, path } = writeUpload('bytes')
    const row = toBlob(sha256, 5)
    await fixture.database.transaction(writes => reserveBlob(writes, row, fixture.time.now))
    expect(await collect(fixture)).toMatchObject({ blobs: 0 })
    await fixture.options.store.put(sha256, path)
    await addAsset(fixture, 'a', sha256)
  })
})

describe('a removal that was not finished', () => {
  async function leaveMark(isFileGone: boolean) {
    const fixture = await createFileSpace()
    const sha256 = await storeText(fixture, 'bytes')
    fixture.time.now += 25 * hour
    const mark = fixture.time.now
    const marked = await fixture.database.transaction(writes => markUnused(writes, [sha256], mark, mark))
    expect(marked).toEqual([sha256])
    if (isFileGone) await fixture.options.store.delete(sha256, 1000)
    return { fixture, sha256 }
  }

  test.each([false, true])(
    'is left alone for five minutes and then finished (file gone: %p)',
    async isFileGone => {
      const { fixture, sha256 } = await leaveMark(isFileGone)
      fixture.time.now += 5 * minute
      expect(await collect(fixture)).toMatchObject({ blobs: 0 })
      fixture.time.now += 1
      expect(await collect(fixture)).toMatchObject({ blobs: 1 })
      expect([await isStored(fixture, sha256), await countRows(fixture)]).toEqual([false, []])
    },
  )

  test('is finished by an upload of the same bytes, which then stores them', async () => {
    const { fixture, sha256 } = await leaveMark(false)
    fixture.time.now += 5 * minute + 1
    await storeText(fixture, 'bytes')
    await addAsset(fixture, 'a', sha256)
    expect(await isStored(fixture, sha256)).toBe(true)
  })

  test('is waited for by an upload, which gets a 503 with Retry-After after 20 seconds', async () => {
    const { fixture } = await leaveMark(false)
    const from = fixture.time.now
    const error = await storeText(fixture, 'bytes').catch(reason => reason)
    expect(error).toMatchObject({ code: 'store_unavailable', status: 503, headers: { 'Retry-After': '60' } })
    expect(fixture.time.now - from).toBe(20_000)
  })

  test('keeps its file from being named', async () => {
    const { fixture, sha256 } = await leaveMark(false)
    await expect(addAsset(fixture, 'a', sha256)).rejects.toThrow('not there')
  })
})

test('a delete whose end is not known leaves the mark, and is not tried again', async () => {
  const fixture = await createFileSpace()
  const sha256 = await storeText(fixture, 'bytes')
  fixture.time.now += 25 * hour
  let deletes = 0
  const store = {
    ...fixture.options.store,
    delete: async () => {
      deletes += 1
      throw new StoreUnavailable('no response')
    },
  }
  const failing = { ...fixture, options: { ...fixture.options, store } }
  await expect(collect(failing)).rejects.toBeInstanceOf(StoreUnavailable)
  expect(await collect(failing)).toMatchObject({ blobs: 0 })
  expect(deletes).toBe(1)
  await expect(storeBlob(fixture.options, toBlob(sha256, 5), writeUpload('bytes').path)).rejects.toThrow(
    'being removed',
  )
})

test('a delete that could not be sent within ten seconds is not sent', async () => {
  const fixture = await createFileSpace()
  const sha256 = await storeText(fixture, 'bytes')
  fixture.time.now += 25 * hour
  const { database } = fixture
  const transaction: typeof database.transaction = async (work, space) => {
    const result = await database.transaction(work, space)
    fixture.time.now += 10_001
    return result
  }
  const slow = { ...fixture, options: { ...fixture.options, database: { ...database, transaction } } }
  expect(await collect(slow)).toMatchObject({ blobs: 0 })
  expect(await isStored(fixture, sha256)).toBe(true)
})

test('a store that is away is found out before anything is marked', async () => {
  const fixture = await createFileSpace()
  await storeText(fixture, 'bytes')
  fixture.time.now += 25 * hour
  const away = openStore(`file:${makeFolder()}/missing`, storeOptions)
  const options = { ...fixture.options, store: away }
  await expect(collect({ ...fixture, options })).rejects.toBeInstanceOf(StoreUnavailable)
  expect(await collect(fixture)).toMatchObject({ blobs: 1 })
})

test('temporary files of uploads are removed after a day', async () => {
  const fixture = await createFileSpace()
  const folder = fixture.options.store.temporaryFolder ?? ''
  const paths = await Promise.all(
    [25, 23].map(async hours => {
      const path = await newTemporaryPath(folder, { host: 'gone', process: 1 }, systemRandom)
      writeFileSync(path, 'half')
      const seconds = (fixture.time.now - hours * hour) / 1000
      utimesSync(path, seconds, seconds)
      return path
    }),
  )
  await collect(fixture)
  expect(paths.map(path => existsSync(path))).toEqual([false, true])
})
