// What an import writes on PostgreSQL before it has the space's lock: the entries that it has prepared, with what is published
// and indexed of them. Nobody sees them until it commits, so that others need not wait while they are written.
import type { SpaceId } from '../base/ids.ts'
import { reserveChunks } from '../content/query-index.store.ts'
import { lockRevision } from '../content/revision.store.ts'
import type { ContentSession } from '../database/database.ts'
import type { Ahead } from '../drafts/prepared-write.ts'
import { movePrepared } from '../drafts/stage-move.store.ts'
import type { ImportWork, PreparedImport } from './prepared-import.ts'
import { nextModelChangeAt, retentionOf } from './write-import.ts'

/** Fewer entries are written fast enough under the lock. */
const aheadMinDefault = 2000

/** While so many are written, others may publish once: about a thousand times a second. */
const entriesPerChange = 10

/** A statement keeps who needs one of its rows waiting for a few tenths of a second. */
const postingsPerStatement = 20_000

/** Null if few entries are written, or if some of them may take a slug that others still have. */
export async function planAhead(
  session: ContentSession,
  work: ImportWork,
  prepared: PreparedImport,
): Promise<Ahead | null> {
  const { space, stage, aheadMin = aheadMinDefault } = work
  const releasesSlugs = stage.partsOf('staged_moved') + stage.partsOf('staged_removed') > 0
  const { size } = stage
  if (size < aheadMin || releasesSlugs) return null
  const chunks = stage.index?.ownChunks ?? 0
  const { revision, firstChunk } = await reserve(session, space, { chunks, size })
  return {
    run: async (writes, giveWay) => {
      const changedAt = await nextModelChangeAt(writes, work, prepared.models)
      await movePrepared(writes, stage, revision, retentionOf(prepared.models, changedAt), giveWay)
      const how = { rowsPerStatement: postingsPerStatement, pause: giveWay }
      await stage.index?.moveAhead(writes, firstChunk, how)
      prepared.ahead = { revision, changedAt }
    },
    undo: () => {
      stage.index?.undoMoveAhead()
      prepared.ahead = null
    },
  }
}

/**
 * What the rows must hold already: a revision that others will not have reached when the import gets the lock, as they go on
 * publishing, and numbers in the query index. Neither is used again if the import fails.
 */
async function reserve(
  session: ContentSession,
  space: SpaceId,
  { chunks, size }: { readonly chunks: number; readonly size: number },
) {
  return session.write(async writes => {
    const served = await lockRevision(writes, space)
    const firstChunk = chunks > 0 ? await reserveChunks(writes, space, chunks) : 0
    return { revision: served + 1 + Math.floor(size / entriesPerChange), firstChunk }
  })
}
