// A large change of a space's content, such as an import: it is prepared from a snapshot, without the space's lock, and
// written at once. What others have changed in between is caught up with, before the lock is acquired and once more under
// it, so that they are not kept waiting and nothing of theirs is lost.
import type { SpaceId } from '../base/ids.ts'
import { lockRevision } from '../content/revision.store.ts'
import type { ContentSession, Writes } from '../database/database.ts'

/** What has changed since the preparation cannot be caught up with: the preparation must be discarded. */
export const overtaken = Symbol('overtaken')

export interface PreparedWork<Prepared, Result> {
  readonly space: SpaceId
  /** Creates the stage, or empties it. */
  open(db: Writes): Promise<void>
  close(db: Writes): Promise<void>
  /** Fills the stage, which is empty. Sees one snapshot, or holds the space's lock. */
  prepare(writes: Writes): Promise<Prepared>
  /** The result, if nothing is to be written. */
  settle(session: ContentSession, prepared: Prepared): Promise<Result | null>
  /** Prepares again what others have changed since, and returns how many entries that were. */
  catchUp(writes: Writes, prepared: Prepared): Promise<number | typeof overtaken>
  /** Requires the space's lock and an up-to-date stage. */
  write(writes: Writes, prepared: Prepared): Promise<Result>
}

/** How often a change is prepared again after others before it takes the lock to prevent them. */
const attemptsMax = 3

/** Entries to catch up with under the lock; beyond this number, it catches up before taking it. */
const behindMax = 100
const catchUpsMax = 5

export async function writePrepared<Prepared, Result>(
  session: ContentSession,
  work: PreparedWork<Prepared, Result>,
): Promise<Result> {
  try {
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const done = await tryWork(session, work)
      if (done !== overtaken) return done
    }
    await work.open(session.db)
    return await session.write(async writes => {
      await lockRevision(writes, work.space)
      return work.write(writes, await work.prepare(writes))
    })
  } finally {
    // If the connection was lost, its temporary tables are dropped already.
    await work.close(session.db).catch(() => {})
  }
}

async function tryWork<Prepared, Result>(
  session: ContentSession,
  work: PreparedWork<Prepared, Result>,
): Promise<Result | typeof overtaken> {
  await work.open(session.db)
  const prepared = await session.read(writes => work.prepare(writes))
  const settled = await work.settle(session, prepared)
  if (settled !== null) return settled
  for (let round = 0; round < catchUpsMax; round++) {
    const behind = await session.read(writes => work.catchUp(writes, prepared))
    if (behind === overtaken) return overtaken
    if (behind <= behindMax) break
  }
  return session.write(async writes => {
    await lockRevision(writes, work.space)
    const behind = await work.catchUp(writes, prepared)
    return behind === overtaken ? overtaken : work.write(writes, prepared)
  })
}
