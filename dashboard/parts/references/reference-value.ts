// Parses stored references. They have an id or, in imported drafts, a path without an entry.
import type { Json } from '../../../src/content/values/model.ts'

export interface Reference {
  readonly id: string | null
  /** For a reference without an id, such as `authors/ada`. */
  readonly path: string | null
  /** The stored value, which is written back unchanged. */
  readonly value: unknown
}

export function readReferences(value: unknown): Reference[] {
  const values = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]
  return values.map(each => {
    const { id, collection, slug } = (isObject(each) ? each : {}) as Record<string, unknown>
    return {
      id: typeof id === 'string' ? id : null,
      path: typeof slug === 'string' ? `${collection}/${slug}` : null,
      value: each,
    }
  })
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/**
 * Returns the value with its references as drafts store them. Lists of entries add the collection, slug and title of each
 * target to its id.
 */
export function toStoredReferences(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(toStoredReferences)
  if (typeof value !== 'object' || value === null) return value
  const members = value as { readonly [key: string]: Json }
  if (Object.keys(members).sort().join() === 'collection,id,slug,title') return { id: members.id ?? null }
  return Object.fromEntries(Object.entries(members).map(([key, member]) => [key, toStoredReferences(member)]))
}

/** Returns a unique key for each index of the list, even if an entry occurs twice. */
export function keysOf(references: readonly Reference[]): string[] {
  const counts = new Map<string, number>()
  return references.map(({ id, path }) => {
    const name = id ?? path ?? ''
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return `${name} ${count}`
  })
}
