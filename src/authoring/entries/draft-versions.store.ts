// SQL statements that read the versions of drafts.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads, textPairs } from '../../database/database.ts'

/** Returns the content of one version of each entry. Versions that are no longer stored are missing from the result. */
export async function readDraftVersions(reads: Reads, space: SpaceId, versions: ReadonlyMap<string, number>) {
  const pairs = new Map([...versions].map(([entry, version]) => [entry, [String(version)]]))
  const rows = await reads.all(
    query
      .selectFrom(textPairs(pairs).as('pair'))
      // A cross join keeps this order in SQLite.
      .crossJoin('entry_version as kept')
      .innerJoin('entry', join => join.on('entry.space', '=', space).onRef('entry.id', '=', 'kept.entry'))
      .where('kept.space', '=', space)
      .whereRef('kept.entry', '=', 'pair.key')
      .where(sql<boolean>`kept.draft_version = cast(pair.value as integer)`)
      // The newest version has no content of its own: its content is in `entry`.
      .where(({ eb, or }) =>
        or([eb('kept.slug', 'is not', null), eb('kept.draft_version', '=', eb.ref('entry.draft_version'))]),
      )
      .select(({ eb, fn }) => [
        'entry.id',
        'entry.collection',
        'kept.draft_version as draftVersion',
        fn.coalesce('kept.slug', 'entry.slug').as('slug'),
        fn.coalesce('kept.data', 'entry.data').as('data'),
        eb
          .case()
          .when('kept.slug', 'is', null)
          .then(eb.ref('entry.variants'))
          .else(eb.ref('kept.variants'))
          .end()
          .as('variants'),
      ]),
  )
  return new Map(rows.map(row => [row.id, row]))
}
