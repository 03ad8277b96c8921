// Content queries as typed values with their defaults, and the cache key of each query.
import type { CacheKey } from './cache/response-cache.ts'
import type { Projection, Selection } from './query/bound-query.ts'

export interface Resolution {
  readonly depth: number
  readonly variants: readonly string[]
  /** The fields that `data` holds; null means all. */
  readonly projection: Projection | null
  /** That of the model with which the names in a query were compared; absent if it has none. */
  readonly modelRevision?: number
}

/** A path parameter is null if its text is not a valid name. */
export interface ListQuery extends Resolution {
  readonly collection: string | null
  /** Which entries are in the list, and their order; null or absent means all, newest first. */
  readonly selection?: Selection | null
  readonly page: number
  readonly perPage: number
}

export interface EntryQuery extends Resolution {
  readonly collection: string | null
  readonly slug: string | null
}

/** Queries that may have different responses have different texts or variants. */
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
