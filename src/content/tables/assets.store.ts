// SQL statements for the assets of a space and their former addresses. Only this file writes them. A transaction that writes
// them holds the space's lock, and updates the live content that shows them.
import { sql } from 'kysely'
import { withContentType } from '../../base/content-type.ts'
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { execute, isIn, query, type Reads, type Writes } from '../../database/database.ts'
import { prepare } from '../../database/prepare.ts'
import type { Schema } from '../../database/schema.ts'
import { cutAt, fold } from '../values/query-text.ts'

type AssetTable = Schema['asset']
export type AssetRow = Omit<AssetTable, 'space' | 'filename_key' | 'search' | 'was_delivered'>

/** An asset with the properties of its file. */
export type AssetRecord = Awaited<ReturnType<typeof findAsset>> & {}

const assetColumns = [
  ...(['space', 'id', 'blob', 'filename', 'title', 'alt', 'focal_x', 'focal_y'] as const),
  ...(['filename_key', 'search', 'created_at', 'created_by', 'updated_at', 'updated_by'] as const),
  'was_delivered',
] as const

/** In code points. */
const searchLengthMax = 500

/** Joins the assets of a space with their files. */
export function assetsOf(space: SpaceId) {
  return query
    .selectFrom('asset')
    .innerJoin('blob', 'blob.sha256', 'asset.blob')
    .where('asset.space', '=', space)
}

export function recordsOf(space: SpaceId) {
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
