// SQL statements for the drafts that are scheduled when their model changes.
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

/** Other draft versions of the same content will be published. */
export async function moveSchedules(
  writes: Writes,
  space: SpaceId,
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [entry, version] of versions) {
    await writes
      .updateTable('schedule')
      .set({ draft_version: version })
      .where('space', '=', space)
      .where('entry', '=', entry)
      .execute()
  }
}
