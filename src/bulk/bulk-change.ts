// Runs a large change of a space's content: an import or a change of models. It is prepared from a snapshot, without the
// space's lock, and written at once. Changes by other writers are merged before the lock is acquired and once more under
// it, so that writers wait only briefly and no write is lost. Where the database allows concurrent writers, rows that other
// transactions do not see yet are written before the lock, too.
import { reserveChunks, setModelRevision } from '../content/index/query-index.store.ts'
import { updateQueryIndex } from '../content/index/query-index.ts'
import { listActivitySince, readNewestActivity } from '../content/tables/activity.store.ts'
import { listChangedSince } from '../content/tables/publication-reads.store.ts'
import {
  lockRevision,
  readRevisions,
  type SpaceRevisions,
  setRevision,
} from '../content/tables/revision.store.ts'
import {
  type BeforeLock,
  type ContentSession,
  PreparationOutdated,
  type Writes,
} from '../database/database.ts'
import type { CancelledTimes } from '../entries/schedules.ts'
import { type DraftRetention, moveFromStage, movePrepared } from './move-stage.store.ts'
import { isAnyPrepared, type Stage } from './stage.store.ts'

/** The state of the space that a change is prepared from. {@link prepareChangedAgain} updates it. */
export interface Preparation {
  revisions: SpaceRevisions
  /** The newest activity record. */
  activity: number
  /** True if any published content changes. */
  isServed: boolean
  readonly retention: DraftRetention
  /**
   * Entries that may take references over, such as those that other writers have published since the preparation. Also
   * contains entries that they have unpublished, which take over none.
   */
  readonly published: Set<string>
  /** The revision at which rows are written before the lock is acquired; null if none are. */
  beforeLock: number | null
}

/** The changes that other writers have committed since the preparation. */
export interface ChangesOfOthers {
  /** An entry of null stands for several entries. */
  readonly records: Awaited<ReturnType<typeof listActivitySince>>
  /** Entries that were published or unpublished. */
  readonly published: readonly string[]
}

export interface BulkChange<Prepared extends Preparation, Result> {
  readonly stage: Stage
  /** The minimum number of entries to write before the lock. Undefined for the default, unless a test passes fewer. */
  readonly beforeLockMin: number | undefined
  /** Fills the stage, which is empty. Sees one snapshot, or holds the space's lock. */
  prepare(writes: Writes): Promise<Prepared>
  /** Returns the result if nothing is to be written, otherwise null. */
  reportOnly(session: ContentSession, prepared: Prepared): Promise<Result | null>
  /**
   * Lists the entries that must be prepared again. Throws {@link PreparationOutdated} if that does not suffice to merge the
   * changes.
   */
  listChanged(writes: Writes, prepared: Prepared, others: ChangesOfOthers): Promise<readonly string[]>
  /** Stages these entries again, for this revision. Returns true if published content changes. */
  prepareAgain(
    writes: Writes,
    prepared: Prepared,
    entries: readonly string[],
    revision: number,
  ): Promise<boolean>
  /** Requires the space's lock and an up-to-date stage. See {@link moveStaged} and {@link finishIndex}. */
  write(writes: Writes, prepared: Prepared): Promise<Result>
}

/** The number of times that a change is prepared, or written before the lock, before it takes the lock first. */
const attemptsMax = 3

/** The maximum number of changed entries to prepare again under the lock. More are prepared before it is acquired. */
const behindMax = 100
const roundsMax = 5

export async function runBulkChange<Prepared extends Preparation, Result>(
  session: ContentSession,
  change: BulkChange<Prepared, Result>,
): Promise<Result> {
  const { stage } = change
  try {
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      await stage.open(session.db)
      try {
        return await prepareAndWrite(session, change)
      } catch (error) {
        if (!(error instanceof PreparationOutdated)) throw error
      }
    }
    await stage.open(session.db)
    return await session.write(writes => runUnderLock(writes, change))
  } finally {
    // If the connection was lost, its temporary tables are dropped already.
    await stage.close(session.db).catch(() => {})
  }
}

/** Prepares and writes the change in a transaction, under the lock from the beginning. The stage must be empty. */
export async function runUnderLock<Prepared extends Preparation, Result>(
  writes: Writes,
  change: BulkChange<Prepared, Result>,
): Promise<Result> {
  await lockRevision(writes, change.stage.space)
  return change.write(writes, await change.prepare(writes))
}

async function prepareAndWrite<Prepared extends Preparation, Result>(
  session: ContentSession,
  change: BulkChange<Prepared, Result>,
): Promise<Result> {
  const { stage } = change
  const prepared = await session.read(writes => change.prepare(writes))
  const report = await change.reportOnly(session, prepared)
  if (report !== null) return report
  const write = (writes: Writes) => mergeAndWrite(writes, change, prepared)
  for (let attempt = 1; session.writeBeforeLock !== null && attempt <= attemptsMax; attempt++) {
    await prepareChangedAgainBeforeLock(session, change, prepared)
    const beforeLock = await planWriteBeforeLock(session, change, prepared)
    if (beforeLock === null) break
    try {
      return await session.writeBeforeLock(beforeLock, write)
    } catch (error) {
      if (!(error instanceof PreparationOutdated) || error.reason !== 'contended') throw error
      stage.index?.undoMoveBeforeLock()
      prepared.beforeLock = null
    }
  }
  await prepareChangedAgainBeforeLock(session, change, prepared)
  return session.write(write)
}

/** Writes a prepared change in a transaction, after it has merged the changes of other writers under the lock. */
export async function mergeAndWrite<Prepared extends Preparation, Result>(
  writes: Writes,
  change: BulkChange<Prepared, Result>,
  prepared: Prepared,
): Promise<Result> {
  await lockRevision(writes, change.stage.space)
  await prepareChangedAgain(writes, change, prepared)
  return change.write(writes, prepared)
}

/** Prepares changed entries again until at most {@link behindMax} of them are left. */
async function prepareChangedAgainBeforeLock<Prepared extends Preparation, Result>(
  session: ContentSession,
  change: BulkChange<Prepared, Result>,
  prepared: Prepared,
): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    const behind = await session.read(writes => prepareChangedAgain(writes, change, prepared))
    if (behind <= behindMax) return
  }
}

/** Prepares entries again that other writers have changed since, and returns how many there were. */
async function prepareChangedAgain<Prepared extends Preparation, Result>(
  writes: Writes,
  change: BulkChange<Prepared, Result>,
  prepared: Prepared,
): Promise<number> {
  const { stage } = change
  const { space } = stage
  const { revisions: before, beforeLock } = prepared
  const now = await readRevisions(writes, space)
  if (beforeLock !== null && now.served >= beforeLock) throw new PreparationOutdated('changed')
  const records = await listActivitySince(writes, space, prepared.activity)
  // Every change of drafts and models should be recorded.
  if (records.length === 0 && now.content !== before.content) throw new PreparationOutdated('changed')
  // Publications that this change has written itself are at a later revision.
  const published =
    now.served === before.served ? [] : await listChangedSince(writes, space, before.served, now.served)
  const entries = await change.listChanged(writes, prepared, { records, published })
  if (beforeLock !== null && (await isAnyPrepared(writes, entries)))
    throw new PreparationOutdated('contended')
  await stage.index?.note(writes, published, now.served)
  for (const id of published) prepared.published.add(id)
  const isServed = await change.prepareAgain(writes, prepared, entries, now.served + 1)
  prepared.isServed ||= isServed
  prepared.revisions = now
  prepared.activity = await readNewestActivity(writes, space)
  return entries.length
}

/** With fewer entries, writing under the lock is fast enough. */
const beforeLockMinDefault = 2000

/** The change allows for one publication by other writers per this many entries: about a thousand per second. */
const entriesPerChange = 10

/** A statement blocks transactions that need one of its rows for a few tenths of a second. */
const postingsPerStatement = 10_000

/**
 * Returns null if few entries are written, or if some of them may take a slug that another entry still has. Reserves the
 * numbers that the rows contain: those in the query index, and a revision that other writers, who go on publishing, will
 * not have reached when the change gets the lock. They are not used again if the change fails.
 */
async function planWriteBeforeLock<Prepared extends Preparation, Result>(
  session: ContentSession,
  { stage, beforeLockMin = beforeLockMinDefault }: BulkChange<Prepared, Result>,
  prepared: Prepared,
): Promise<BeforeLock | null> {
  const releasesSlugs = stage.partsOf('staged_moved') + stage.partsOf('staged_removed') > 0
  if (stage.size < beforeLockMin || releasesSlugs) return null
  const { space, index } = stage
  const chunks = index?.ownChunks ?? 0
  const { revision, firstChunk } = await session.write(async writes => ({
    revision: (await lockRevision(writes, space)) + 1 + Math.floor(stage.size / entriesPerChange),
    firstChunk: chunks > 0 ? await reserveChunks(writes, space, chunks) : 0,
  }))
  return async (writes, checkContention) => {
    prepared.beforeLock = revision
    await movePrepared(writes, stage, revision, prepared.retention, checkContention)
    const pace = { rowsPerStatement: postingsPerStatement, pause: checkContention }
    await index?.moveBeforeLock(writes, firstChunk, pace)
  }
}

/** Returns the revision at which the change becomes visible. */
export function revisionOf({ beforeLock, revisions }: Preparation): number {
  return beforeLock ?? revisions.served + 1
}

/** Moves the staged rows to the content tables. Returns the times of the schedules that this cancels. */
export function moveStaged(
  writes: Writes,
  stage: Stage,
  prepared: Preparation,
): Promise<ReadonlyMap<string, CancelledTimes>> {
  const moved = prepared.beforeLock === null ? 'all' : 'late'
  return moveFromStage(writes, stage, revisionOf(prepared), prepared.retention, moved)
}

/**
 * Writes the query index and the revision, as the last step of a change of published content. `others` are entries that
 * were changed without the stage.
 */
export async function finishIndex(
  writes: Writes,
  stage: Stage,
  prepared: Preparation,
  { others, changesModels }: { readonly others: readonly string[]; readonly changesModels: boolean },
): Promise<void> {
  const { space, index } = stage
  const revision = revisionOf(prepared)
  const left = (await index?.move(writes, prepared.revisions.served)) ?? []
  await updateQueryIndex(writes, space, revision, { ids: [...new Set([...left, ...others])] })
  if (changesModels) await setModelRevision(writes, space, revision)
  await setRevision(writes, space, revision)
}
