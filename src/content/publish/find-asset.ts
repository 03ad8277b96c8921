// The asset columns that validating and listing drafts needs.
import type { SpaceId } from '../../base/ids.ts'
import type { Reads } from '../../database/database.ts'
import { type AssetRow, readAssets } from '../tables/asset-reads.store.ts'
import { nothingPlanned } from './planned-assets.ts'

/** Returns null if the asset does not exist. */
export type FindRow = (id: string) => Pick<AssetRow, 'id' | 'contentType' | 'spaceSlug'> | null

/** Reads these assets, and returns a function that finds one of them. */
export async function readFindAsset(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
  planned = nothingPlanned,
): Promise<FindRow> {
  const stored = ids.filter(id => planned.find(id) === null)
  const found = new Map((await readAssets(reads, space, stored)).map(row => [row.id, row]))
  return id => planned.find(id) ?? found.get(id) ?? null
}
