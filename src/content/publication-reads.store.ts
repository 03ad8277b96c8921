// SQL statements that read many publications at a time, for the query index.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { isIn, type Writes } from '../database/database.ts'
import type { PublicationRow } from './publications.store.ts'

/** Of these entries, the publications that were live at this revision, and those that are live now. */
export async function readSince(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
  revision: number,
): Promise<{ readonly before: readonly PublicationRow[]; readonly now: readonly PublicationRow[] }> {
  const earlier = await writes
    .selectFrom(({ selectFrom }) =>
      selectFrom('publication')
        .select([
          'entry',
          sql<number>`max(case when from_revision <= ${revision} then from_revision end)`.as('from_revision'),
        ])
        .where('space', '=', space)
        .where(isIn('entry', ids))
        .groupBy('entry')
        .as('last'),
    )
    // A cross join keeps this order in SQLite.
    .crossJoin('publication')
    .selectAll('publication')
    .where('publication.space', '=', space)
    .whereRef('publication.entry', '=', 'last.entry')
    .whereRef('publication.from_revision', '=', 'last.from_revision')
    .execute()
  const now = await writes
    .selectFrom('publication')
    .selectAll()
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids))
    .execute()
  const before = earlier.filter(({ to_revision: end }) => end === null || end > revision)
  return { before, now }
}

/** Live publications of these collections, in the order of their entries. */
export async function readLivePage(
  writes: Writes,
  space: SpaceId,
  collections: readonly string[],
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<PublicationRow[]> {
  return writes
    .selectFrom('publication')
    .selectAll()
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where('entry', '>', after)
    .where(isIn('collection', collections))
    .orderBy('entry')
    .limit(limit)
    .execute()
}
