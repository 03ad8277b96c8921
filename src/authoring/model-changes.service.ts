// Changes a model together with the entries of its collection: one transaction and one revision, or nothing.
import type { Clock } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import { recordActivity } from '../content/activity.store.ts'
import { ChangeSet } from '../content/change-set.ts'
import { contentTarget } from '../content/change-target.ts'
import { readModels, saveCollection } from '../content/collections.store.ts'
import { rebuildLiveValues } from '../content/live-values.ts'
import type { Collection } from '../content/model.ts'
import { insertModelChange } from '../content/model-history.store.ts'
import { raiseContentRevision } from '../content/revision.store.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import { EntryContexts } from './entry-contexts.ts'
import { readModelChanges } from './model-changes.store.ts'
import { ModelEntries } from './model-entries.ts'
import type { ModelOperation } from './model-operations.ts'
import { changesValues, type ModelPlan } from './model-plan.ts'
import { collectionNotFound, invalidModel } from './model-problems.ts'
import { type ModelChangeReport, rulesOf } from './model-report.ts'
import { countInUse, listEntriesOf, readModelVersions } from './models.store.ts'
import { planModelChange } from './plan-model-change.ts'

export interface ModelChange {
  readonly collection: string
  /** The version that the caller has seen. */
  readonly modelVersion: number
  /** As they were sent. */
  readonly operations: readonly unknown[]
  readonly acceptLosses: boolean
}

export interface ModelChangeContext {
  readonly space: SpaceId
  readonly clock: Clock
  /** Who changes it, as it is stored. */
  readonly by: string
  /** Reports what would change, and writes nothing. */
  readonly dryRun: boolean
  /** More entries are refused. */
  readonly entriesMax: number
  readonly onProgress?: (done: number, total: number) => void
}

export interface ModelChangeResult {
  readonly model: Collection
  readonly modelVersion: number
  readonly report: ModelChangeReport
}

/** As many as one request may change; the command has no limit. */
export const entriesPerChangeMax = 50_000
const batchSize = 100

/**
 * Requires the space's lock, and a change set that {@link ChangeSet.finish} ends. A dry run needs a snapshot only, and no
 * change set.
 */
export async function changeModel(
  writes: Writes,
  changes: ChangeSet | null,
  change: ModelChange,
  context: ModelChangeContext,
): Promise<ModelChangeResult> {
  const { space, clock, by } = context
  const planned = await plan(writes, space, change)
  const { plan: modelPlan, history, operations } = planned
  const isSame = Bun.deepEquals(modelPlan.before, modelPlan.after) && !changesValues(modelPlan)
  const at = Math.max(clock(), (history.at(-1)?.at ?? 0) + 1)
  const entries = new ModelEntries({ writes, plan: modelPlan, at, by })
  const modelVersion = change.modelVersion + (isSame ? 0 : 1)
  const { after: model } = modelPlan
  if (isSame) return { model, modelVersion, report: entries.report.toJson() }
  const ids = concernsEntries(modelPlan) ? await listEntriesOf(readsWithin(writes), space, model.apiName) : []
  if (ids.length > context.entriesMax) throw tooLarge(ids.length, context.entriesMax)
  if (changes) {
    await saveCollection(writes, space, model)
    const record = { modelVersion, at, by, operations, before: modelPlan.before }
    await insertModelChange(writes, space, model.apiName, record)
  }
  const contexts = new EntryContexts(writes, space, modelPlan, { history, at })
  await changeEntries(writes, changes, { ...context, entries, contexts, ids })
  const report = entries.report.toJson()
  if (report.losses.length > 0 && !change.acceptLosses && !context.dryRun) throw losesValues(report)
  if (changes) {
    const oversized = await entries.sizes.findOversized(writes, space)
    if (oversized.length > 0) {
      const reasons = oversized.map(({ where, reason }) => `${where}: ${reason}.`)
      throw new Problem('entry_too_large', ['Nothing was changed.', ...reasons.slice(0, 20)].join(' '))
    }
    await finish(writes, changes, modelPlan)
    const detail = { modelVersion, operations: operations.map(({ op }) => op) }
    const nothing = { entry: null, version: null }
    await recordActivity(writes, space, [
      { at, by, action: 'model', collection: model.apiName, ...nothing, detail },
    ])
  }
  return { model, modelVersion, report }
}

async function plan(writes: Writes, space: SpaceId, { collection, modelVersion, operations }: ModelChange) {
  const reads = readsWithin(writes)
  const models = await readModels(reads, space)
  const model = models.find(({ apiName }) => apiName === collection)
  if (!model) throw collectionNotFound()
  const current = (await readModelVersions(reads, space, [collection])).get(collection)!
  if (current !== modelVersion) throw modelConflict(current)
  const history = await readModelChanges(reads, space, collection)
  const collections = new Set(models.map(({ apiName }) => apiName))
  const result = planModelChange(model, operations, { history, collections })
  if ('errors' in result) throw invalidModel(result.errors)
  const { before, after } = result.plan
  if (after.singleton && !before.singleton) {
    const count = await countInUse(reads, space, collection)
    if (count > 1) {
      const detail = `The collection has ${count} entries, and a singleton holds one: archive the others first.`
      throw new Problem('singleton_exists', detail)
    }
  }
  return { plan: result.plan, history, operations: operations as readonly ModelOperation[] }
}

export function modelConflict(current: number): Problem {
  const detail = `The model is at version ${current}. Fetch it, and send that modelVersion.`
  return new Problem('model_conflict', detail, { members: { modelVersion: current } })
}

function tooLarge(count: number, max: number): Problem {
  const detail = `The collection has ${count} entries, and a request may change ${max}. Use the command: frontlist model apply FILE --space SLUG`
  return new Problem('model_change_too_large', detail)
}

function losesValues(report: ModelChangeReport): Problem {
  const reasons = report.losses.map(({ field, reason, count }) => `${field}: ${reason} (${count} entries).`)
  const detail = [
    'Values would be lost. Nothing was changed.',
    ...reasons.slice(0, 10),
    'Send acceptLosses: true to change the model all the same.',
  ].join(' ')
  return new Problem('model_change_loses', detail, { members: { report } })
}

/** Whether entries have to be looked at: their form, their titles, or their problems may change. */
function concernsEntries({ before, after }: ModelPlan): boolean {
  if (before.titleField !== after.titleField) return true
  const ofValues = ({ fields }: Collection) => fields.map(field => [field.apiName, rulesOf(field)])
  return !Bun.deepEquals(ofValues(before), ofValues(after))
}

interface EntriesToChange extends Pick<ModelChangeContext, 'space' | 'onProgress'> {
  readonly entries: ModelEntries
  readonly contexts: EntryContexts
  readonly ids: readonly string[]
}

async function changeEntries(
  writes: Writes,
  changes: ChangeSet | null,
  { space, onProgress = () => {}, entries, contexts, ids }: EntriesToChange,
): Promise<void> {
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    // What a dry run collects is dropped.
    const target = changes ?? new ChangeSet(space, 0)
    const changed = await entries.change(target, batch, await contexts.read(batch))
    if (changes) {
      await changes.flush(writes, contentTarget(space, changes.revision))
      await contexts.write(changed)
    }
    onProgress(Math.min(start + batchSize, ids.length), ids.length)
    // Requests are served between batches.
    await new Promise<void>(resolve => setImmediate(resolve))
  }
}

async function finish(writes: Writes, changes: ChangeSet, { before, after }: ModelPlan): Promise<void> {
  const served = ({ name, titleField, fields }: Collection) => ({ name, titleField, fields })
  if (!Bun.deepEquals(served(before), served(after))) changes.markServed()
  const unique = ({ fields }: Collection) =>
    fields.filter(field => field.unique).map(({ apiName }) => apiName)
  if (!Bun.deepEquals(unique(before), unique(after))) {
    await rebuildLiveValues(writes, changes.space, [after.apiName])
  }
  await raiseContentRevision(writes, changes.space)
}
