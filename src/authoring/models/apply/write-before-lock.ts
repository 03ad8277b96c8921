// Plans which part of a model change is written before the space's lock is acquired, see bulk/write-before-lock.ts.

import type { WriteBeforeLock } from '../../../bulk/bulk-change.ts'
import type { Stage } from '../../../bulk/stage.store.ts'
import type { DraftRetention } from '../../../bulk/stage-move.store.ts'
import { isAnyPrepared } from '../../../bulk/staged-publications.store.ts'
import { planWriteBeforeLock } from '../../../bulk/write-before-lock.ts'
import { retentionMs } from '../../../content/model/model-history.store.ts'
import { type ContentSession, LockContention, type Writes } from '../../../database/database.ts'
import { listUnmarked, lockPrepared, markPreparedAgain } from './model-stage.store.ts'
import { changedModels, type ModelChangeWork, type PreparedModelChange } from './prepared-model-change.ts'

/** Returns null if writing before the lock is not worth it, or not possible. */
export async function planModelChangeBeforeLock(
  session: ContentSession,
  work: ModelChangeWork & { readonly stage: Stage },
  prepared: PreparedModelChange,
): Promise<WriteBeforeLock | null> {
  const { stage, space, beforeLockMin } = work
  const { rebuilt } = prepared
  if (rebuilt === null) return null
  return planWriteBeforeLock(session, {
    ...{ stage, beforeLockMin },
    begin: async (writes, revision) => {
      await requireUnchanged(writes, work, prepared)
      prepared.beforeLock = { revision }
      return retentionOf(prepared)
    },
    finish: async (writes, _, how) => {
      await rebuilt.moveBeforeLock(writes, how)
      await markPreparedAgain(writes, space)
    },
    undo: () => {
      rebuilt.undoMoveBeforeLock()
      prepared.beforeLock = null
    },
  })
}

/** Locks the prepared entries, so that saves of them wait from now on. Throws if one of them has changed. */
async function requireUnchanged(
  writes: Writes,
  { space }: ModelChangeWork,
  { converters }: PreparedModelChange,
): Promise<void> {
  await lockPrepared(writes, space)
  for (const { concernsEntries, collection } of converters) {
    if (!concernsEntries) continue
    const changed = await listUnmarked(writes, space, collection)
    if (await isAnyPrepared(writes, changed)) throw new LockContention()
  }
}

/** Keeps old draft versions as long as the change of their model can be undone. */
export function retentionOf(prepared: PreparedModelChange): DraftRetention {
  const changed = changedModels(prepared)
  return {
    collections: changed.map(({ collection }) => collection),
    until: (changed[0]?.at ?? 0) + retentionMs,
  }
}
