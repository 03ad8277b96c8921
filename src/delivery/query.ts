// Content queries as typed values with their defaults, and the cache key of each query. The names in a query are compared
// with the model of the space. A query with errors is refused with one response that lists all of them, provided that the
// collection exists.
import { Problem } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import { bindFields } from '../query/bind/bind-fields.ts'
import { bindSelection } from '../query/bind/bind-selection.ts'
import { describeMissing } from '../query/bind/missing-collection.ts'
import type { CollectionModel } from '../query/bind/space-model.ts'
import type { Projection, Selection } from '../query/bound-query.ts'
import type { QueryParameters } from '../query/parse/parse-parameters.ts'
import { invalidQuery } from '../query/parse/query-errors.ts'
import type { CacheKey } from './cache/response-cache.ts'
import type { ModelVersion, SpaceModels } from './space-models.ts'

export interface Resolution {
  readonly depth: number
  readonly variants: readonly string[]
  /** The fields that `data` holds; null means all. */
  readonly projection: Projection | null
  /** The revision of the model that the names in a query were compared with; absent if the query has no names. */
  readonly modelRevision?: number
}

/** The query of a list. A path parameter is null if its text is not a valid name. */
export interface ListQuery extends Resolution {
  readonly collection: string | null
  /** The selected entries and their order; null or absent means all, newest first. */
  readonly selection?: Selection | null
  readonly page: number
  readonly perPage: number
}

export interface EntryQuery extends Resolution {
  readonly collection: string | null
  readonly slug: string | null
}

/** Returns the cache key of a query. Queries that may have different responses have different texts or variants. */
export function toCacheKey(query: ListQuery | EntryQuery): CacheKey {
  const { collection, depth, variants, projection, modelRevision } = query
  const rest = 'slug' in query ? ['entry', query.slug] : ['list', query.page, query.perPage]
  const selection = 'slug' in query ? null : query.selection
  if (projection === null && !selection)
    return { text: JSON.stringify([collection, depth, ...rest]), variants }
  const names = { fields: projection?.canonicalText, selection: selection?.canonicalText }
  return {
    text: JSON.stringify([collection, depth, ...rest, names]),
    variants,
    ...(modelRevision !== undefined && { modelRevision }),
  }
}

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
