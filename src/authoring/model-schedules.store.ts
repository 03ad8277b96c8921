// SQL statements that read the drafts that are scheduled when their model changes.
import type { SpaceId } from '../base/ids.ts'
import { isIn, type Writes } from '../database/database.ts'

/** The draft versions that will be published, of those of these entries that are scheduled. */
export async function readScheduledVersions(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await writes
    .selectFrom('schedule')
    .select(['entry', 'draft_version'])
    .where('space', '=', space)
    .where(isIn('entry', entries))
    .where('state', '=', 'pending')
    .where('publish_at', 'is not', null)
    .execute()
  return new Map(rows.map(row => [row.entry, row.draft_version]))
}
