// SQL statements for the assets that drafts and scheduled drafts name. Only this file writes them.
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { isIn, query, type Reads, readsWithin, type Writes } from '../../database/database.ts'
import { prepare } from '../../database/prepare.ts'
import type { Schema } from '../../database/schema.ts'

export type DraftAssetRow = Schema['draft_asset']

const columns = ['space', 'asset', 'entry'] as const

const assetsOf = prepare(({ space, entries }: { space: SpaceId; entries: readonly string[] }) =>
  query
    .selectFrom('draft_asset')
    .select(['space', 'asset', 'entry'])
    .where('space', '=', space)
    .where(isIn('entry', entries)),
)

/** Replaces the assets of changed drafts, and adds those of new ones. */
export async function saveDraftAssets(
  writes: Writes,
  space: SpaceId,
  changed: readonly string[],
  rows: readonly DraftAssetRow[],
): Promise<void> {
  const { outdated, added } = await compareDraftAssets(writes, space, changed, rows)
  if (outdated.length > 0) await deleteDraftAssets(writes, space, outdated)
  await runInParts(writes, 'insertDraftAssets', columns, added, part =>
    writes.insertInto('draft_asset').values(part.map(row => columnsOf(row, columns))),
  )
}

/**
 * Returns the drafts whose assets differ from the stored ones, and the rows that replace theirs. Most changes leave the
 * assets of a draft unchanged.
 */
export async function compareDraftAssets(
  writes: Writes,
  space: SpaceId,
  changed: readonly string[],
  rows: readonly DraftAssetRow[],
): Promise<{ readonly outdated: readonly string[]; readonly added: readonly DraftAssetRow[] }> {
  const stored =
    changed.length === 0 ? [] : await readsWithin(writes).all(assetsOf({ space, entries: changed }))
  const [before, after] = [stored, rows].map(each => Map.groupBy(each, ({ entry }) => entry))
  const isSame = (entry: string) => {
    const known = new Set((before!.get(entry) ?? []).map(({ asset }) => asset))
    const next = after!.get(entry) ?? []
    return known.size === next.length && next.every(({ asset }) => known.has(asset))
  }
  const same = new Set(changed.filter(isSame))
  return {
    outdated: changed.filter(entry => !same.has(entry) && before!.has(entry)),
    added: rows.filter(({ entry }) => !same.has(entry)),
  }
}

export async function deleteDraftAssets(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  await writes.deleteFrom('draft_asset').where('space', '=', space).where(isIn('entry', entries)).execute()
}

/** Lists entries whose drafts or scheduled drafts name one of these assets, after the given entry. */
export async function listNaming(
  reads: Reads,
  space: SpaceId,
  assets: readonly string[],
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await reads.all(
    query
      .selectFrom('draft_asset')
      .select('entry')
      .distinct()
      .where('space', '=', space)
      .where(isIn('asset', assets))
      .where('entry', '>', after)
      .orderBy('entry')
      .limit(limit),
  )
  return rows.map(({ entry }) => entry)
}
