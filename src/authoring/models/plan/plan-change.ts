// Plans a model change before any entry is read: resolves its operations against the stored model, or reports why that
// is not possible.
import { Problem } from '../../../base/errors/errors.ts'
import type { SpaceId } from '../../../base/ids.ts'
import { readModels } from '../../../content/model/collections.store.ts'
import type { Collection } from '../../../content/values/model.ts'
import type { Reads } from '../../../database/database.ts'
import { type RecordedChange, readModelChanges } from '../model-changes.store.ts'
import type { ModelOperation } from '../model-operations.ts'
import { changesValues, type ModelPlan } from '../model-plan.ts'
import { collectionNotFound, invalidModel } from '../model-problems.ts'
import { countInUse, readModelVersions } from '../models.store.ts'
import { rulesOf } from '../report/model-report.ts'
import { planModelChange } from './plan-model-change.ts'

export interface ModelChange {
  readonly collection: string
  /** The version that the caller has seen. */
  readonly modelVersion: number
  /** The operations as sent. */
  readonly operations: readonly unknown[]
  readonly acceptLosses: boolean
}

export interface PlannedChange {
  readonly plan: ModelPlan
  readonly operations: readonly ModelOperation[]
  /** The earlier changes of the collection. */
  readonly history: readonly RecordedChange[]
  /** The version that the change creates. */
  readonly modelVersion: number
  /** True if the change has no effect on what is stored. */
  readonly isSame: boolean
}

export async function planChange(
  reads: Reads,
  space: SpaceId,
  { collection, modelVersion, operations }: ModelChange,
): Promise<PlannedChange> {
  const models = await readModels(reads, space)
  const model = models.find(({ apiName }) => apiName === collection)
  if (!model) throw collectionNotFound()
  const current = (await readModelVersions(reads, space, [collection])).get(collection)!
  if (current !== modelVersion) throw modelConflict(current)
  const history = await readModelChanges(reads, space, collection)
  const collections = new Set(models.map(({ apiName }) => apiName))
  const result = planModelChange(model, operations, { history, collections })
  if ('errors' in result) throw invalidModel(result.errors)
  const { plan } = result
  if (plan.after.singleton && !plan.before.singleton) await requireSingle(reads, space, collection)
  const isSame = Bun.deepEquals(plan.before, plan.after) && !changesValues(plan)
  return {
    plan,
    operations: operations as readonly ModelOperation[],
    history,
    modelVersion: modelVersion + (isSame ? 0 : 1),
    isSame,
  }
}

async function requireSingle(reads: Reads, space: SpaceId, collection: string): Promise<void> {
  const count = await countInUse(reads, space, collection)
  if (count <= 1) return
  const detail = `The collection has ${count} entries, and a singleton holds one: archive the others first.`
  throw new Problem('singleton_exists', detail)
}

export function modelConflict(current: number): Problem {
  const detail = `The model is at version ${current}. Fetch it, and send that modelVersion.`
  return new Problem('model_conflict', detail, { members: { modelVersion: current } })
}

/** Checks whether entries must be read because their form, titles or problems may change. */
export function concernsEntries({ before, after }: ModelPlan): boolean {
  if (before.titleField !== after.titleField) return true
  const ofValues = ({ fields }: Collection) => fields.map(field => [field.apiName, rulesOf(field)])
  return !Bun.deepEquals(ofValues(before), ofValues(after))
}

/** Checks whether responses or queries may change although no value does. */
export function isServedOtherwise({ before, after }: ModelPlan): boolean {
  const served = ({ name, titleField, fields }: Collection) => ({ name, titleField, fields })
  return !Bun.deepEquals(served(before), served(after))
}

/** Checks whether the set of live values that must be unique changes. */
export function changesUniqueValues({ before, fields }: ModelPlan): boolean {
  const isSameField = ({ field, source }: ModelPlan['fields'][number]) =>
    source.kind === 'stored' && source.conversions.length === 0 && source.field.apiName === field.apiName
  const unique = fields.filter(({ field }) => field.unique)
  const unchanged = unique.filter(isSameField).map(({ field }) => field.apiName)
  const was = before.fields.filter(field => field.unique).map(({ apiName }) => apiName)
  return unchanged.length !== unique.length || !Bun.deepEquals(unchanged.sort(), was.sort())
}
