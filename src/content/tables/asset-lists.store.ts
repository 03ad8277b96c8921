// SQL statements that list the assets of a space: filtered, searched and sorted. Read-only.
import { sql } from 'kysely'
import { withContentType } from '../../base/content-type.ts'
import type { SpaceId } from '../../base/ids.ts'
import { isIn, query, type Reads } from '../../database/database.ts'
import { byEngine } from '../../database/engine.ts'
import { type AssetRecord, assetsOf, recordsOf } from './assets.store.ts'

export const assetTypes = ['image', 'media', 'document'] as const

export interface AssetFilter {
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
