// Changes assets within a transaction that holds the space's lock: the rows, their appearance in live content, the files
// that the space uses, and the activity. The management API and the command line both use it.
import { type Actor, toActorText } from '../../base/caller.ts'
import { Problem } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { type ActivityAction, recordActivity } from '../../content/tables/activity.store.ts'
import {
  type AssetRecord,
  type AssetRow,
  deleteAsset,
  findAsset,
  findAssetOfBlob,
  insertAsset,
  leaveAddress,
  updateAsset,
} from '../../content/tables/assets.store.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { type FollowOptions, followAssets } from '../../entries/drafts/republish-asset-users.ts'
import { claimBlobs, releaseBlobs } from '../blobs/blobs.store.ts'
import { StoreUnavailable } from '../stores/store.ts'
import type { AssetChange } from './asset.schema.ts'
import { getAssetRecord } from './asset-view.ts'

export interface AssetWrite {
  readonly writes: Writes
  readonly space: SpaceId
  readonly by: Actor
  readonly now: number
  /** Options for updating the live entries that show the asset. */
  readonly follow?: FollowOptions
}

interface NewFile {
  readonly sha256: string
  readonly filename: string
}

/** Returns the number of live entries whose responses have changed. */
export async function changeAsset(write: AssetWrite, id: string, change: AssetChange): Promise<number> {
  const record = await getAssetRecord(readsWithin(write.writes), write.space, id)
  const { title, alt, focalPoint } = change
  const next: AssetRow = {
    ...toRow(record),
    ...(title !== undefined && { title }),
    ...(alt !== undefined && { alt }),
    ...(focalPoint !== undefined && { focal_x: focalPoint?.x ?? null, focal_y: focalPoint?.y ?? null }),
  }
  if (Bun.deepEquals(next, toRow(record))) return 0
  await updateAsset(write.writes, write.space, { ...next, ...changedNow(write) })
  return finish(write, id, 'asset.update')
}

/** Adds an asset. `id` is the id of a new asset; `isNamed` means that the caller requests this id. */
export async function addAsset(
  write: AssetWrite,
  { id, isNamed, ...file }: NewFile & { readonly id: string; readonly isNamed: boolean },
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { writes, space, by, now } = write
  const reads = readsWithin(writes)
  const present = isNamed
    ? await findAsset(reads, space, id)
    : await findAssetOfBlob(reads, space, file.sha256)
  if (present && present.blob !== file.sha256) throw assetExists(id)
  if (present) return { id: present.id, isNew: false }
  await claim(write, file.sha256)
  await insertAsset(writes, space, {
    ...{ id, blob: file.sha256, filename: file.filename },
    ...{ title: null, alt: null, focal_x: null, focal_y: null },
    ...{ created_at: now, created_by: toActorText(by), ...changedNow(write) },
  })
  await finish(write, id, 'asset.create')
  return { id, isNew: true }
}

/** Replaces the bytes or the name. The former address of the asset then redirects to the new one. */
export async function replaceFile(
  write: AssetWrite,
  id: string,
  { sha256, filename }: { readonly sha256: string; readonly filename: string | null },
): Promise<number> {
  const { writes, space, now } = write
  const record = await getAssetRecord(readsWithin(writes), space, id)
  const next = { ...toRow(record), blob: sha256, filename: filename ?? record.filename }
  if (next.blob === record.blob && next.filename === record.filename) return 0
  await claim(write, sha256)
  await leaveAddress(writes, space, id, now)
  await updateAsset(writes, space, { ...next, ...changedNow(write) })
  const rewritten = await finish(write, id, 'asset.replace')
  await releaseBlobs(writes, space, [record.blob], now)
  return rewritten
}

/** Removes an asset. Content that named it then has no value in its place. */
export async function removeAsset(write: AssetWrite, { id, blob }: AssetRecord): Promise<number> {
  const { writes, space, now } = write
  await deleteAsset(writes, space, id)
  const rewritten = await finish(write, id, 'asset.delete')
  await releaseBlobs(writes, space, [blob], now)
  return rewritten
}

async function claim({ writes, space }: AssetWrite, sha256: string): Promise<void> {
  const missing = await claimBlobs(writes, space, [sha256])
  if (missing.length > 0) throw new StoreUnavailable(`${sha256} was removed while its asset was added.`)
}

async function finish(write: AssetWrite, id: string, action: ActivityAction): Promise<number> {
  const { writes, space, by, now, follow } = write
  const { rewritten } = await followAssets(writes, space, [id], follow)
  const nothing = { entry: null, collection: null, version: null }
  await recordActivity(writes, space, [
    { at: now, by: toActorText(by), action, ...nothing, detail: { asset: id } },
  ])
  return rewritten
}

function changedNow({ now, by }: AssetWrite) {
  return { updated_at: now, updated_by: toActorText(by) }
}

function toRow(record: AssetRecord): AssetRow {
  const { id, blob, filename, title, alt, focal_x, focal_y } = record
  const { created_at, created_by, updated_at, updated_by } = record
  return { id, blob, filename, title, alt, focal_x, focal_y, created_at, created_by, updated_at, updated_by }
}

function assetExists(id: string): Problem {
  return new Problem(
    'asset_exists',
    `The space has an asset "${id}" with another file. Replace its file instead.`,
  )
}
