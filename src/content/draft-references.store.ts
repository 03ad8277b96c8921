// SQL statements for the references of drafts: the only ones that write them.
import type { SpaceId } from '../base/ids.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import { isIn, type Writes } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

/** What a path of a draft refers to, by id. */
export interface DraftReference {
  readonly target: string
  /** Of the field, or of the field of an overlay: `/data/author`. */
  readonly path: string
}

export type DraftReferenceRow = Schema['draft_reference']

const columns = ['space', 'target', 'entry', 'path'] as const

export async function insertDraftReferences(
  writes: Writes,
  rows: readonly DraftReferenceRow[],
): Promise<void> {
  // Inserted in key order: random inserts into the B-tree take three times as long.
  const sorted = [...rows].sort((a, b) => (a.target < b.target ? -1 : a.target > b.target ? 1 : 0))
  await runInParts(writes, 'insertDraftReferences', columns, sorted, part =>
    writes.insertInto('draft_reference').values(part.map(row => columnsOf(row, columns))),
  )
}

export async function deleteDraftReferences(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  await writes
    .deleteFrom('draft_reference')
    .where('space', '=', space)
    .where(isIn('entry', entries))
    .execute()
}
