// Content queries as typed values with their defaults, and the cache key of each query.
import type { CacheKey } from './cache/response-cache.ts'
import type { Projection } from './query/bound-query.ts'

export interface Resolution {
  readonly depth: number
  readonly variants: readonly string[]
  /** The fields that `data` holds; null means all. */
  readonly projection: Projection | null
}

/** A path parameter is null if its text is not a valid name. */
export interface ListQuery extends Resolution {
  readonly collection: string | null
  readonly page: number
  readonly perPage: number
}

export interface EntryQuery extends Resolution {
  readonly collection: string | null
  readonly slug: string | null
}

/** Queries that may have different responses have different texts or variants. */
export function toCacheKey(query: ListQuery | EntryQuery): CacheKey {
  const { collection, depth, variants, projection } = query
  const rest = 'slug' in query ? ['entry', query.slug] : ['list', query.page, query.perPage]
  const fields = projection === null ? [] : [{ fields: projection.canonicalText }]
  return { text: JSON.stringify([collection, depth, ...rest, ...fields]), variants }
}
