// Content queries as typed values with their defaults, and the cache key of each query.
import type { CacheKey } from './cache/response-cache.ts'
import type { Projection, Selection } from './query/bound-query.ts'

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
