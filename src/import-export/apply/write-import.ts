// The second phase of an import, under the space's lock: writes what was prepared.
import { toActorText } from '../../base/actor.ts'
import { listStagedSchedules } from '../../bulk/scheduled-drafts.store.ts'
import { type DraftRetention, moveFromStage } from '../../bulk/stage-move.store.ts'
import { setModelRevision } from '../../content/index/query-index.store.ts'
import { updateQueryIndex } from '../../content/index/query-index.ts'
import { deleteCollections, saveCollection, saveIndexedModel } from '../../content/model/collections.store.ts'
import { listModelOperations } from '../../content/model/model-difference.ts'
import {
  deleteModelChanges,
  insertModelChange,
  nextChangeTime,
  retentionMs,
} from '../../content/model/model-history.store.ts'
import { addVariants, saveVariant } from '../../content/model/variants.store.ts'
import { recordActivity } from '../../content/tables/activity.store.ts'
import { raiseContentRevision, setRevision } from '../../content/tables/revision.store.ts'
import type { Writes } from '../../database/database.ts'
import { renewDraftAssets } from '../../entries/schedules/scheduled-assets.ts'
import { writeAssets } from '../plan/asset-plan.ts'
import { convertScheduledDrafts } from '../plan/convert-scheduled.ts'
import { importer } from '../plan/import-context.ts'
import type { Models } from '../plan/import-models.ts'
import { countRemoved } from '../plan/import-plan.ts'
import type { ImportWork, PreparedImport } from '../plan/prepared-import.ts'
import { bindPublished, referToBrought } from './bind-published.ts'
import { reportCancelled } from './cancelled-schedules.ts'
import { followImported } from './republish-imported-assets.ts'
import { updateUniqueValues } from './unique-values.ts'

/** Writes the prepared changes. Requires the space's lock and an up-to-date stage. */
export async function write(writes: Writes, work: ImportWork, prepared: PreparedImport): Promise<void> {
  const { space, stage } = work
  const { models, revisions, beforeLock } = prepared
  const revision = beforeLock?.revision ?? revisions.served + 1
  if (!work.dryRun) await writeAssets(writes, work, prepared.assets)
  const changedAt = beforeLock?.changedAt ?? (await nextModelChangeAt(writes, work, models))
  await saveModels(writes, work, models, changedAt)
  const retention = retentionOf(models, changedAt)
  const moved = beforeLock === null ? 'all' : 'late'
  const cancelled = await moveFromStage(writes, stage, revision, retention, moved)
  prepared.losses.push(...(await reportCancelled(writes, prepared.plan, cancelled)))
  prepared.losses.push(...(await convertScheduledDrafts(writes, space, models, retention.until)))
  if (models.gone.length > 0) {
    await deleteCollections(writes, space, models.gone)
    await deleteModelChanges(writes, space, models.gone)
  }
  await addVariants(writes, space, prepared.variants)
  for (const variant of prepared.changedVariants) await saveVariant(writes, space, variant)
  await renewDraftAssets(writes, space, await listStagedSchedules(writes, space))
  await recordImport(writes, work, prepared)
  await raiseContentRevision(writes, space)
  const followed = work.dryRun ? [] : await followImported(writes, work, prepared, revision)
  if (prepared.isServed || followed.length > 0) await writeServed(writes, work, prepared, revision, followed)
  await referToBrought(writes, work, prepared)
}

/**
 * Writes the query index and the revision. Called only if responses change. `followed` are entries outside of the source
 * that show its assets.
 */
async function writeServed(
  writes: Writes,
  work: ImportWork,
  prepared: PreparedImport,
  revision: number,
  followed: readonly string[],
): Promise<void> {
  const { space, stage } = work
  const { models, revisions } = prepared
  prepared.losses.push(...(await updateUniqueValues(writes, work, prepared)))
  const bound = await bindPublished(writes, work, prepared, revision)
  await stage.index?.revise(writes, bound)
  const ids = [
    ...new Set([...((await stage.index?.move(writes, revisions.served)) ?? []), ...bound, ...followed]),
  ]
  await updateQueryIndex(writes, space, revision, { ids })
  if (models.saved.length > 0 || models.gone.length > 0) await setModelRevision(writes, space, revision)
  await setRevision(writes, space, revision)
}

/** Returns the time of the model changes that the import makes. */
export function nextModelChangeAt(
  writes: Writes,
  { space, clock }: ImportWork,
  { saved }: Models,
): Promise<number> {
  const names = saved.map(({ apiName }) => apiName)
  return nextChangeTime(writes, space, names, clock())
}

/** Keeps old draft versions as long as the change of their model can be undone. */
export function retentionOf({ changed }: Models, changedAt: number): DraftRetention {
  return { collections: [...changed], until: changedAt + retentionMs }
}

async function saveModels(
  writes: Writes,
  { space }: ImportWork,
  { saved, known }: Models,
  at: number,
): Promise<void> {
  for (const collection of saved) {
    const { apiName } = collection
    const modelVersion = await saveCollection(writes, space, collection)
    const before = known.get(apiName)
    // A new collection is indexed from its first entry on.
    if (before === undefined) await saveIndexedModel(writes, space, apiName)
    else {
      const operations = listModelOperations(before, collection)
      const change = { modelVersion, at, operations, before, by: toActorText(importer) }
      await insertModelChange(writes, space, apiName, change)
    }
  }
}

async function recordImport(
  writes: Writes,
  { space, clock }: ImportWork,
  { counts, migrated, plan }: PreparedImport,
): Promise<void> {
  const detail = {
    created: counts.created,
    changed: counts.changed + migrated.size,
    removed: countRemoved(plan),
  }
  const nothing = { entry: null, collection: null, version: null }
  await recordActivity(writes, space, [
    { at: clock(), by: toActorText(importer), action: 'import', ...nothing, detail },
  ])
}
