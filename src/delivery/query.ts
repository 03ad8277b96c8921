// Content queries as typed values with their defaults, and the cache key of each query.
import type { CacheKey } from './cache/response-cache.ts'

export interface Resolution {
  readonly depth: number
  readonly variants: readonly string[]
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
  const { collection, depth, variants } = query
  const rest = 'slug' in query ? ['entry', query.slug] : ['list', query.page, query.perPage]
  return { text: JSON.stringify([collection, depth, ...rest]), variants }
}
