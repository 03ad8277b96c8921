// Deletes expired history: old activity, and versions of drafts beyond the newest. Transactions are short, so that
// writers do not wait long.
import { deleteOldSpaceActivity } from '../../access/space-activity.store.ts'
import type { Clock } from '../../base/clock.ts'
import type { SpaceId } from '../../base/ids.ts'
import { deleteOldActivity } from '../../content/tables/activity.store.ts'
import { deleteOldVersions, listCrowded } from '../../content/tables/entry-versions.store.ts'
import type { Database } from '../../database/database.ts'

interface RetentionParts {
  readonly database: Database
  readonly clock: Clock
  readonly listSpaces: () => Promise<readonly { readonly id: SpaceId }[]>
  readonly activityDays: number
}

const dayMs = 86_400_000
const recordsMax = 2000
const entriesMax = 100

export async function deleteOldHistory(parts: RetentionParts): Promise<void> {
  for (const { id } of await parts.listSpaces()) {
    await deleteActivity(parts, id)
    await deleteVersionsOf(parts, id)
  }
}

async function deleteActivity({ database, clock, activityDays }: RetentionParts, space: SpaceId) {
  const before = clock() - activityDays * dayMs
  await database.transaction(writes => deleteOldSpaceActivity(writes, space, before))
  let deleted = recordsMax
  while (deleted === recordsMax) {
    deleted = await database.transaction(
      writes => deleteOldActivity(writes, space, before, recordsMax),
      space,
    )
  }
}

async function deleteVersionsOf({ database, clock }: RetentionParts, space: SpaceId) {
  for (;;) {
    const now = clock()
    const entries = await database.snapshot(space, reads => listCrowded(reads, space, now, entriesMax))
    if (entries.length === 0) return
    await database.transaction(async writes => {
      for (const entry of entries) await deleteOldVersions(writes, space, entry, now)
    }, space)
  }
}
