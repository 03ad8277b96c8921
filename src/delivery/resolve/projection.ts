// Applies the parameter `fields` to entries, which then keep only the named fields. The raw entry is loaded and cached as a
// whole, so that all projections share it. Requests without `fields` do not use this file.
import { nameOf } from '../../content/values/stored-data.ts'
import type { Projection } from '../../query/bound-query.ts'
import { dataHead, type LiveEntry, type Slot, sizeOf, type Template } from './entry-template.ts'

/** Returns the largest number of references on a path of the projection. They are resolved at any depth. */
export function countReferences({ only }: Projection): number {
  let most = 0
  for (const named of only?.values() ?? []) {
    if (named !== null) most = Math.max(most, 1 + countReferences(named))
  }
  return most
}

const keyLengthMax = 64

/** Identifies a projection in the names of fragments. A response has many of them, so a long text is hashed. */
export function toProjectionKey({ canonicalText }: Projection): string {
  if (canonicalText.length <= keyLengthMax) return canonicalText
  return `#${new Bun.CryptoHasher('sha256').update(canonicalText).digest('base64url')}`
}

/** Returns the entry with only the fields of the projection. */
export function projectEntry(
  entry: LiveEntry,
  projection: Projection,
  requested: readonly string[],
): LiveEntry {
  const { only, except } = projection
  if (only === null && except.size === 0) return entry
  const { cuts, continued } = entry.template
  const parts: number[] = []
  // No name occurs twice, so the remaining parts are not read once all names are found.
  let namesLeft = only?.size ?? cuts.length
  let isPicked = false
  for (let part = 0; 2 * part < cuts.length; part++) {
    if (!continued?.has(part)) {
      if (namesLeft === 0) break
      const name = nameOf(entry.template, part)
      isPicked = only === null ? !except.has(name) : only.has(name)
      if (isPicked) namesLeft--
    }
    if (isPicked) parts.push(part)
  }
  return { ...entry, template: pickParts(entry, parts, requested) }
}

function pickParts(
  { template, setBy }: LiveEntry,
  parts: readonly number[],
  requested: readonly string[],
): Template {
  const { source } = template
  const cuts = parts.flatMap(part => template.cuts.slice(2 * part, 2 * part + 2))
  const slots: Slot[] = []
  // Both are in the order of their parts. A long text may have thousands of slots.
  let part = 0
  for (const slot of template.slots) {
    while (part < parts.length && parts[part]! < slot.part) part++
    if (parts[part] === slot.part) slots.push({ ...slot, part })
  }
  const continued = template.continued && pickContinued(template.continued, parts)
  const pickedSetBy = setBy && parts.map(part => setBy[part] ?? null)
  const unchanged = template.head.slice(0, -dataHead(setBy, requested).length)
  const head = unchanged + dataHead(pickedSetBy, requested)
  const size = sizeOf(Buffer.byteLength(head), { cuts, continued, slots })
  return { head, source, cuts, continued, slots, size }
}

function pickContinued(continued: ReadonlySet<number>, parts: readonly number[]): ReadonlySet<number> {
  return new Set(parts.flatMap((part, index) => (continued.has(part) ? [index] : [])))
}
