// Reads the models of a space with their counts, and creates, changes and removes them. Each change is validated in the
// transaction that writes it.
import { requireRight } from '../../access/require-right.store.ts'
import { type Caller, toActor, toActorText } from '../../base/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { Problem } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { toPointer } from '../../base/json.ts'
import {
  deleteModelChanges,
  deleteModels,
  type ModelKind,
  readModelPage,
  readSpaceModels,
  saveModel,
} from '../../content/model/collections.store.ts'
import { toStoredComponent, toStoredModel } from '../../content/model/model-form.ts'
import { componentInput, findNameErrors, modelInput } from '../../content/model/model-input.schema.ts'
import { readPreviewSites } from '../../content/model/preview-sites.store.ts'
import { findPreviewSiteError, type PreviewSite } from '../../content/model/preview-url.ts'
import { isComponent } from '../../content/model/stored-models.ts'
import { ChangeSet } from '../../content/publish/change-set.ts'
import { recordActivity } from '../../content/tables/activity.store.ts'
import { lockRevision, raiseContentRevision } from '../../content/tables/revision.store.ts'
import type { Collection, Component, SpaceModels } from '../../content/values/model.ts'
import { type Database, type Reads, readsWithin, type Writes } from '../../database/database.ts'
import { collectionNotFound } from '../../entries/entry-problems.ts'
import { requireCallerPresent } from '../../http/problem.ts'
import { type PageRange, toLimit, toList } from '../../http/record.schema.ts'
import { applyModelChanges, entriesPerChangeMax, type ModelChangeContext } from './model-changes.service.ts'
import { findUnstorable, type OperationError, toErrors } from './model-operations.ts'
import { invalidModel } from './model-problems.ts'
import type { CollectionModelView, ComponentModelView, ModelView } from './models.schema.ts'
import { countByCollection, countModels, findEntryWithBlock, readModelVersions } from './models.store.ts'
import { type ModelChange, modelConflict } from './plan/plan-change.ts'
import type { ModelChangeReport } from './report/model-report.ts'

export interface ModelParts {
  readonly database: Database
  readonly clock: Clock
}

/** Lists the collections or the components by API name. */
export function listModels(
  { database }: ModelParts,
  space: SpaceId,
  { kind, ...range }: PageRange & { readonly kind: ModelKind },
) {
  return database.snapshot(space, async reads => {
    const models = await readModelPage(reads, space, { kind, ...toLimit(range) })
    return toList(await toViews(reads, space, models), await countModels(reads, space, kind), range)
  })
}

/** Returns a model. `apiName` is null if the name in the request is not valid. */
export function getModel({ database }: ModelParts, space: SpaceId, apiName: string | null) {
  return database.snapshot(space, reads => readView(reads, space, apiName))
}

async function readView(reads: Reads, space: SpaceId, apiName: string | null): Promise<ModelView> {
  const { collections, components } = await readSpaceModels(reads, space)
  const model = collections.find(each => each.apiName === apiName) ?? components.get(apiName ?? '')
  if (!model) throw collectionNotFound()
  return (await toViews(reads, space, [model]))[0]!
}

async function toViews(
  reads: Reads,
  space: SpaceId,
  models: readonly (Collection | Component)[],
): Promise<ModelView[]> {
  const names = models.map(({ apiName }) => apiName)
  const counts = await countByCollection(reads, space, names)
  const versions = await readModelVersions(reads, space, names)
  const uses = models.some(isComponent) ? listUses(await readSpaceModels(reads, space)) : null
  return models.map((model): ModelView => {
    const { apiName } = model
    const modelVersion = versions.get(apiName) ?? 1
    if (isComponent(model)) {
      return { ...(model as Omit<ComponentModelView, Added>), modelVersion, usedIn: uses!.get(apiName) ?? [] }
    }
    const { apiName: _, ...rest } = model as Omit<CollectionModelView, Added>
    return {
      apiName,
      ...rest,
      kind: 'collection',
      modelVersion,
      entries: counts.entries.get(apiName) ?? 0,
      archived: counts.archived.get(apiName) ?? 0,
      live: counts.live.get(apiName) ?? 0,
    }
  })
}

/** The properties of views that models do not have. */
type Added = 'modelVersion' | 'usedIn' | 'entries' | 'archived' | 'live'

interface ComponentUse {
  readonly model: string
  readonly field: string
}

/** Lists the fields whose `of` names each component. */
function listUses({ collections, components }: SpaceModels): ReadonlyMap<string, ComponentUse[]> {
  const uses = new Map<string, ComponentUse[]>()
  for (const { apiName: model, fields } of [...collections, ...components.values()]) {
    for (const { apiName: field, of = [] } of fields) {
      for (const name of of) uses.set(name, [...(uses.get(name) ?? []), { model, field }])
    }
  }
  return uses
}

/** Creates a model. `isNew` is false if the same model already exists. */
export function createModel(
  parts: ModelParts,
  caller: Caller,
  sent: object,
): Promise<{ readonly doc: ModelView; readonly isNew: boolean }> {
  return inOneRevision(parts, caller, async (writes, changes) => {
    const { space } = caller
    const { collections, components } = await readSpaceModels(readsWithin(writes), space)
    const sites = await readPreviewSites(readsWithin(writes), space)
    const model = checkModel(sent, { collections, components }, sites)
    const existing =
      collections.find(({ apiName }) => apiName === model.apiName) ?? components.get(model.apiName)
    if (existing && !Bun.deepEquals(toComparable(toStored(existing)), toComparable(model))) {
      const kind = isComponent(existing) ? 'component' : 'collection'
      const detail = `The space has a ${kind} "${model.apiName}" with another model. Change it by POST /api/v1/collections/${model.apiName}/changes.`
      throw new Problem('collection_exists', detail)
    }
    if (!existing) {
      await saveModel(writes, space, model)
      await record(writes, parts, caller, model.apiName, { modelVersion: 1, operations: ['create'] })
      changes.markServed()
      await raiseContentRevision(writes, space)
    }
    return { doc: await readView(readsWithin(writes), space, model.apiName), isNew: !existing }
  })
}

function toStored(model: Collection | Component): Collection | Component {
  return isComponent(model) ? toStoredComponent(model) : toStoredModel(model)
}

/** Adds the default of `many`, which may be stored explicitly or left out, so that models can be compared. */
function toComparable(model: Collection | Component): object {
  return { ...model, fields: model.fields.map(field => ({ ...field, many: field.many ?? false })) }
}

function checkModel(
  sent: object,
  { collections, components }: SpaceModels,
  sites: readonly PreviewSite[],
): Collection | Component {
  const unstorable = findUnstorable(sent, '')
  const isOfComponent = (sent as { readonly kind?: unknown }).kind === 'component'
  const result = (isOfComponent ? componentInput : modelInput).safeParse(sent)
  if (!result.success || unstorable.length > 0) {
    throw invalidModel([...unstorable, ...(result.error ? toErrors(result.error.issues, sent, '') : [])])
  }
  const { kind: _, ...model } = result.data
  const stored = isOfComponent
    ? toStoredComponent({ kind: 'component', ...model } as Component)
    : toStoredModel(model as Collection)
  const names = {
    collections: new Set(collections.map(({ apiName }) => apiName)),
    components: new Set(components.keys()),
  }
  // A model may name itself.
  names[isOfComponent ? 'components' : 'collections'].add(stored.apiName)
  const errors = stored.fields.flatMap((field, index) =>
    findNameErrors(field, names).map(
      ({ path, message }): OperationError => ({ path: toPointer('fields', index, ...path), message }),
    ),
  )
  const siteError = isComponent(stored) ? null : findPreviewSiteError(stored.previewUrl, sites)
  if (siteError !== null) errors.push({ path: '/previewUrl', message: siteError })
  if (errors.length > 0) throw invalidModel(errors)
  return stored
}

export async function applyModelChange(
  parts: ModelParts,
  caller: Caller,
  change: ModelChange,
  { dryRun, signal }: { readonly dryRun: boolean; readonly signal: AbortSignal },
): Promise<{ readonly doc: ModelView; readonly report: ModelChangeReport }> {
  const { space } = caller
  const { database, clock } = parts
  const context: ModelChangeContext = {
    ...{ clock, dryRun, entriesMax: entriesPerChangeMax },
    by: toActorText(toActor(caller)),
    requireRight: writes => requireRight(writes, caller, 'model', clock),
    requireWanted: () => requireCallerPresent(signal),
  }
  return applyModelChanges(database, space, [change], context, async ([result], writes) => {
    const { model, modelVersion, report } = result!
    const [view] = await toViews(readsWithin(writes), space, [model])
    return { doc: { ...view!, modelVersion }, report }
  })
}

/** Deletes a model and returns its last state. */
export function deleteModel(
  parts: ModelParts,
  caller: Caller,
  apiName: string | null,
  modelVersion: number,
): Promise<ModelView> {
  return inOneRevision(parts, caller, async (writes, changes) => {
    const { space } = caller
    const reads = readsWithin(writes)
    const view = await readView(reads, space, apiName)
    if (view.modelVersion !== modelVersion) throw modelConflict(view.modelVersion)
    if (view.kind === 'component') await requireUnused(reads, space, view)
    else await requireEmpty(reads, space, view)
    await deleteModels(writes, space, [view.apiName])
    await deleteModelChanges(writes, space, [view.apiName])
    await record(writes, parts, caller, view.apiName, { operations: ['delete'] })
    changes.markServed()
    await raiseContentRevision(writes, space)
    return view
  })
}

async function requireEmpty(
  reads: Reads,
  space: SpaceId,
  { apiName, entries }: CollectionModelView,
): Promise<void> {
  if (entries > 0) {
    const detail = `The collection has ${entries} entries, archived ones included. Delete them first.`
    throw new Problem('collection_in_use', detail)
  }
  const { collections, components } = await readSpaceModels(reads, space)
  const naming = [...collections, ...components.values()].flatMap(model =>
    model.apiName === apiName
      ? []
      : model.fields
          .filter(({ to }) => to?.includes(apiName))
          .map(field => `${model.apiName}.${field.apiName}`),
  )
  if (naming.length > 0) {
    const detail = `Reference fields name the collection: ${naming.slice(0, 10).join(', ')}. Change their "to" first.`
    throw new Problem('collection_in_use', detail)
  }
}

async function requireUnused(
  reads: Reads,
  space: SpaceId,
  { apiName, usedIn }: ComponentModelView,
): Promise<void> {
  const others = usedIn.filter(({ model }) => model !== apiName)
  if (others.length > 0) {
    const names = others.slice(0, 10).map(({ model, field }) => `${model}.${field}`)
    const detail = `Fields name the component: ${names.join(', ')}. Change their "of" first.`
    throw new Problem('collection_in_use', detail)
  }
  const entry = await findEntryWithBlock(reads, space, apiName)
  if (entry !== null) {
    const detail = `Entries have blocks of the component, such as ${entry}, in a draft, a scheduled draft or live content. Remove these blocks first.`
    throw new Problem('collection_in_use', detail)
  }
}

function record(
  writes: Writes,
  { clock }: ModelParts,
  caller: Caller,
  collection: string,
  detail: object,
): Promise<void> {
  const by = toActorText(toActor(caller))
  return recordActivity(writes, caller.space, [
    { at: clock(), by, action: 'model', entry: null, collection, version: null, detail },
  ])
}

function inOneRevision<Result>(
  { database, clock }: ModelParts,
  caller: Caller,
  work: (writes: Writes, changes: ChangeSet) => Promise<Result>,
): Promise<Result> {
  const { space } = caller
  return database.transaction(async writes => {
    await requireRight(writes, caller, 'model', clock)
    const changes = new ChangeSet(space, (await lockRevision(writes, space)) + 1)
    const result = await work(writes, changes)
    await changes.finish(writes)
    return result
  }, space)
}
