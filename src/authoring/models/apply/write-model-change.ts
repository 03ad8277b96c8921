// The second phase of a model change, under the space's lock: writes what was prepared.
import { Problem } from '../../../base/errors/errors.ts'
import type { SpaceId } from '../../../base/ids.ts'
import { listStagedSchedules, moveScheduledDrafts } from '../../../bulk/scheduled-drafts.store.ts'
import type { Stage } from '../../../bulk/stage.store.ts'
import { moveFromStage } from '../../../bulk/stage-move.store.ts'
import { setModelRevision } from '../../../content/index/query-index.store.ts'
import { updateQueryIndex } from '../../../content/index/query-index.ts'
import { saveCollection } from '../../../content/model/collections.store.ts'
import { insertModelChange } from '../../../content/model/model-history.store.ts'
import { rebuildLiveValues } from '../../../content/publish/live-values.ts'
import { recordActivity } from '../../../content/tables/activity.store.ts'
import { raiseContentRevision, setRevision } from '../../../content/tables/revision.store.ts'
import type { Writes } from '../../../database/database.ts'
import { renewDraftAssets } from '../../../entries/schedules/scheduled-assets.ts'
import type { EntryConverter } from './convert-entries.ts'
import {
  changedModels,
  type ModelChangeWork,
  type PreparedModelChange,
  runFor,
} from './prepared-model-change.ts'
import { retentionOf } from './write-before-lock.ts'

/** Requires the space's lock and an up-to-date stage. */
export async function write(
  writes: Writes,
  work: ModelChangeWork & { readonly stage: Stage },
  prepared: PreparedModelChange,
): Promise<void> {
  const { revisions, rebuilt, isServed, beforeLock } = prepared
  const changed = changedModels(prepared)
  if (changed.length === 0) return
  const { space, stage, by } = work
  const revision = beforeLock?.revision ?? revisions.served + 1
  for (const { planned, at, collection } of changed) {
    const { plan, modelVersion, operations } = planned
    await saveCollection(writes, space, plan.after)
    await insertModelChange(writes, space, collection, {
      ...{ modelVersion, at, by, operations },
      before: plan.before,
    })
  }
  const retention = retentionOf(prepared)
  await moveFromStage(writes, stage, revision, retention, beforeLock === null ? 'all' : 'late')
  await moveScheduledDrafts(writes, space, retention.until)
  await renewDraftAssets(writes, space, await listStagedSchedules(writes, space))
  for (const { entries, collection } of changed) {
    await runFor(work, collection, () => requireServable(writes, space, entries.sizes))
  }
  const rebuiltValues = changed.filter(each => each.changesUniqueValues).map(({ collection }) => collection)
  if (rebuiltValues.length > 0) await rebuildLiveValues(writes, space, rebuiltValues)
  await raiseContentRevision(writes, space)
  await recordActivity(
    writes,
    space,
    changed.map(({ planned, collection, at }) => {
      const { modelVersion, operations } = planned
      const detail = { modelVersion, operations: operations.map(({ op }) => op) }
      return { at, by, action: 'model', collection, entry: null, version: null, detail }
    }),
  )
  if (!isServed) return
  await rebuilt?.move(writes, revisions.served)
  await updateQueryIndex(writes, space, revision, rebuilt ? { ids: [] } : {})
  await setModelRevision(writes, space, revision)
  await setRevision(writes, space, revision)
}

async function requireServable(
  writes: Writes,
  space: SpaceId,
  sizes: EntryConverter['entries']['sizes'],
): Promise<void> {
  const oversized = await sizes.findOversized(writes, space)
  if (oversized.length === 0) return
  const reasons = oversized.map(({ where, reason }) => `${where}: ${reason}.`)
  throw new Problem('entry_too_large', ['Nothing was changed.', ...reasons.slice(0, 20)].join(' '))
}
