// What a large change writes on PostgreSQL before it has the space's lock: what it has prepared, with what is published and
// indexed of it. Nobody sees it until the change commits, so that others need not wait while it is written.
import type { SpaceId } from '../base/ids.ts'
import { reserveChunks } from '../content/index/query-index.store.ts'
import { lockRevision } from '../content/tables/revision.store.ts'
import type { ContentSession, Writes } from '../database/database.ts'
import type { WriteBeforeLock } from './bulk-change.ts'
import type { IndexMove } from './index-move.store.ts'
import type { Stage } from './stage.store.ts'
import { type DraftRetention, movePrepared } from './stage-move.store.ts'

/** Fewer entries are written fast enough under the lock. */
const beforeLockMinDefault = 2000

/** While so many are written, others may publish once: about a thousand times a second. */
const entriesPerChange = 10

/** A statement keeps who needs one of its rows waiting for a few tenths of a second. */
const postingsPerStatement = 10_000

export interface BeforeLockWork {
  readonly stage: Stage
  /** How many entries are worth writing ahead; thousands, unless a test passes fewer. */
  readonly beforeLockMin: number | undefined
  /** Called first, with the revision at which the entries will be live. */
  begin(writes: Writes, revision: number): Promise<DraftRetention>
  /** Called last: writes what can be written of the query index, where new entries have chunks from `firstChunk` on. */
  finish(writes: Writes, firstChunk: number, how: IndexMove): Promise<void>
  /** Called if nothing is written in the end. */
  undo(): void
}

/** Null if few entries are written, or if some of them may take a slug that others still have. */
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
 * What the rows must hold already: a revision that others will not have reached when the change gets the lock, as they go on
 * publishing, and numbers in the query index. Neither is used again if the change fails.
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
