// Reads assets and lists of them, each from one snapshot. Contains no HTTP.
import type { SpaceId } from '../../base/ids.ts'
import { type AssetOrder, countAssets, listAssets } from '../../content/tables/asset-lists.store.ts'
import { fold } from '../../content/values/query-text.ts'
import type { Database } from '../../database/database.ts'
import { toLimit, toList } from '../../http/list.ts'
import type { AssetsQuery, AssetView } from './asset.schema.ts'
import { readAssetView, toItemViews } from './asset-view.ts'

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
