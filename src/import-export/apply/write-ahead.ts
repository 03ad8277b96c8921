// What an import writes before it has the space's lock, see bulk/plan-ahead.ts.

import { planAhead } from '../../bulk/plan-ahead.ts'
import type { Ahead } from '../../bulk/prepared-write.ts'
import type { ContentSession } from '../../database/database.ts'
import type { ImportWork, PreparedImport } from '../plan/prepared-import.ts'
import { nextModelChangeAt, retentionOf } from './write-import.ts'

/** Null if that is not worth it, or not possible. */
export function planImportAhead(
  session: ContentSession,
  work: ImportWork,
  prepared: PreparedImport,
): Promise<Ahead | null> {
  const { stage, aheadMin } = work
  return planAhead(session, {
    ...{ stage, aheadMin },
    begin: async (writes, revision) => {
      const changedAt = await nextModelChangeAt(writes, work, prepared.models)
      prepared.ahead = { revision, changedAt }
      return retentionOf(prepared.models, changedAt)
    },
    finish: async (writes, firstChunk, how) => stage.index?.moveAhead(writes, firstChunk, how),
    undo: () => {
      stage.index?.undoMoveAhead()
      prepared.ahead = null
    },
  })
}
