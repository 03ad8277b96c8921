// What a model change writes before it has the space's lock, see bulk/plan-ahead.ts.

import { planAhead } from '../../../bulk/plan-ahead.ts'
import type { Ahead } from '../../../bulk/prepared-write.ts'
import type { Stage } from '../../../bulk/stage.store.ts'
import type { DraftRetention } from '../../../bulk/stage-move.store.ts'
import { isAnyPrepared } from '../../../bulk/staged-publications.store.ts'
import { retentionMs } from '../../../content/model/model-history.store.ts'
import { type ContentSession, GiveWay, type Writes } from '../../../database/database.ts'
import { listUnmarked, lockPrepared, markPreparedAgain } from './model-stage.store.ts'
import { changedModels, type ModelChangeWork, type PreparedModelChange } from './prepared-model-change.ts'

/** Null if that is not worth it, or not possible. */
export async function planModelChangeAhead(
  session: ContentSession,
  work: ModelChangeWork & { readonly stage: Stage },
  prepared: PreparedModelChange,
): Promise<Ahead | null> {
  const { stage, space, aheadMin } = work
  const { rebuilt } = prepared
  if (rebuilt === null) return null
  return planAhead(session, {
    ...{ stage, aheadMin },
    begin: async (writes, revision) => {
      await requireUnchanged(writes, work, prepared)
      prepared.ahead = { revision }
      return retentionOf(prepared)
    },
    finish: async (writes, _, how) => {
      await rebuilt.moveAhead(writes, how)
      await markPreparedAgain(writes, space)
    },
    undo: () => {
      rebuilt.undoMoveAhead()
      prepared.ahead = null
    },
  })
}

/** Who saves one of the entries from now on waits. */
async function requireUnchanged(
  writes: Writes,
  { space }: ModelChangeWork,
  { converters }: PreparedModelChange,
): Promise<void> {
  await lockPrepared(writes, space)
  for (const { concernsEntries, collection } of converters) {
    if (!concernsEntries) continue
    const changed = await listUnmarked(writes, space, collection)
    if (await isAnyPrepared(writes, changed)) throw new GiveWay()
  }
}

/** What drafts were is kept as long as the change of their model can be undone. */
export function retentionOf(prepared: PreparedModelChange): DraftRetention {
  const changed = changedModels(prepared)
  return {
    collections: changed.map(({ collection }) => collection),
    until: (changed[0]?.at ?? 0) + retentionMs,
  }
}
