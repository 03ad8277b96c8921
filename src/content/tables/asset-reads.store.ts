// SQL statements that read the assets that content names. Read-only. Transactions that write a publication or change an
// asset read them under the space's lock.
import { withContentType } from '../../base/content-type.ts'
import type { SpaceId } from '../../base/ids.ts'
import { isIn, query, type Reads } from '../../database/database.ts'

function assetsOf(space: SpaceId) {
  return query
    .selectFrom('asset')
    .innerJoin('blob', 'blob.sha256', 'asset.blob')
    .innerJoin('space', 'space.id', 'asset.space')
    .where('asset.space', '=', space)
    .select([
      'asset.id',
      'asset.blob',
      'asset.filename',
      'asset.title',
      'asset.alt',
      'asset.focal_x as focalX',
      'asset.focal_y as focalY',
      'blob.content_type as contentType',
      'blob.size',
      'blob.width',
      'blob.height',
      'blob.thumbhash',
      'space.slug as spaceSlug',
    ])
}

/** An asset with the properties of its file. */
export type AssetRow = Awaited<ReturnType<typeof readAssets>>[number]

export async function readAssets(reads: Reads, space: SpaceId, ids: readonly string[]) {
  if (ids.length === 0) return []
  return (await reads.all(assetsOf(space).where(isIn('asset.id', ids)))).map(withContentType)
}

/** Lists a page of assets, ascending by id. */
export async function listAssetsById(
  reads: Reads,
  space: SpaceId,
  after: string,
  limit: number,
): Promise<AssetRow[]> {
  const page = assetsOf(space).where('asset.id', '>', after).orderBy('asset.id').limit(limit)
  return (await reads.all(page)).map(withContentType)
}

/** Reads the assets with these files, the oldest first. */
export async function readAssetsOfBlobs(
  reads: Reads,
  space: SpaceId,
  blobs: readonly string[],
): Promise<AssetRow[]> {
  if (blobs.length === 0) return []
  const oldestFirst = assetsOf(space)
    .where(isIn('asset.blob', blobs))
    .orderBy('asset.created_at')
    .orderBy('asset.id')
  return (await reads.all(oldestFirst)).map(withContentType)
}

/** Reads the former addresses of assets with these files, the most recently replaced first. */
export async function readFormerAddresses(reads: Reads, space: SpaceId, blobs: readonly string[]) {
  if (blobs.length === 0) return []
  return reads.all(
    query
      .selectFrom('asset_former')
      .select(['sha256', 'filename', 'asset'])
      .where('space', '=', space)
      .where(isIn('sha256', blobs))
      .orderBy('replaced_at', 'desc')
      .orderBy('asset'),
  )
}

export async function readSpaceSlug(reads: Reads, space: SpaceId): Promise<string> {
  const row = await reads.first(query.selectFrom('space').select('slug').where('id', '=', space))
  return row!.slug
}
