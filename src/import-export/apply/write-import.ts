// The second phase of an import, under the space's lock: writes what was prepared.
import { toActorText } from '../../base/caller.ts'
import { finishIndex, moveStaged, revisionOf } from '../../bulk/bulk-change.ts'
import { listServed } from '../../bulk/stage.store.ts'
import { listStagedSchedules } from '../../bulk/staged-schedules.store.ts'
import { forgetBlockFields } from '../../content/index/query-index.ts'
import {
  deleteModelChanges,
  deleteModels,
  insertModelChange,
  saveIndexedModel,
  saveModel,
} from '../../content/model/collections.store.ts'
import { listModelOperations } from '../../content/model/model-form.ts'
import { isComponent } from '../../content/model/stored-models.ts'
import { addVariants, saveVariant } from '../../content/model/variants.store.ts'
import { ChangeSet } from '../../content/publish/change-set.ts'
import { recordActivity } from '../../content/tables/activity.store.ts'
import { raiseContentRevision } from '../../content/tables/revision.store.ts'
import type { Writes } from '../../database/database.ts'
import { takeOverAtEnd } from '../../entries/drafts/take-over-references.ts'
import { renewDraftAssets } from '../../entries/schedules.ts'
import { writeAssets } from '../plan/asset-plan.ts'
import { convertScheduledDrafts } from '../plan/convert-scheduled.ts'
import { importer } from '../plan/import-context.ts'
import type { Models } from '../plan/import-models.ts'
import { countRemoved } from '../plan/import-plan.ts'
import type { ImportWork, PreparedImport } from '../plan/prepared-import.ts'
import { reportCancelled } from './cancelled-schedules.ts'
import { followImported } from './republish-imported-assets.ts'
import { updateUniqueValues } from './unique-values.ts'

/** Writes the prepared changes. Requires the space's lock and an up-to-date stage. */
export async function write(writes: Writes, work: ImportWork, prepared: PreparedImport): Promise<void> {
  const { space, stage } = work
  const { models, retention } = prepared
  if (!work.dryRun) await writeAssets(writes, work, prepared.assets)
  await saveModels(writes, work, models, prepared.changedAt)
  const cancelled = await moveStaged(writes, stage, prepared)
  prepared.losses.push(...(await reportCancelled(writes, prepared.plan, cancelled)))
  prepared.losses.push(...(await convertScheduledDrafts(writes, space, models, retention.until)))
  if (models.gone.length > 0) {
    await deleteModels(writes, space, models.gone)
    await deleteModelChanges(writes, space, models.gone)
  }
  await addVariants(writes, space, prepared.variants)
  for (const variant of prepared.changedVariants) await saveVariant(writes, space, variant)
  await renewDraftAssets(writes, space, await listStagedSchedules(writes, space))
  await recordImport(writes, work, prepared)
  await raiseContentRevision(writes, space)
  const followed = work.dryRun ? [] : await followImported(writes, work, prepared, revisionOf(prepared))
  const changes = new ChangeSet(space, revisionOf(prepared))
  const takenOver = await takeOverAtEnd(writes, changes, models.byName, prepared.published)
  const rewritten = [...followed, ...takenOver]
  if (prepared.isServed || rewritten.length > 0) {
    const staged = new Set(takenOver.length === 0 ? [] : await listServed(writes))
    // The staged postings were built before these references were taken over.
    await stage.index?.revise(
      writes,
      takenOver.filter(id => staged.has(id)),
    )
    await writeServed(writes, work, prepared, rewritten)
  }
}

/**
 * Writes the query index and the revision. Called only if responses change. `rewritten` are live entries that were
 * rewritten after the staged rows were moved.
 */
async function writeServed(
  writes: Writes,
  work: ImportWork,
  prepared: PreparedImport,
  rewritten: readonly string[],
): Promise<void> {
  const { stage } = work
  const { models } = prepared
  prepared.losses.push(...(await updateUniqueValues(writes, work, prepared)))
  await finishIndex(writes, stage, prepared, {
    others: rewritten,
    changesModels: models.saved.length > 0 || models.gone.length > 0,
  })
}

async function saveModels(
  writes: Writes,
  { space }: ImportWork,
  { saved, known, reindexed }: Models,
  at: number,
): Promise<void> {
  for (const collection of reindexed) await forgetBlockFields(writes, space, collection)
  for (const model of saved) {
    const { apiName } = model
    const modelVersion = await saveModel(writes, space, model)
    const before = known.get(apiName)
    // A new collection is indexed from its first entry on.
    if (before === undefined && !isComponent(model)) await saveIndexedModel(writes, space, apiName)
    else if (before !== undefined) {
      const operations = listModelOperations(before, model)
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
