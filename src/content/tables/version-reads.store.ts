// SQL statements that say which versions of drafts are too many.
import { type SqlBool, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads } from '../../database/database.ts'

/** The newest 100 of an entry are kept, besides those that are kept for longer. */
export const versionsMax = 100

/** Entries with more versions than are to be kept, such as those that were kept for a time after a change of the model. */
export async function listCrowded(
  reads: Reads,
  space: SpaceId,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await reads.all(
    query
      .selectFrom('entry_version')
      .select('entry')
      .where('space', '=', space)
      .where(isUnpinned(now))
      .groupBy('entry')
      .having(({ fn }) => fn.countAll(), '>', versionsMax)
      .limit(limit),
  )
  return rows.map(({ entry }) => entry)
}

/** Neither published nor scheduled, nor to be kept until a later time. */
export function isUnpinned(now: number) {
  return sql<SqlBool>`sealed <> 1 and (kept_until is null or kept_until < ${now})`
}
