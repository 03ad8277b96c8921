// Writes the prepared rows of a large change on PostgreSQL before it acquires the space's lock: drafts, publications and
// index. The rows are invisible until the change commits, so that other writers do not wait meanwhile.
import type { SpaceId } from '../base/ids.ts'
import { reserveChunks } from '../content/index/query-index.store.ts'
import { lockRevision } from '../content/tables/revision.store.ts'
import type { ContentSession, Writes } from '../database/database.ts'
import type { WriteBeforeLock } from './bulk-change.ts'
import type { IndexMove } from './index-move.store.ts'
import type { Stage } from './stage.store.ts'
import { type DraftRetention, movePrepared } from './stage-move.store.ts'

/** With fewer entries, writing under the lock is fast enough. */
const beforeLockMinDefault = 2000

/** The change allows for one publication by other writers per this many entries: about a thousand per second. */
const entriesPerChange = 10

/** A statement blocks transactions that need one of its rows for a few tenths of a second. */
const postingsPerStatement = 10_000

export interface BeforeLockWork {
  readonly stage: Stage
  /** The minimum number of entries to write before the lock. Undefined for the default, unless a test passes fewer. */
  readonly beforeLockMin: number | undefined
  /** Called first, with the revision at which the entries will be live. */
  begin(writes: Writes, revision: number): Promise<DraftRetention>
  /** Called last. Writes as much as possible of the query index, in which new entries have chunks from `firstChunk` on. */
  finish(writes: Writes, firstChunk: number, how: IndexMove): Promise<void>
  /** Called if the transaction was rolled back. */
  undo(): void
}

/** Returns null if few entries are written, or if some of them may take a slug that another entry still has. */
export async function planWriteBeforeLock(
  session: ContentSession,
  work: BeforeLockWork,
): Promise<WriteBeforeLock | null> {
  const { stage, beforeLockMin = beforeLockMinDefault } = work
  const releasesSlugs = stage.partsOf('staged_moved') + stage.partsOf('staged_removed') > 0
  if (stage.size < beforeLockMin || releasesSlugs) return null
  const { revision, firstChunk } = await reserve(session, stage.space, {
    chunks: stage.index?.ownChunks ?? 0,
    changes: Math.floor(stage.size / entriesPerChange),
  })
  return {
    run: async (writes, checkContention) => {
      await movePrepared(writes, stage, revision, await work.begin(writes, revision), checkContention)
      await work.finish(writes, firstChunk, {
        rowsPerStatement: postingsPerStatement,
        pause: checkContention,
      })
    },
    undo: () => work.undo(),
  }
}

/**
 * Reserves what the rows must contain: a revision that other writers, who go on publishing, will not have reached when the
 * change gets the lock, and numbers in the query index. Neither is used again if the change fails.
 */
async function reserve(
  session: ContentSession,
  space: SpaceId,
  { chunks, changes }: { readonly chunks: number; readonly changes: number },
) {
  return session.write(async writes => {
    const served = await lockRevision(writes, space)
    const firstChunk = chunks > 0 ? await reserveChunks(writes, space, chunks) : 0
    return { revision: served + 1 + changes, firstChunk }
  })
}
