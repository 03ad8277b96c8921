// Plans a model change before any entry is read, with the changes that follow from that of a component.

import { Problem } from '../../../base/errors.ts'
import type { SpaceId } from '../../../base/ids.ts'
import { readSpaceModels } from '../../../content/model/collections.store.ts'
import { readPreviewSites } from '../../../content/model/preview-sites.store.ts'
import { isComponent, linkComponents, linkFields, linkModel } from '../../../content/model/stored-models.ts'
import type { Collection, Component, Components, Field, SpaceModels } from '../../../content/values/model.ts'
import type { Reads } from '../../../database/database.ts'
import { collectionNotFound } from '../../../entries/entry-problems.ts'
import type { ModelOperation } from '../model-operations.ts'
import { changesValues, type ModelPlan, type PlannedField } from '../model-plan.ts'
import { invalidModel } from '../model-problems.ts'
import { countInUse, type RecordedChange, readModelChanges, readModelVersions } from '../models.store.ts'
import { planModelChange } from './model-editor.ts'

export interface ModelChange {
  readonly collection: string
  /** The version that the caller has seen. */
  readonly modelVersion: number
  /** The operations as sent. */
  readonly operations: readonly unknown[]
  readonly acceptLosses: boolean
}

export interface PlannedChange {
  /** The change as sent. */
  readonly change: ModelChange
  readonly plan: ModelPlan
  readonly operations: readonly ModelOperation[]
  /** The earlier changes of the collection. */
  readonly history: readonly RecordedChange[]
  /** The version that the change creates. */
  readonly modelVersion: number
  /** True if the change has no effect on what is stored. */
  readonly isSame: boolean
}

/**
 * Plans a change. If it changes a component, the result also has a change for each collection with a field of blocks, because
 * such a field can hold blocks of any component.
 */
export async function planChanges(
  reads: Reads,
  space: SpaceId,
  change: ModelChange,
): Promise<readonly [PlannedChange, ...PlannedChange[]]> {
  const models = await readSpaceModels(reads, space)
  const planned = await planChange(reads, space, models, change)
  if (planned.isSame || !isComponent(planned.plan.after)) return [planned]
  return [planned, ...(await followComponent(reads, space, models, planned))]
}

async function followComponent(
  reads: Reads,
  space: SpaceId,
  { collections, components }: SpaceModels,
  { change, plan, history }: PlannedChange,
): Promise<PlannedChange[]> {
  const { apiName } = plan.after
  const changed = [...components.values()].map(each => (each.apiName === apiName ? plan.after : each))
  const after = linkComponents(changed as Component[])
  const holders = collections.filter(({ fields }) => fields.some(({ of }) => of !== undefined))
  const names = holders.map(each => each.apiName)
  const versions = await readModelVersions(reads, space, names)
  return holders.map(model => {
    const linked = linkModel(model, after)
    const fields = linked.fields.map((field, index): PlannedField => {
      return { field, source: { kind: 'stored', field: model.fields[index]!, conversions: [] } }
    })
    return {
      change,
      plan: { before: model, after: linked, fields, removed: [], readers: [], blocks: plan },
      operations: [],
      // The values of restored fields are those before an earlier change of the component.
      history,
      modelVersion: (versions.get(model.apiName) ?? 1) + 1,
      isSame: false,
    }
  })
}

async function planChange(
  reads: Reads,
  space: SpaceId,
  { collections, components }: SpaceModels,
  change: ModelChange,
): Promise<PlannedChange> {
  const { collection, modelVersion, operations } = change
  const model = collections.find(({ apiName }) => apiName === collection) ?? components.get(collection)
  if (!model) throw collectionNotFound()
  const current = (await readModelVersions(reads, space, [collection])).get(collection)!
  if (current !== modelVersion) throw modelConflict(current)
  const history = await readModelChanges(reads, space, collection)
  const result = planModelChange(model, operations, {
    history,
    collections: new Set(collections.map(({ apiName }) => apiName)),
    components: new Set(components.keys()),
    previewSites: await readPreviewSites(reads, space),
  })
  if ('errors' in result) throw invalidModel(result.errors)
  const plan = linkPlan(result.plan, components)
  const [before, after]: Partial<Collection>[] = [plan.before, plan.after]
  if (after!.singleton && !before!.singleton) await requireSingle(reads, space, collection)
  const isSame = Bun.deepEquals(plan.before, plan.after) && !changesValues(plan)
  return {
    change,
    plan,
    operations: operations as readonly ModelOperation[],
    history,
    modelVersion: modelVersion + (isSame ? 0 : 1),
    isSame,
  }
}

/** Lets the fields of a plan know the components, which their stored forms do not. */
function linkPlan(plan: ModelPlan, components: Components): ModelPlan {
  const { after } = plan
  const next = isComponent(after)
    ? linkComponents([...components.values()].map(each => (each.apiName === after.apiName ? after : each)))
    : components
  const link = (field: Field, known: Components) => linkFields([field], known)[0]!
  return {
    ...plan,
    before: linkModel(plan.before, components),
    after: linkModel(after, next),
    fields: plan.fields.map(({ field, source }) => ({
      field: link(field, next),
      source:
        source.kind === 'new'
          ? source
          : {
              ...source,
              field: link(source.field, components),
              conversions: linkFields(source.conversions, next),
            },
    })),
    removed: linkFields(plan.removed, components),
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
