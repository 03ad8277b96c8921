// Reads the changes of a space since a revision by range scans, without reading unchanged rows.
import type { SpaceId } from '../../base/ids.ts'
import { prepare, query, type Reads } from '../../database/database.ts'

/** A publication that was opened or closed. */
export interface ChangedRow {
  readonly entry: string
  readonly collection: string
  readonly slug: string
  readonly publishedAt: number
  readonly fromRevision: number
  readonly toRevision: number | null
}

/**
 * Returns all publications that were opened or closed after `since`, as of these reads; one that was both appears twice.
 * Null if more than `max` were opened, or more than `max` closed.
 */
export async function readChanges(
  reads: Reads,
  space: SpaceId,
  since: number,
  max: number,
): Promise<readonly ChangedRow[] | null> {
  const limit = max + 1
  const opened = await reads.all(openedSince({ space, since, limit }))
  if (opened.length > max) return null
  const closed = await reads.all(closedSince({ space, since, limit }))
  return closed.length > max ? null : [...opened, ...closed]
}

interface Since {
  readonly space: SpaceId
  readonly since: number
  readonly limit: number
}

const openedSince = prepare(({ space, since, limit }: Since) =>
  changes(space).where('from_revision', '>', since).limit(limit),
)

const closedSince = prepare(({ space, since, limit }: Since) =>
  changes(space).where('to_revision', '>', since).limit(limit),
)

function changes(space: SpaceId) {
  return query
    .selectFrom('publication')
    .select([
      'entry',
      'collection',
      'slug',
      'published_at as publishedAt',
      'from_revision as fromRevision',
      'to_revision as toRevision',
    ])
    .where('space', '=', space)
}
