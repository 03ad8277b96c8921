// Compares the names in a query with the model of the space. A query with errors is refused with one response that lists all
// of them, provided that the collection exists.
import { Problem } from '../base/errors/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import { bindFields } from './query/bind/bind-fields.ts'
import { bindSelection } from './query/bind/bind-selection.ts'
import type { CollectionModel } from './query/bind/space-model.ts'
import type { ModelVersion, SpaceModels } from './query/bind/space-models.ts'
import type { QueryParameters } from './query/parse/parse-parameters.ts'
import { invalidQuery } from './query/parse/query-errors.ts'
import type { EntryQuery, ListQuery } from './query.ts'
import { describeMissing } from './resolve/missing-collection.ts'

/** A request of endpoint 1 or 2 whose query parameters are not yet compared with the model; null if it has none. */
export type Unbound<Query extends ListQuery | EntryQuery> = Omit<
  Query,
  'selection' | 'projection' | 'modelRevision'
> & {
  readonly parameters: QueryParameters | null
}

/** Thrown if the model has changed since the query was bound to it. */
export class ModelChanged extends Error {}

export async function bindList(
  models: SpaceModels,
  space: SpaceId,
  { parameters, ...query }: Unbound<ListQuery>,
): Promise<ListQuery> {
  if (parameters === null) return { ...query, projection: null }
  const { version, collection } = await findModel(models, space, query.collection, parameters)
  const { selection, errors } = bindSelection(parameters, collection, version.model)
  const fields = bindFields(parameters.fields, collection, version.model)
  requireNone([...parameters.errors, ...errors, ...fields.errors])
  return { ...query, selection, projection: fields.projection, modelRevision: version.modelRevision }
}

export async function bindEntry(
  models: SpaceModels,
  space: SpaceId,
  { parameters, ...query }: Unbound<EntryQuery>,
): Promise<EntryQuery> {
  if (parameters === null) return { ...query, projection: null }
  const { version, collection } = await findModel(models, space, query.collection, parameters)
  const { projection, errors } = bindFields(parameters.fields, collection, version.model)
  requireNone([...parameters.errors, ...errors])
  return { ...query, projection, modelRevision: version.modelRevision }
}

async function findModel(
  models: SpaceModels,
  space: SpaceId,
  apiName: string | null,
  { errors }: QueryParameters,
): Promise<{ readonly version: ModelVersion; readonly collection: CollectionModel }> {
  const version = await models.current(space)
  const collection = apiName === null ? null : version.model.find(apiName)
  if (collection !== null) return { version, collection }
  requireNone(errors)
  throw new Problem('collection_not_found', describeMissing(apiName, version.names))
}

function requireNone(errors: QueryParameters['errors']): void {
  if (errors.length > 0) throw invalidQuery(errors)
}
