// SQL statements for the references of drafts. Only this file writes them.
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { isIn, query, type Reads, readsWithin, type Writes } from '../../database/database.ts'
import { prepare } from '../../database/prepare.ts'
import type { Schema } from '../../database/schema.ts'

/** A target of a draft's reference field. */
export interface DraftReference {
  readonly target: string
  /** The path of the field or of the overlay's field: `/data/author`. */
  readonly path: string
}

export type DraftReferenceRow = Schema['draft_reference']

const columns = ['space', 'target', 'entry', 'path'] as const

const referencesOf = prepare(({ space, entries }: { space: SpaceId; entries: readonly string[] }) =>
  query
    .selectFrom('draft_reference')
    .select(['space', 'target', 'entry', 'path'])
    .where('space', '=', space)
    .where(isIn('entry', entries)),
)

/** Reads the targets to which the draft's references were bound when it was written. */
export function readDraftReferences(
  reads: Reads,
  space: SpaceId,
  entry: string,
): Promise<readonly DraftReference[]> {
  return reads.all(referencesOf({ space, entries: [entry] }))
}

/** Replaces the references of changed drafts, and adds those of new ones. */
export async function saveDraftReferences(
  writes: Writes,
  space: SpaceId,
  changed: readonly string[],
  rows: readonly DraftReferenceRow[],
): Promise<void> {
  const { outdated, added } = await compareDraftReferences(writes, space, changed, rows)
  if (outdated.length > 0) await deleteDraftReferences(writes, space, outdated)
  await insertDraftReferences(writes, added)
}

/**
 * Returns the drafts whose references differ from the stored ones, and the rows that replace theirs. Most changes leave the
 * references of a draft unchanged.
 */
export async function compareDraftReferences(
  writes: Writes,
  space: SpaceId,
  changed: readonly string[],
  rows: readonly DraftReferenceRow[],
): Promise<{ readonly outdated: readonly string[]; readonly added: readonly DraftReferenceRow[] }> {
  const stored =
    changed.length === 0 ? [] : await readsWithin(writes).all(referencesOf({ space, entries: changed }))
  const [before, after] = [stored, rows].map(each => Map.groupBy(each, ({ entry }) => entry))
  const isSame = (entry: string) => isSameSet(before!.get(entry) ?? [], after!.get(entry) ?? [])
  const same = new Set(changed.filter(isSame))
  return {
    outdated: changed.filter(entry => !same.has(entry) && before!.has(entry)),
    added: rows.filter(({ entry }) => !same.has(entry)),
  }
}

function isSameSet(a: readonly DraftReference[], b: readonly DraftReference[]): boolean {
  const known = new Set(a.map(({ target, path }) => `${target} ${path}`))
  return a.length === b.length && b.every(({ target, path }) => known.has(`${target} ${path}`))
}

async function insertDraftReferences(writes: Writes, rows: readonly DraftReferenceRow[]): Promise<void> {
  // Rows are inserted in key order, because random inserts into the B-tree take three times as long.
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
