// Reads the models of a space with their counts, and creates, changes and removes them. Each change is validated in the
// transaction that writes it.
import { requireRight } from '../../access/require-right.store.ts'
import { type Caller, toActor, toActorText } from '../../base/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { Problem } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import {
  deleteCollections,
  deleteModelChanges,
  readModelPage,
  readModels,
  saveCollection,
} from '../../content/model/collections.store.ts'
import { toStoredModel } from '../../content/model/model-form.ts'
import { modelInput } from '../../content/model/model-input.schema.ts'
import { readPreviewSites } from '../../content/model/preview-sites.store.ts'
import { findPreviewSiteError, type PreviewSite } from '../../content/model/preview-url.ts'
import { ChangeSet } from '../../content/publish/change-set.ts'
import { recordActivity } from '../../content/tables/activity.store.ts'
import { lockRevision, raiseContentRevision } from '../../content/tables/revision.store.ts'
import type { Collection } from '../../content/values/model.ts'
import { type Database, type Reads, readsWithin, type Writes } from '../../database/database.ts'
import { collectionNotFound } from '../../entries/entry-problems.ts'
import { requireCallerPresent } from '../../http/problem.ts'
import { type PageRange, toLimit, toList } from '../../http/record.schema.ts'
import { applyModelChanges, entriesPerChangeMax, type ModelChangeContext } from './model-changes.service.ts'
import { findUnstorable, type OperationError, toErrors } from './model-operations.ts'
import { invalidModel } from './model-problems.ts'
import type { CollectionModelView } from './models.schema.ts'
import { countByCollection, countCollections, readModelVersions } from './models.store.ts'
import { type ModelChange, modelConflict } from './plan/plan-change.ts'
import type { ModelChangeReport } from './report/model-report.ts'

export interface ModelParts {
  readonly database: Database
  readonly clock: Clock
}

/** Lists the models by API name. */
export function listModels({ database }: ModelParts, space: SpaceId, range: PageRange) {
  return database.snapshot(space, async reads => {
    const models = await readModelPage(reads, space, toLimit(range))
    return toList(await toViews(reads, space, models), await countCollections(reads, space), range)
  })
}

/** Returns a model. `apiName` is null if the name in the request is not valid. */
export function getModel({ database }: ModelParts, space: SpaceId, apiName: string | null) {
  return database.snapshot(space, reads => readView(reads, space, apiName))
}

async function readView(reads: Reads, space: SpaceId, apiName: string | null): Promise<CollectionModelView> {
  const model = (await readModels(reads, space)).find(each => each.apiName === apiName)
  if (!model) throw collectionNotFound()
  return (await toViews(reads, space, [model]))[0]!
}

async function toViews(reads: Reads, space: SpaceId, models: readonly Collection[]) {
  const names = models.map(({ apiName }) => apiName)
  const counts = await countByCollection(reads, space, names)
  const versions = await readModelVersions(reads, space, names)
  return models.map((model): CollectionModelView => {
    const { apiName, ...rest } = model
    return {
      apiName,
      kind: 'collection',
      ...(rest as Omit<
        CollectionModelView,
        'apiName' | 'kind' | 'modelVersion' | 'entries' | 'archived' | 'live'
      >),
      modelVersion: versions.get(apiName) ?? 1,
      entries: counts.entries.get(apiName) ?? 0,
      archived: counts.archived.get(apiName) ?? 0,
      live: counts.live.get(apiName) ?? 0,
    }
  })
}

/** Creates a model. `isNew` is false if the collection already exists with the same model. */
export function createModel(
  parts: ModelParts,
  caller: Caller,
  sent: object,
): Promise<{ readonly doc: CollectionModelView; readonly isNew: boolean }> {
  return inOneRevision(parts, caller, async (writes, changes) => {
    const { space } = caller
    const known = await readModels(readsWithin(writes), space)
    const model = checkModel(sent, known, await readPreviewSites(readsWithin(writes), space))
    const existing = known.find(({ apiName }) => apiName === model.apiName)
    if (existing && !Bun.deepEquals(toComparable(toStoredModel(existing)), toComparable(model))) {
      const detail = `The space has a collection "${model.apiName}" with another model. Change it by POST /api/v1/collections/${model.apiName}/changes.`
      throw new Problem('collection_exists', detail)
    }
    if (!existing) {
      await saveCollection(writes, space, model)
      await record(writes, parts, caller, model.apiName, { modelVersion: 1, operations: ['create'] })
      changes.markServed()
      await raiseContentRevision(writes, space)
    }
    return { doc: await readView(readsWithin(writes), space, model.apiName), isNew: !existing }
  })
}

/** Adds the default of `many`, which may be stored explicitly or left out, so that models can be compared. */
function toComparable(model: Collection): Collection {
  return { ...model, fields: model.fields.map(field => ({ ...field, many: field.many ?? false })) }
}

function checkModel(sent: object, known: readonly Collection[], sites: readonly PreviewSite[]): Collection {
  const unstorable = findUnstorable(sent, '')
  const result = modelInput.safeParse(sent)
  if (!result.success || unstorable.length > 0) {
    throw invalidModel([...unstorable, ...(result.error ? toErrors(result.error.issues, sent, '') : [])])
  }
  const { kind: _, ...model } = result.data
  const stored = toStoredModel(model as Collection)
  const names = new Set([...known.map(({ apiName }) => apiName), stored.apiName])
  const errors = stored.fields.flatMap(({ to = [] }, index) =>
    to.flatMap((name, place): OperationError[] =>
      names.has(name)
        ? []
        : [{ path: `/fields/${index}/to/${place}`, message: 'is not a collection of the space' }],
    ),
  )
  const siteError = findPreviewSiteError(stored.previewUrl, sites)
  if (siteError !== null) errors.push({ path: '/previewUrl', message: siteError })
  if (errors.length > 0) throw invalidModel(errors)
  return stored
}

export async function applyModelChange(
  parts: ModelParts,
  caller: Caller,
  change: ModelChange,
  { dryRun, signal }: { readonly dryRun: boolean; readonly signal: AbortSignal },
): Promise<{ readonly doc: CollectionModelView; readonly report: ModelChangeReport }> {
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
): Promise<CollectionModelView> {
  return inOneRevision(parts, caller, async (writes, changes) => {
    const { space } = caller
    const reads = readsWithin(writes)
    const view = await readView(reads, space, apiName)
    if (view.modelVersion !== modelVersion) throw modelConflict(view.modelVersion)
    if (view.entries > 0) {
      const detail = `The collection has ${view.entries} entries, archived ones included. Delete them first.`
      throw new Problem('collection_in_use', detail)
    }
    const others = (await readModels(reads, space)).filter(model => model.apiName !== view.apiName)
    const naming = others.flatMap(model =>
      model.fields
        .filter(({ to }) => to?.includes(view.apiName))
        .map(field => `${model.apiName}.${field.apiName}`),
    )
    if (naming.length > 0) {
      const detail = `Reference fields name the collection: ${naming.slice(0, 10).join(', ')}. Change their "to" first.`
      throw new Problem('collection_in_use', detail)
    }
    await deleteCollections(writes, space, [view.apiName])
    await deleteModelChanges(writes, space, [view.apiName])
    await record(writes, parts, caller, view.apiName, { operations: ['delete'] })
    changes.markServed()
    await raiseContentRevision(writes, space)
    return view
  })
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
