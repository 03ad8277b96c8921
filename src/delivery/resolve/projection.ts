// What the parameter `fields` makes of entries: those that are named in part keep only these fields. The raw entry is
// loaded and cached as a whole, so that all projections share it. Requests without `fields` use nothing of this.
import { nameOf } from '../../content/values/stored-data.ts'
import type { Projection } from '../query/bound-query.ts'
import { dataHead, type LiveEntry, type Slot, sizeOf, type Template } from './entry-template.ts'

/** The most references on a path of the projection: they are resolved whatever the depth. */
export function countReferences({ only }: Projection): number {
  let most = 0
  for (const named of only?.values() ?? []) {
    if (named !== null) most = Math.max(most, 1 + countReferences(named))
  }
  return most
}

const keyLengthMax = 64

/** Identifies a projection in the names of fragments, of which a response has many: a long text is hashed. */
export function toProjectionKey({ canonicalText }: Projection): string {
  if (canonicalText.length <= keyLengthMax) return canonicalText
  return `#${new Bun.CryptoHasher('sha256').update(canonicalText).digest('base64url')}`
}

/** The entry with the fields of the projection only, as if it had no others. */
export function projectEntry(
  entry: LiveEntry,
  projection: Projection,
  requested: readonly string[],
): LiveEntry {
  const { only, except } = projection
  if (only === null && except.size === 0) return entry
  const { cuts } = entry.template
  const lines: number[] = []
  // No name occurs twice, so the rest of the lines need not be read once all are found.
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
