// A large change of a space's content, such as an import: it is prepared from a snapshot, without the space's lock, and
// written at once. What others have changed in between is caught up with, before the lock is acquired and once more under
// it, so that they are not kept waiting and nothing of theirs is lost. Where the database lets others write meanwhile, what
// they have no use for yet is written before the lock, too.
import type { SpaceId } from '../base/ids.ts'
import { lockRevision } from '../content/tables/revision.store.ts'
import { type BeforeLock, type ContentSession, lockContention, type Writes } from '../database/database.ts'

/** What has changed since the preparation cannot be caught up with: the preparation must be discarded. */
export const preparationOutdated = Symbol('preparationOutdated')

/** What is written before the lock is acquired. */
export interface WriteBeforeLock {
  readonly run: BeforeLock
  /** After its transaction was rolled back: what was prepared is to be written whole. */
  undo(): void
}

export interface BulkChange<Prepared, Result> {
  readonly space: SpaceId
  /** Creates the stage, or empties it. */
  open(db: Writes): Promise<void>
  close(db: Writes): Promise<void>
  /** Fills the stage, which is empty. Sees one snapshot, or holds the space's lock. */
  prepare(writes: Writes): Promise<Prepared>
  /** The result, if nothing is to be written. */
  reportOnly(session: ContentSession, prepared: Prepared): Promise<Result | null>
  /** Prepares again what others have changed since, and returns how many entries that were. */
  prepareChangedAgain(writes: Writes, prepared: Prepared): Promise<number | typeof preparationOutdated>
  /** What to write before the lock is acquired; null if that is not worth it. Not called where nothing can be. */
  planWriteBeforeLock?(session: ContentSession, prepared: Prepared): Promise<WriteBeforeLock | null>
  /** Requires the space's lock and an up-to-date stage. */
  write(writes: Writes, prepared: Prepared): Promise<Result>
}

/** How often a change is prepared, or written before the lock, again after others before it takes the lock to prevent them. */
const attemptsMax = 3

/** Entries to catch up with under the lock; beyond this number, it catches up before taking it. */
const behindMax = 100
const roundsMax = 5

export async function runBulkChange<Prepared, Result>(
  session: ContentSession,
  work: BulkChange<Prepared, Result>,
): Promise<Result> {
  try {
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const done = await tryWork(session, work)
      if (done !== preparationOutdated) return done
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
  work: BulkChange<Prepared, Result>,
): Promise<Result | typeof preparationOutdated> {
  await work.open(session.db)
  const prepared = await session.read(writes => work.prepare(writes))
  const settled = await work.reportOnly(session, prepared)
  if (settled !== null) return settled
  const write = async (writes: Writes) => {
    await lockRevision(writes, work.space)
    if ((await work.prepareChangedAgain(writes, prepared)) === preparationOutdated)
      throw new PreparationOutdated()
    return work.write(writes, prepared)
  }
  try {
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      await prepareChangedAgainBeforeLock(session, work, prepared)
      if (session.writeBeforeLock === null) break
      const beforeLock = await work.planWriteBeforeLock?.(session, prepared)
      if (!beforeLock) break
      const done = await session.writeBeforeLock(beforeLock.run, write)
      if (done !== lockContention) return done
      beforeLock.undo()
    }
    await prepareChangedAgainBeforeLock(session, work, prepared)
    return await session.write(write)
  } catch (error) {
    if (error instanceof PreparationOutdated) return preparationOutdated
    throw error
  }
}

/** Until few entries are left to catch up with. */
async function prepareChangedAgainBeforeLock<Prepared, Result>(
  session: ContentSession,
  work: BulkChange<Prepared, Result>,
  prepared: Prepared,
): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    const behind = await session.read(writes => work.prepareChangedAgain(writes, prepared))
    if (behind === preparationOutdated) throw new PreparationOutdated()
    if (behind <= behindMax) return
  }
}

/** Undoes what a transaction has written of work that is {@link preparationOutdated}. */
export class PreparationOutdated extends Error {}
