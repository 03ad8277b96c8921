// SQL statements that find entries with too many draft versions.
import { type SqlBool, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads } from '../../database/database.ts'

/** The number of newest versions of an entry that are kept, in addition to those that are kept for other reasons. */
export const versionsMax = 100

/** Lists entries with too many versions, for example because versions kept after a change of the model have expired. */
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

/** Returns a condition for versions that are neither published, nor scheduled, nor kept until a later time. */
export function isUnpinned(now: number) {
  return sql<SqlBool>`sealed <> 1 and (kept_until is null or kept_until < ${now})`
}
