// A space with a file store, and what changes which files it shows: the rows of assets and publications, written as
// plainly as can be, with the calls that every such change makes.
import type { SpaceId } from '../../../src/base/ids.ts'
import type { Database, Writes } from '../../../src/database/database.ts'
import { claimBlobs, type NewBlob, releaseBlobs } from '../../../src/media/blobs/blobs.store.ts'
import { type BlobOptions, storeBlob } from '../../../src/media/blobs/blobs.ts'
import { openStore } from '../../../src/media/stores/open-store.ts'
import { storeOptions, writeUpload } from '../files/stores.ts'
import { makeFolder } from '../test-folder.ts'
import { createTestSpace, type TestSpace } from './test-space.ts'

export interface FileSpace {
  readonly space: SpaceId
  readonly database: Database
  readonly options: BlobOptions
}

export interface FileSpaceFixture extends FileSpace {
  readonly testSpace: TestSpace
  /** The clock: assign it to move the time. Waiting moves it too. */
  readonly time: { now: number }
}

export async function createFileSpace(
  store = openStore(`file:${makeFolder()}`, storeOptions),
): Promise<FileSpaceFixture> {
  const testSpace = await createTestSpace()
  const { database, space } = testSpace
  const time = { now: Date.parse('2026-06-01T00:00:00Z') }
  const wait = async (ms: number) => {
    time.now += ms
  }
  return { testSpace, database, space, time, options: { database, store, clock: () => time.now, wait } }
}

export const toBlob = (sha256: string, size: number): NewBlob => ({
  sha256,
  size,
  contentType: 'text/plain',
  width: null,
  height: null,
  thumbhash: null,
  frames: null,
  isUnreadable: false,
})

/** Stores the bytes, without an asset that uses them. */
export async function storeText({ options }: FileSpace, text: string): Promise<string> {
  const { path, sha256 } = writeUpload(text, options.store.temporaryFolder ?? undefined)
  await storeBlob(options, toBlob(sha256, text.length), path)
  return sha256
}

/** Fails, and changes nothing, if the file is not there. */
async function requireBlobs(writes: Writes, space: SpaceId, files: readonly string[]): Promise<void> {
  const missing = await claimBlobs(writes, space, files)
  if (missing.length > 0) throw new Error(`not there: ${missing}`)
}

export function addAsset({ space, database, options }: FileSpace, id: string, blob: string): Promise<void> {
  return database.transaction(async writes => {
    await requireBlobs(writes, space, [blob])
    const now = options.clock()
    const names = { filename: 'a.txt', filename_key: 'a.txt', search: 'a.txt', title: null, alt: null }
    const times = { created_at: now, created_by: null, updated_at: now, updated_by: null }
    const row = {
      space,
      id,
      blob,
      ...names,
      ...times,
      focal_x: null,
      focal_y: null,
      was_delivered: 0,
    } as const
    await writes.insertInto('asset').values(row).execute()
  }, space)
}

/** What live content shows goes on to show the asset, with its new file. */
export function replaceFile(
  { space, database, options }: FileSpace,
  id: string,
  blob: string,
): Promise<void> {
  return database.transaction(async writes => {
    const before = await listNamed(writes, space, id)
    if (before.length === 0) return
    await requireBlobs(writes, space, [blob])
    await writes.updateTable('asset').set({ blob }).where('space', '=', space).where('id', '=', id).execute()
    await writes
      .updateTable('publication_asset')
      .set({ blob })
      .where('space', '=', space)
      .where('asset', '=', id)
      .execute()
    await releaseBlobs(writes, space, before, options.clock())
  }, space)
}

export function publishAsset({ space, database }: FileSpace, entry: string, asset: string): Promise<void> {
  return database.transaction(async writes => {
    const found = await writes
      .selectFrom('asset')
      .select('blob')
      .where('space', '=', space)
      .where('id', '=', asset)
      .executeTakeFirst()
    if (!found) return
    await requireBlobs(writes, space, [found.blob])
    await writes
      .insertInto('publication_asset')
      .values({ space, entry, asset, blob: found.blob, filename: 'a.txt', names_former: 0 })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }, space)
}

/** Takes the asset away, and leaves what is published, or takes that away, or both. */
export function takeAway(
  { space, database, options }: FileSpace,
  id: string,
  what: 'asset' | 'publications' | 'both',
): Promise<void> {
  return database.transaction(async writes => {
    const blobs = await listNamed(writes, space, id)
    if (what !== 'publications') {
      await writes.deleteFrom('asset').where('space', '=', space).where('id', '=', id).execute()
    }
    if (what !== 'asset') {
      await writes
        .deleteFrom('publication_asset')
        .where('space', '=', space)
        .where('asset', '=', id)
        .execute()
    }
    await releaseBlobs(writes, space, blobs, options.clock())
  }, space)
}

async function listNamed(writes: Writes, space: SpaceId, id: string): Promise<string[]> {
  const assets = await writes
    .selectFrom('asset')
    .select('blob')
    .where('space', '=', space)
    .where('id', '=', id)
    .execute()
  const shown = await writes
    .selectFrom('publication_asset')
    .select('blob')
    .where('space', '=', space)
    .where('asset', '=', id)
    .execute()
  return [...assets, ...shown].flatMap(({ blob }) => blob ?? [])
}
