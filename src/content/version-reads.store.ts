// SQL statements that read the versions of drafts: the newest of each entry, and those that are too many.
import { type SqlBool, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { isIn, query, type Reads, type Writes } from '../database/database.ts'

/** The row of the current draft. */
export interface NewestVersion {
  readonly draftVersion: number
  readonly startedAt: number
  readonly by: string | null
  readonly reason: string
  readonly names: readonly string[]
  readonly isSealed: boolean
}

/** By entry; an entry of before there were versions has none until its draft changes. */
export async function readNewestVersions(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<ReadonlyMap<string, NewestVersion>> {
  const rows = await writes
    .selectFrom('entry_version')
    .select(['entry', 'draft_version', 'started_at', 'by', 'reason', 'names', 'sealed'])
    .where('space', '=', space)
    .where(isIn('entry', entries))
    .where('slug', 'is', null)
    .execute()
  return new Map(
    rows.map(row => [
      row.entry,
      {
        draftVersion: row.draft_version,
        startedAt: row.started_at,
        by: row.by,
        reason: row.reason,
        names: JSON.parse(row.names) as string[],
        isSealed: row.sealed === 1,
      },
    ]),
  )
}

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
  return sql<SqlBool>`sealed = 0 and (kept_until is null or kept_until < ${now})`
}
