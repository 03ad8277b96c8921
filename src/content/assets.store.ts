// SQL statements for the assets of a space and the addresses that they had: the only ones that write them. A
// transaction that writes them holds the space's lock, and changes what live content shows too.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import { execute, isIn, query, type Reads, type Writes } from '../database/database.ts'
import { byEngine } from '../database/engine.ts'
import { prepare } from '../database/prepare.ts'
import type { Schema } from '../database/schema.ts'
import { cutAt, fold } from './query-text.ts'

type AssetTable = Schema['asset']
export type AssetRow = Omit<AssetTable, 'space' | 'filename_key' | 'search'>

/** An asset, and what is known of its bytes. */
export type AssetRecord = Awaited<ReturnType<typeof findAsset>> & {}

export const assetTypes = ['image', 'media', 'document'] as const

export interface AssetFilter {
  /** Null means all. */
  readonly type: (typeof assetTypes)[number] | null
  /** Whether a draft or what is live names it; null means any. */
  readonly isUsed: boolean | null
  /** Whether it has alt text; null means any. */
  readonly hasAlt: boolean | null
  /** Folded; empty for none. */
  readonly search: string
}

export const assetSortKeys = ['createdAt', 'filename', 'size'] as const

export interface AssetOrder {
  readonly key: (typeof assetSortKeys)[number]
  readonly isDescending: boolean
}

const assetColumns = [
  ...(['space', 'id', 'blob', 'filename', 'title', 'alt', 'focal_x', 'focal_y'] as const),
  ...(['filename_key', 'search', 'created_at', 'created_by', 'updated_at', 'updated_by'] as const),
] as const

/** In code points. */
const searchLengthMax = 500

const sortColumns = {
  createdAt: 'asset.created_at',
  filename: 'asset.filename_key',
  size: 'blob.size',
} as const satisfies Record<AssetOrder['key'], string>

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
    .select(['blob.size', 'blob.content_type', 'blob.width', 'blob.height', 'blob.thumbhash'])
}

const assetById = prepare(({ space, id }: { space: SpaceId; id: string }) =>
  recordsOf(space).where('asset.id', '=', id),
)

export async function findAsset(reads: Reads, space: SpaceId, id: string) {
  return (await reads.first(assetById({ space, id }))) ?? null
}

const oldestOfBlob = prepare(({ space, sha256 }: { space: SpaceId; sha256: string }) =>
  recordsOf(space)
    .where('asset.blob', '=', sha256)
    .orderBy('asset.created_at')
    .orderBy('asset.id')
    .limit(sql.lit(1)),
)

/** The oldest asset of the space that has these bytes. */
export async function findAssetOfBlob(
  reads: Reads,
  space: SpaceId,
  sha256: string,
): Promise<AssetRecord | null> {
  return (await reads.first(oldestOfBlob({ space, sha256 }))) ?? null
}

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
  const byId = new Map(rows.map(row => [row.id, row]))
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

/** What lists are sorted by and searched in. */
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
    .values({ space, ...row, ...derivedColumns(row) })
    .execute()
}

export async function insertAssets(writes: Writes, space: SpaceId, rows: readonly AssetRow[]): Promise<void> {
  const whole = rows.map(row => ({ space, ...row, ...derivedColumns(row) }))
  await runInParts(writes, 'insertAssets', assetColumns, whole, part =>
    writes.insertInto('asset').values(part.map(row => columnsOf(row, assetColumns))),
  )
}

/** Replaces everything that is known of the asset but when and by whom it was created. */
export async function updateAsset(writes: Writes, space: SpaceId, row: AssetRow): Promise<void> {
  const { id, created_at: _, created_by: __, ...columns } = row
  await writes
    .updateTable('asset')
    .set({ ...columns, ...derivedColumns(row) })
    .where('space', '=', space)
    .where('id', '=', id)
    .execute()
}

/** Its former addresses go with it. */
export async function deleteAsset(writes: Writes, space: SpaceId, id: string): Promise<void> {
  await writes.deleteFrom('asset_former').where('space', '=', space).where('asset', '=', id).execute()
  await writes.deleteFrom('asset').where('space', '=', space).where('id', '=', id).execute()
}

const former = prepare(
  ({
    space,
    sha256,
    filename,
    asset,
    now,
  }: {
    space: SpaceId
    sha256: string
    filename: string
    asset: string
    now: number
  }) =>
    query
      .insertInto('asset_former')
      .values({ space, sha256, filename, asset, replaced_at: now })
      .onConflict(conflict =>
        conflict
          .columns(['space', 'sha256', 'filename', 'asset'])
          .doUpdateSet(({ ref }) => ({ replaced_at: ref('excluded.replaced_at') })),
      ),
)

/** The address that the asset had until now. */
export async function addFormerAddress(
  writes: Writes,
  space: SpaceId,
  { id, blob, filename }: Pick<AssetRow, 'id' | 'blob' | 'filename'>,
  now: number,
): Promise<void> {
  await execute(writes, former({ space, sha256: blob, filename, asset: id, now }))
}

/** The address that the asset has, and those that it had. */
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
