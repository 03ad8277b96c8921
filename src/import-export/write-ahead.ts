// What an import writes before it has the space's lock: the entries that are new to the space, with what is published and
// indexed of them. Nobody sees them until the import commits, so that others need not wait while they are written.
import type { SpaceId } from '../base/ids.ts'
import { reserveChunks } from '../content/query-index.store.ts'
import { lockRevision } from '../content/revision.store.ts'
import type { ContentSession } from '../database/database.ts'
import type { Ahead } from '../drafts/prepared-write.ts'
import { insertFromStage } from '../drafts/stage-insert.store.ts'
import type { ImportWork, PreparedImport } from './prepared-import.ts'

/** Fewer are written fast enough under the lock. */
const aheadMinDefault = 2000

/** While so many are written, others may publish once: about a thousand times a second. */
const entriesPerChange = 10

/** Null if there are few new entries, or if some of them may take a slug that others still have. */
export async function planAhead(
  session: ContentSession,
  { space, stage, aheadMin = aheadMinDefault }: ImportWork,
  prepared: PreparedImport,
): Promise<Ahead | null> {
  const releasesSlugs = stage.partsOf('staged_moved') + stage.partsOf('staged_removed') > 0
  if (stage.created < aheadMin || releasesSlugs) return null
  const chunks = stage.index?.ownChunks ?? 0
  const { revision, firstChunk } = await reserve(session, space, { chunks, created: stage.created })
  return {
    run: async (writes, giveWay) => {
      await insertFromStage(writes, stage, revision, 'created')
      await giveWay()
      if (chunks > 0) await stage.index?.moveAdded(writes, firstChunk)
      prepared.ahead = { revision, created: stage.created }
    },
    undo: () => {
      stage.index?.undoMoveAdded()
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
  { chunks, created }: { readonly chunks: number; readonly created: number },
) {
  return session.write(async writes => {
    const served = await lockRevision(writes, space)
    const firstChunk = chunks > 0 ? await reserveChunks(writes, space, chunks) : 0
    return { revision: served + 1 + Math.floor(created / entriesPerChange), firstChunk }
  })
}
