// Plans which part of an import is written before the space's lock is acquired, see bulk/write-before-lock.ts.

import type { WriteBeforeLock } from '../../bulk/bulk-change.ts'
import { planWriteBeforeLock } from '../../bulk/write-before-lock.ts'
import type { ContentSession } from '../../database/database.ts'
import type { ImportWork, PreparedImport } from '../plan/prepared-import.ts'
import { nextModelChangeAt, retentionOf } from './write-import.ts'

/** Returns null if writing before the lock is not worth it, or not possible. */
export function planImportBeforeLock(
  session: ContentSession,
  work: ImportWork,
  prepared: PreparedImport,
): Promise<WriteBeforeLock | null> {
  const { stage, beforeLockMin } = work
  return planWriteBeforeLock(session, {
    ...{ stage, beforeLockMin },
    begin: async (writes, revision) => {
      const changedAt = await nextModelChangeAt(writes, work, prepared.models)
      prepared.beforeLock = { revision, changedAt }
      return retentionOf(prepared.models, changedAt)
    },
    finish: async (writes, firstChunk, how) => stage.index?.moveBeforeLock(writes, firstChunk, how),
    undo: () => {
      stage.index?.undoMoveBeforeLock()
      prepared.beforeLock = null
    },
  })
}
