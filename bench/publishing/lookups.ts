// How often a server found what it looked for in memory, out of its metrics.
export interface Lookups {
  /** Answers as they are sent, and the pieces that they are made of. */
  readonly answer: LookupCounts
  readonly fragment: LookupCounts
}

export interface LookupCounts {
  readonly hit: number
  /** Found, and still right, which had to be looked up first. */
  readonly checked: number
  readonly miss: number
}

const none: LookupCounts = { hit: 0, checked: 0, miss: 0 }
const line = /^frontlist_cache_lookups_total\{([^}]*)\} (\d+)/gm

/** A server that does not count them has counted none. */
export function toLookups(metrics: string): Lookups {
  const found = { answer: { ...none }, fragment: { ...none } }
  for (const [, labels = '', count] of metrics.matchAll(line)) {
    const label = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(labels)?.[1] ?? ''
    const [kind, outcome] = [label('kind'), label('outcome')]
    if (kind in found && outcome in none)
      found[kind as keyof Lookups][outcome as keyof LookupCounts] = Number(count)
  }
  return found
}

export async function readLookups(url: string): Promise<Lookups> {
  const response = await fetch(`${url}/metrics`)
  if (!response.ok) throw new Error(`The metrics were answered with ${response.status}.`)
  return toLookups(await response.text())
}

/** What was counted between two readings, or in several rounds together. */
export function combine(a: Lookups, b: Lookups, sign: 1 | -1): Lookups {
  const counts = (kind: keyof Lookups): LookupCounts => ({
    hit: a[kind].hit + sign * b[kind].hit,
    checked: a[kind].checked + sign * b[kind].checked,
    miss: a[kind].miss + sign * b[kind].miss,
  })
  return { answer: counts('answer'), fragment: counts('fragment') }
}

/** Null where nothing was counted. */
export function hitRate(counts: LookupCounts): number | null {
  const all = countAll(counts)
  return all === 0 ? null : (counts.hit + counts.checked) / all
}

export function countAll({ hit, checked, miss }: LookupCounts): number {
  return hit + checked + miss
}
