// SQL statements for the assets of a space and their former addresses. Only this file writes them. A transaction that
// writes them, or a publication that names them, holds the space's lock.
import { sql } from 'kysely'
import { withContentType } from '../../base/content-type.ts'
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { byEngine, execute, isIn, prepare, query, type Reads, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { cutAt, fold } from '../values/query-text.ts'

type AssetTable = Schema['asset']
export type AssetRow = Omit<AssetTable, 'space' | 'filename_key' | 'search' | 'was_delivered'>

/** An asset as the media library lists it. */
export type AssetRecord = Awaited<ReturnType<typeof findAsset>> & {}

const assetColumns = [
  ...(['space', 'id', 'blob', 'filename', 'title', 'alt', 'focal_x', 'focal_y'] as const),
  ...(['filename_key', 'search', 'created_at', 'created_by', 'updated_at', 'updated_by'] as const),
  'was_delivered',
] as const

/** In code points. */
const searchLengthMax = 500

/** Joins the assets of a space with their files. */
function assetsOf(space: SpaceId) {
  return query
    .selectFrom('asset')
    .innerJoin('blob', 'blob.sha256', 'asset.blob')
    .where('asset.space', '=', space)
}

function recordsOf(space: SpaceId) {
  return assetsOf(space)
    .select(['asset.id', 'asset.blob', 'asset.filename', 'asset.title', 'asset.alt'])
    .select(['asset.focal_x', 'asset.focal_y'])
    .select(['asset.created_at', 'asset.created_by', 'asset.updated_at', 'asset.updated_by'])
    .select(['blob.size', 'blob.content_type as contentType', 'blob.width', 'blob.height', 'blob.thumbhash'])
    .select(['blob.frames', 'blob.unreadable'])
}

const assetById = prepare(({ space, id }: { space: SpaceId; id: string }) =>
  recordsOf(space).where('asset.id', '=', id),
)

export async function findAsset(reads: Reads, space: SpaceId, id: string) {
  const row = await reads.first(assetById({ space, id }))
  return row ? withContentType(row) : null
}

const oldestOfBlob = prepare(({ space, sha256 }: { space: SpaceId; sha256: string }) =>
  recordsOf(space)
    .where('asset.blob', '=', sha256)
    .orderBy('asset.created_at')
    .orderBy('asset.id')
    .limit(sql.lit(1)),
)

/** Finds the oldest asset of the space with this file. */
export async function findAssetOfBlob(
  reads: Reads,
  space: SpaceId,
  sha256: string,
): Promise<AssetRecord | null> {
  const row = await reads.first(oldestOfBlob({ space, sha256 }))
  return row ? withContentType(row) : null
}

/** Derives the columns by which lists are sorted and searched. */
function derivedColumns({ filename, title }: Pick<AssetRow, 'filename' | 'title'>) {
  const key = fold(filename)
  return {
    filename_key: cutAt(key, searchLengthMax),
    search: `${cutAt(key, searchLengthMax)}\n${cutAt(fold(title ?? ''), searchLengthMax)}`,
  }
}

export async function insertAsset(writes: Writes, space: SpaceId, row: AssetRow): Promise<void> {
  await writes
    .insertInto('asset')
    .values({ space, ...row, ...derivedColumns(row), was_delivered: 0 })
    .execute()
}

export async function insertAssets(writes: Writes, space: SpaceId, rows: readonly AssetRow[]): Promise<void> {
  const whole = rows.map(row => ({ space, ...row, ...derivedColumns(row), was_delivered: 0 as const }))
  await runInParts(writes, 'insertAssets', assetColumns, whole, part =>
    writes.insertInto('asset').values(part.map(row => columnsOf(row, assetColumns))),
  )
}

/** Replaces all columns of the asset except the time and the author of its creation. */
export async function updateAsset(writes: Writes, space: SpaceId, row: AssetRow): Promise<void> {
  const { id, created_at: _, created_by: __, ...columns } = row
  await writes
    .updateTable('asset')
    .set({ ...columns, ...derivedColumns(row) })
    .where('space', '=', space)
    .where('id', '=', id)
    .execute()
}

/** Deletes an asset and its former addresses. */
export async function deleteAsset(writes: Writes, space: SpaceId, id: string): Promise<void> {
  await writes.deleteFrom('asset_former').where('space', '=', space).where('asset', '=', id).execute()
  await writes.deleteFrom('asset').where('space', '=', space).where('id', '=', id).execute()
}

const former = prepare(({ space, id, now }: { space: SpaceId; id: string; now: number }) =>
  query
    .insertInto('asset_former')
    .columns(['space', 'sha256', 'filename', 'asset', 'replaced_at', 'was_delivered'])
    .expression(({ selectFrom, cast, val }) =>
      selectFrom('asset')
        .select([
          'space',
          'blob',
          'filename',
          'id',
          cast<number>(val(now), 'bigint').as('now'),
          'was_delivered',
        ])
        .where('space', '=', space)
        .where('id', '=', id),
    )
    .onConflict(conflict =>
      conflict.columns(['space', 'sha256', 'filename', 'asset']).doUpdateSet(({ ref }) => ({
        replaced_at: ref('excluded.replaced_at'),
        was_delivered: sql<0 | 1>`asset_former.was_delivered | excluded.was_delivered`,
      })),
    ),
)

/**
 * Records the current address of the asset as a former one. Call before the asset gets another address. A former address
 * that was ever delivered leads to the current one.
 */
export async function leaveAddress(writes: Writes, space: SpaceId, id: string, now: number): Promise<void> {
  await execute(writes, former({ space, id, now }))
  await writes
    .updateTable('asset')
    .set({ was_delivered: 0 })
    .where('space', '=', space)
    .where('id', '=', id)
    .execute()
}

/** Records that the current addresses of these assets have been delivered, because live content shows them. */
export async function markDelivered(writes: Writes, space: SpaceId, ids: readonly string[]): Promise<void> {
  await writes
    .updateTable('asset')
    .set({ was_delivered: 1 })
    .where('space', '=', space)
    .where(isIn('id', ids))
    .where('was_delivered', '=', 0)
    .execute()
}

/** Lists the current and the former addresses of the asset. */
export async function listAddresses(reads: Reads, space: SpaceId, id: string) {
  return reads.all(
    query
      .selectFrom('asset')
      .select(['blob as sha256', 'filename'])
      .where('space', '=', space)
      .where('id', '=', id)
      .unionAll(
        query
          .selectFrom('asset_former')
          .select(['sha256', 'filename'])
          .where('space', '=', space)
          .where('asset', '=', id),
      ),
  )
}

function assetsWithFile(space: SpaceId) {
  return assetsOf(space)
    .innerJoin('space', 'space.id', 'asset.space')
    .select(['asset.id', 'asset.blob', 'asset.filename', 'asset.title', 'asset.alt'])
    .select(['asset.focal_x as focalX', 'asset.focal_y as focalY'])
    .select(['blob.size', 'blob.content_type as contentType', 'blob.width', 'blob.height', 'blob.thumbhash'])
    .select('space.slug as spaceSlug')
}

/** An asset with the properties of its file that content shows. */
export type AssetWithFile = Awaited<ReturnType<typeof readAssets>>[number]

export async function readAssets(reads: Reads, space: SpaceId, ids: readonly string[]) {
  if (ids.length === 0) return []
  return (await reads.all(assetsWithFile(space).where(isIn('asset.id', ids)))).map(withContentType)
}

/** Lists a page of assets, ascending by id. */
export async function listAssetsById(
  reads: Reads,
  space: SpaceId,
  after: string,
  limit: number,
): Promise<AssetWithFile[]> {
  const page = assetsWithFile(space).where('asset.id', '>', after).orderBy('asset.id').limit(limit)
  return (await reads.all(page)).map(withContentType)
}

/** Reads the assets with these files, the oldest first. */
export async function readAssetsOfBlobs(
  reads: Reads,
  space: SpaceId,
  blobs: readonly string[],
): Promise<AssetWithFile[]> {
  if (blobs.length === 0) return []
  const oldestFirst = assetsWithFile(space)
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

export const assetTypes = ['image', 'media', 'document'] as const

interface AssetFilter {
  /** Null means all. */
  readonly type: (typeof assetTypes)[number] | null
  /** True for assets that a draft or live content names, false for the others; null means all. */
  readonly isUsed: boolean | null
  /** True for images with alt text, false for images without; null means all. */
  readonly hasAlt: boolean | null
  /** The folded search text; empty for none. */
  readonly search: string
}

export const assetSortKeys = ['createdAt', 'filename', 'size'] as const

export interface AssetOrder {
  readonly key: (typeof assetSortKeys)[number]
  readonly isDescending: boolean
}

const sortColumns = {
  createdAt: 'asset.created_at',
  filename: 'asset.filename_key',
  size: 'blob.size',
} as const satisfies Record<AssetOrder['key'], string>

export async function listAssets(
  reads: Reads,
  space: SpaceId,
  filter: AssetFilter,
  { key, isDescending }: AssetOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly AssetRecord[]> {
  const page = filtered(space, filter)
    .select('asset.id')
    .orderBy(sortColumns[key], isDescending ? 'desc' : 'asc')
    .orderBy('asset.id')
    .limit(limit)
    .offset(offset)
  const ids = (await reads.all(page)).map(({ id }) => id)
  const rows = await reads.all(recordsOf(space).where(isIn('asset.id', ids)))
  const byId = new Map(rows.map(row => [row.id, withContentType(row)]))
  return ids.map(id => byId.get(id)!)
}

export async function countAssets(reads: Reads, space: SpaceId, filter: AssetFilter): Promise<number> {
  const row = await reads.first(filtered(space, filter).select(query.fn.countAll<number>().as('count')))
  return row?.count ?? 0
}

function filtered(space: SpaceId, { type, isUsed, hasAlt, search }: AssetFilter) {
  return assetsOf(space)
    .$if(type !== null, assets => assets.where(isOfType(type!)))
    .$if(isUsed !== null, assets => assets.where(isUsedIn(space, isUsed!)))
    .$if(hasAlt !== null, assets =>
      assets.where(isOfType('image')).where('asset.alt', hasAlt ? 'is not' : 'is', null),
    )
    .$if(search !== '', assets => assets.where(contains(search)))
}

function isOfType(type: (typeof assetTypes)[number]) {
  const begins = (...starts: readonly string[]) =>
    sql<boolean>`(${sql.join(
      starts.map(start => sql`blob.content_type like ${sql.lit(`${start}/%`)}`),
      sql` or `,
    )})`
  if (type === 'image') return begins('image')
  if (type === 'media') return begins('video', 'audio')
  return sql<boolean>`not ${begins('image', 'video', 'audio')}`
}

function isUsedIn(space: SpaceId, isUsed: boolean) {
  const used = sql<boolean>`(
    exists (select 1 from publication_asset as shown where shown."space" = ${space} and shown.asset = asset.id)
    or exists (select 1 from draft_asset as named where named."space" = ${space} and named.asset = asset.id)
  )`
  return isUsed ? used : sql<boolean>`not ${used}`
}

function contains(text: string) {
  return byEngine<boolean>({
    sqlite: sql`instr(asset.search, ${text}) > 0`,
    postgres: sql`strpos(asset.search, ${text}) > 0`,
  })
}
