// What an import writes before it has the space's lock, see drafts/plan-ahead.ts.
import type { ContentSession } from '../database/database.ts'
import { planAhead as planAheadOf } from '../drafts/plan-ahead.ts'
import type { Ahead } from '../drafts/prepared-write.ts'
import type { ImportWork, PreparedImport } from './prepared-import.ts'
import { nextModelChangeAt, retentionOf } from './write-import.ts'

/** Null if that is not worth it, or not possible. */
export function planAhead(
  session: ContentSession,
  work: ImportWork,
  prepared: PreparedImport,
): Promise<Ahead | null> {
  const { stage, aheadMin } = work
  let changedAt = 0
  return planAheadOf(session, {
    ...{ stage, aheadMin },
    begin: async writes => {
      changedAt = await nextModelChangeAt(writes, work, prepared.models)
      return retentionOf(prepared.models, changedAt)
    },
    moveIndex: async (writes, firstChunk, how) => stage.index?.moveAhead(writes, firstChunk, how),
    end: async (_, revision) => {
      prepared.ahead = { revision, changedAt }
    },
    undo: () => {
      stage.index?.undoMoveAhead()
      prepared.ahead = null
    },
  })
}
