// Read-only SQL statements for the versions of entries.
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads } from '../../database/database.ts'

/** Returns the versions without their content. */
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

/**
 * Returns the publications without their content. A model change may have rewritten one, and then its newest form counts.
 */
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

/** Returns a stored draft version. Its content is null while it is the current draft. */
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

export async function readOverlays(reads: Reads, space: SpaceId, entry: string, fromRevision: number) {
  return reads.all(
    query
      .selectFrom('publication_variant')
      .select(['variant', 'data', 'written'])
      .where('space', '=', space)
      .where('entry', '=', entry)
      .where('from_revision', '=', fromRevision)
      .orderBy('variant'),
  )
}
