// Changes of assets by callers. Each is one transaction, in which the caller's rights are checked again.
import { requireRight } from '../../access/require-right.store.ts'
import type { ContentRight } from '../../access/rights.ts'
import { toActor } from '../../base/actor.ts'
import type { Caller } from '../../base/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { Problem } from '../../base/errors/errors.ts'
import { countAssetUses } from '../../content/tables/asset-uses.store.ts'
import { lockRevision } from '../../content/tables/revision.store.ts'
import { readsWithin } from '../../database/database.ts'
import type { AssetChange, AssetItemView } from './asset.schema.ts'
import { requireChangeable } from './asset-access.ts'
import { readUsedBy } from './asset-uses.ts'
import { getAssetRecord, readItemView, toItemViews } from './asset-view.ts'
import type { AssetReadParts } from './assets.service.ts'
import { type AssetWrite, changeAsset, removeAsset } from './change-assets.ts'

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
