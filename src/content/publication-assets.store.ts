// SQL statements for what live publications and their overlays show: the only ones that write it.
import type { SpaceId } from '../base/ids.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import { isIn, type Writes } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

export type PublicationAssetRow = Schema['publication_asset']

const columns = ['space', 'entry', 'asset', 'blob', 'filename'] as const

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
