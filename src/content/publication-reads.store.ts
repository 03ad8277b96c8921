// SQL statements that read many publications at a time, for the query index.
import type { SpaceId } from '../base/ids.ts'
import { isIn, type Writes } from '../database/database.ts'
import type { PublicationRow } from './publications.store.ts'

/** Of these entries, the publications that were live at this revision, and those that are live now. */
export async function readSince(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
  revision: number,
): Promise<PublicationRow[]> {
  return writes
    .selectFrom('publication')
    .selectAll()
    .where('space', '=', space)
    .where(isIn('entry', ids))
    .where(({ eb, or, and }) =>
      or([
        eb('to_revision', 'is', null),
        and([eb('from_revision', '<=', revision), eb('to_revision', '>', revision)]),
      ]),
    )
    .execute()
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
