// Applies the parameter `fields` to entries, which then keep only the named fields. The raw entry is loaded and cached as a
// whole, so that all projections share it. Requests without `fields` do not use this file.
import { nameOf } from '../../content/values/stored-data.ts'
import type { Projection } from '../query/bound-query.ts'
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
  const { cuts } = entry.template
  const lines: number[] = []
  // No name occurs twice, so the remaining lines are not read once all names are found.
  const linesMax = only?.size ?? cuts.length
  for (let line = 0; 2 * line < cuts.length && lines.length < linesMax; line++) {
    const name = nameOf(entry.template, line)
    if (only === null ? !except.has(name) : only.has(name)) lines.push(line)
  }
  return { ...entry, template: pickLines(entry, lines, requested) }
}

function pickLines(
  { template, setBy }: LiveEntry,
  lines: readonly number[],
  requested: readonly string[],
): Template {
  const { source } = template
  const cuts = lines.flatMap(line => template.cuts.slice(2 * line, 2 * line + 2))
  const slots: Slot[] = []
  for (const slot of template.slots) {
    const line = lines.indexOf(slot.line)
    if (line >= 0) slots.push({ ...slot, line })
  }
  const pickedSetBy = setBy && lines.map(line => setBy[line] ?? null)
  const unchanged = template.head.slice(0, -dataHead(setBy, requested).length)
  const head = unchanged + dataHead(pickedSetBy, requested)
  return { head, source, cuts, slots, size: sizeOf(Buffer.byteLength(head), cuts, slots) }
}
