// Reads assets and changes them for callers. Lists and reads are from one snapshot each. A change is one transaction, in
// which the rights of the caller are checked again: if live content or a scheduled draft shows the asset, it needs the
// right to publish.
import { assertRights } from '../../access/access-problems.ts'
import { requireRight } from '../../access/require-right.store.ts'
import { type ContentRight, rightsOf } from '../../access/rights.ts'
import { type Caller, toActor } from '../../base/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { Problem } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import {
  countAssetUses,
  isAssetShown,
  isInScheduledText,
  readScheduledDrafts,
} from '../../content/tables/asset-uses.store.ts'
import { type AssetOrder, countAssets, listAddresses, listAssets } from '../../content/tables/assets.store.ts'
import { lockRevision } from '../../content/tables/revision.store.ts'
import { toAssetPath } from '../../content/values/asset-paths.ts'
import { fold } from '../../content/values/query-text.ts'
import { type Database, type Reads, readsWithin } from '../../database/database.ts'
import { toLimit, toList } from '../../http/record.schema.ts'
import type { AssetChange, AssetItemView, AssetsQuery, AssetView } from './asset.schema.ts'
import { getAssetRecord, readAssetView, readItemView, readUsedBy, toItemViews } from './asset-view.ts'
import { type AssetWrite, changeAsset, removeAsset } from './change-assets.ts'

/** Throws unless the caller may change the asset. The id may also be one that content names although no asset has it. */
export async function requireChangeable(reads: Reads, caller: Caller, id: string): Promise<void> {
  if (rightsOf(caller).includes('publish')) return
  if (await isShownToReaders(reads, caller.space, id)) assertRights(caller, ['write', 'publish'])
}

async function isShownToReaders(reads: Reads, space: SpaceId, id: string): Promise<boolean> {
  if (await isAssetShown(reads, space, id)) return true
  const name = `"id":${JSON.stringify(id)}`
  const drafts = await readScheduledDrafts(reads, space, id)
  if (drafts.some(({ data, variants }) => `${data}${variants}`.includes(name))) return true
  const addresses = await listAddresses(reads, space, id)
  const paths = addresses.map(({ sha256, filename }) => toAssetPath(space, sha256, filename))
  return isInScheduledText(reads, space, paths)
}

export interface AssetReadParts {
  readonly database: Database
  /** The origin of the addresses of files; empty if they are only paths. */
  readonly filesOrigin: string
}

export function listAssetPage(
  { database, filesOrigin }: AssetReadParts,
  space: SpaceId,
  wanted: AssetsQuery,
) {
  const filter = {
    type: wanted.type ?? null,
    isUsed: wanted.used ?? null,
    hasAlt: wanted.alt ?? null,
    search: fold(wanted.search),
  }
  const key = wanted.sort.replace('-', '') as AssetOrder['key']
  const order = { key, isDescending: wanted.sort.startsWith('-') }
  return database.snapshot(space, async reads => {
    const records = await listAssets(reads, space, filter, order, toLimit(wanted))
    const list = await toItemViews(reads, space, records, filesOrigin)
    return toList(list, await countAssets(reads, space, filter), wanted)
  })
}

export function getAsset(
  { database, filesOrigin }: AssetReadParts,
  space: SpaceId,
  id: string,
): Promise<AssetView> {
  return database.snapshot(space, reads => readAssetView(reads, space, id, filesOrigin))
}

export interface AssetChangeParts extends AssetReadParts {
  readonly clock: Clock
}

export interface ChangedAsset {
  readonly doc: AssetItemView
  readonly rewritten: number
}

/** `caller` is the caller of the request with its current rights. */
interface CallerWrite extends AssetWrite {
  readonly caller: Caller
}

/** Runs changes in a transaction that holds the lock of the space's content from the start. */
export function changeAssets<Result>(
  { database, clock }: AssetChangeParts,
  caller: Caller,
  rights: readonly ContentRight[],
  work: (write: CallerWrite) => Promise<Result>,
): Promise<Result> {
  const { space } = caller
  return database.transaction(async writes => {
    const current = await requireRight(writes, caller, rights, clock)
    await lockRevision(writes, space)
    return work({ writes, space, by: toActor(current), now: clock(), caller: current })
  }, space)
}

/** Checks that the asset exists and that the caller may change it. Called before the body of a change is read. */
export function requireAsset({ database }: AssetReadParts, caller: Caller, id: string): Promise<void> {
  return database.snapshot(caller.space, async reads => {
    await getAssetRecord(reads, caller.space, id)
    await requireChangeable(reads, caller, id)
  })
}

export function patchAsset(
  parts: AssetChangeParts,
  caller: Caller,
  id: string,
  change: AssetChange,
): Promise<ChangedAsset> {
  return changeAssets(parts, caller, ['write'], async write => {
    const reads = readsWithin(write.writes)
    await getAssetRecord(reads, write.space, id)
    await requireChangeable(reads, write.caller, id)
    const rewritten = await changeAsset(write, id, change)
    return { doc: await readItemView(reads, write.space, id, parts.filesOrigin), rewritten }
  })
}

/** Deletes an asset. Returns it as it was. */
export function deleteAssetOf(
  parts: AssetChangeParts,
  caller: Caller,
  id: string,
  isForced: boolean,
): Promise<ChangedAsset> {
  return changeAssets(parts, caller, ['write', 'publish'], write =>
    removeUnlessUsed(write, parts, id, { isForced, toForce: 'send force=1' }),
  )
}

interface Force {
  readonly isForced: boolean
  /** The instruction for forcing the deletion, for the error. */
  readonly toForce: string
}

export async function removeUnlessUsed(
  write: AssetWrite,
  { filesOrigin }: Pick<AssetReadParts, 'filesOrigin'>,
  id: string,
  { isForced, toForce }: Force,
): Promise<ChangedAsset> {
  const reads = readsWithin(write.writes)
  const record = await getAssetRecord(reads, write.space, id)
  const uses = (await countAssetUses(reads, write.space, [id])).get(id) ?? 0
  if (uses > 0 && !isForced) {
    const usedBy = await readUsedBy(reads, write.space, id)
    const detail = `${uses === 1 ? 'One entry uses' : `${uses} entries use`} this asset. Take it out of ${uses === 1 ? 'that entry' : 'them'}, or ${toForce}.`
    throw new Problem('asset_in_use', detail, { members: { uses, usedBy } })
  }
  const [doc] = await toItemViews(reads, write.space, [record], filesOrigin)
  return { doc: doc!, rewritten: await removeAsset(write, record) }
}
