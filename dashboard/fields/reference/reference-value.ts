// References as they are stored: by id, or, in imported drafts, by an address at which no entry stands.

export interface Reference {
  readonly id: string | null
  /** `authors/ada`, of a reference without an id. */
  readonly address: string | null
  /** As it is stored, and given back. */
  readonly value: unknown
}

export function readReferences(value: unknown): Reference[] {
  const values = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]
  return values.map(each => {
    const { id, collection, slug } = (isObject(each) ? each : {}) as Record<string, unknown>
    return {
      id: typeof id === 'string' ? id : null,
      address: typeof slug === 'string' ? `${collection}/${slug}` : null,
      value: each,
    }
  })
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Different for each place in a list, also if an entry is in it twice. */
export function keysOf(references: readonly Reference[]): string[] {
  const counts = new Map<string, number>()
  return references.map(({ id, address }) => {
    const name = id ?? address ?? ''
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return `${name} ${count}`
  })
}
