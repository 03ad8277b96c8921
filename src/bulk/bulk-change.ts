// Runs a large change of a space's content, such as an import. It is prepared from a snapshot, without the space's lock, and
// written at once. Changes by other writers are merged before the lock is acquired and once more under it, so that writers
// wait only briefly and no write is lost. Where the database allows concurrent writers, rows that other transactions do not
// see yet are written before the lock, too.
import type { SpaceId } from '../base/ids.ts'
import { lockRevision } from '../content/tables/revision.store.ts'
import { type BeforeLock, type ContentSession, lockContention, type Writes } from '../database/database.ts'

/** Returned if changes by other writers cannot be merged: the preparation must be discarded. */
export const preparationOutdated = Symbol('preparationOutdated')

/** The rows that are written before the lock is acquired, in the transaction that acquires it. */
export interface WriteBeforeLock {
  readonly run: BeforeLock
  /** Call after the transaction was rolled back. The prepared rows will then be written completely under the lock. */
  undo(): void
}

export interface BulkChange<Prepared, Result> {
  readonly space: SpaceId
  /** Creates the stage, or empties it. */
  open(db: Writes): Promise<void>
  close(db: Writes): Promise<void>
  /** Fills the stage, which is empty. Sees one snapshot, or holds the space's lock. */
  prepare(writes: Writes): Promise<Prepared>
  /** Returns the result if nothing is to be written, otherwise null. */
  reportOnly(session: ContentSession, prepared: Prepared): Promise<Result | null>
  /** Prepares entries again that other writers have changed since, and returns how many there were. */
  prepareChangedAgain(writes: Writes, prepared: Prepared): Promise<number | typeof preparationOutdated>
  /**
   * Returns what to write before the lock is acquired, or null if that is not worthwhile. Only called if
   * `session.writeBeforeLock` exists.
   */
  planWriteBeforeLock?(session: ContentSession, prepared: Prepared): Promise<WriteBeforeLock | null>
  /** Requires the space's lock and an up-to-date stage. */
  write(writes: Writes, prepared: Prepared): Promise<Result>
}

/** The number of times that a change is prepared, or written before the lock, before it takes the lock first. */
const attemptsMax = 3

/** The maximum number of changed entries that are prepared again under the lock. More are prepared before it is acquired. */
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

/** Prepares changed entries again until at most {@link behindMax} of them are left. */
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

/** Rolls back a transaction that has written rows of a preparation that is {@link preparationOutdated}. */
export class PreparationOutdated extends Error {}
