// SQL statements for the assets that live publications and their overlays show. Only this file writes them.
import type { Selectable } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { isIn, query, type Reads, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

export type PublicationAssetRow = Selectable<Schema['publication_asset']>

const columns = ['space', 'entry', 'asset', 'blob', 'filename', 'names_former'] as const

export async function insertPublicationAssets(
  writes: Writes,
  rows: readonly PublicationAssetRow[],
): Promise<void> {
  await runInParts(writes, 'insertPublicationAssets', columns, rows, part =>
    writes.insertInto('publication_asset').values(part.map(row => columnsOf(row, columns))),
  )
}

export async function deletePublicationAssets(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  await writes
    .deleteFrom('publication_asset')
    .where('space', '=', space)
    .where(isIn('entry', entries))
    .execute()
}

/** Lists the entries whose live publications show one of these assets. */
export async function listShowing(
  reads: Reads,
  space: SpaceId,
  assets: readonly string[],
): Promise<string[]> {
  const rows = await reads.all(
    query
      .selectFrom('publication_asset')
      .select('entry')
      .distinct()
      .where('space', '=', space)
      .where(isIn('asset', assets))
      .orderBy('entry'),
  )
  return rows.map(({ entry }) => entry)
}

/** Reads the assets that these entries show. */
export async function readPublicationAssets(reads: Reads, space: SpaceId, entries: readonly string[]) {
  return reads.all(
    query
      .selectFrom('publication_asset')
      .select(['entry', 'asset', 'blob', 'filename'])
      .where('space', '=', space)
      .where(isIn('entry', entries)),
  )
}
