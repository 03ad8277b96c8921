// Counts changes to the keys of a space, for nodes that cache keys.
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from '../database/database.ts'
import { notifyChange } from '../database/notify-change.ts'

/** Raises the counter, so that every node reloads its cached keys of this space. Must be the last write of a change. */
export async function raiseKeyRevision(writes: Writes, space: SpaceId): Promise<void> {
  const { revision } = await writes
    .insertInto('key_revision')
    .values({ space, revision: 1 })
    .onConflict(conflict =>
      conflict
        .column('space')
        .doUpdateSet(({ eb, ref }) => ({ revision: eb(ref('key_revision.revision'), '+', 1) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow()
  await notifyChange(writes, space, { keys: revision })
}
