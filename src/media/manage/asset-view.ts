// Converts assets to the views of the management API.
import { parseActor } from '../../base/actor.ts'
import { toTimestamp } from '../../base/clock.ts'
import type { SpaceId } from '../../base/ids.ts'
import { countAssetUses, listDelivered } from '../../content/tables/asset-uses.store.ts'
import { type AssetRecord, findAsset } from '../../content/tables/assets.store.ts'
import type { Reads } from '../../database/database.ts'
import { assetNotFound } from '../asset-problems.ts'
import { isAnimated } from '../images/picture.ts'
import type { AssetItemView, AssetView } from './asset.schema.ts'
import { readUsedBy } from './asset-uses.ts'

/** Adds the data that a page of assets needs, in two reads for all of them. */
export async function toItemViews(
  reads: Reads,
  space: SpaceId,
  records: readonly AssetRecord[],
  filesOrigin: string,
): Promise<AssetItemView[]> {
  const ids = records.map(({ id }) => id)
  const uses = await countAssetUses(reads, space, ids)
  const delivered = await listDelivered(reads, space, ids)
  return records.map(record => ({
    id: record.id,
    filename: record.filename,
    contentType: record.contentType,
    size: record.size,
    sha256: record.blob,
    width: record.width,
    height: record.height,
    title: record.title,
    alt: record.alt,
    focalPoint:
      record.focal_x === null || record.focal_y === null ? null : { x: record.focal_x, y: record.focal_y },
    thumbhash: record.thumbhash,
    animated: isAnimated(record),
    unreadable: record.unreadable === 1,
    url: `${filesOrigin}/assets/${space}/${record.blob}/${encodeURIComponent(record.filename)}`,
    live: delivered.has(record.id),
    uses: uses.get(record.id) ?? 0,
    createdAt: toTimestamp(record.created_at),
    createdBy: parseActor(record.created_by),
    updatedAt: toTimestamp(record.updated_at),
    updatedBy: parseActor(record.updated_by),
  }))
}

export async function readItemView(
  reads: Reads,
  space: SpaceId,
  id: string,
  filesOrigin: string,
): Promise<AssetItemView> {
  const [view] = await toItemViews(reads, space, [await getAssetRecord(reads, space, id)], filesOrigin)
  return view!
}

export async function readAssetView(
  reads: Reads,
  space: SpaceId,
  id: string,
  filesOrigin: string,
): Promise<AssetView> {
  const item = await readItemView(reads, space, id, filesOrigin)
  return { ...item, usedBy: await readUsedBy(reads, space, id) }
}

export async function getAssetRecord(reads: Reads, space: SpaceId, id: string): Promise<AssetRecord> {
  const record = await findAsset(reads, space, id)
  if (record === null) throw assetNotFound()
  return record
}
