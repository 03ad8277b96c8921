// SQL statements for the versions of entries. Read-only.
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads } from '../../database/database.ts'

/** Without content. */
export async function readDraftVersions(reads: Reads, space: SpaceId, entry: string) {
  return reads.all(
    query
      .selectFrom('entry_version')
      .select(['draft_version', 'at', 'by', 'reason', 'names', 'sealed'])
      .where('space', '=', space)
      .where('entry', '=', entry)
      .orderBy('draft_version', 'desc'),
  )
}

/** A publication may have several forms, where a model change wrote it anew: the newest counts. Without content. */
export async function readPublications(reads: Reads, space: SpaceId, entry: string) {
  const rows = await reads.all(
    query
      .selectFrom('publication')
      .select(['version', 'draft_version', 'published_at', 'published_by', 'from_revision'])
      .where('space', '=', space)
      .where('entry', '=', entry)
      .orderBy('from_revision'),
  )
  return [...new Map(rows.map(row => [row.version, row])).values()]
}

/** The content of a kept draft version is null while it is the draft itself. */
export async function findDraftVersion(reads: Reads, space: SpaceId, entry: string, draftVersion: number) {
  return reads.first(
    query
      .selectFrom('entry_version')
      .select(['slug', 'data', 'variants'])
      .where('space', '=', space)
      .where('entry', '=', entry)
      .where('draft_version', '=', draftVersion),
  )
}

export async function findPublication(reads: Reads, space: SpaceId, entry: string, fromRevision: number) {
  return reads.first(
    query
      .selectFrom('publication')
      .select(['slug', 'data', 'written'])
      .where('space', '=', space)
      .where('entry', '=', entry)
      .where('from_revision', '=', fromRevision),
  )
}
