// Checks whether each published or imported entry could be served alone: at depth 0, with its base values and with each of
// its variants, and with its references as they are in the transaction. Every page with an entry that is too large would be
// an error.
import { toTimestamp } from '../../base/clock.ts'
import type { SpaceId } from '../../base/ids.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { type LivePublication, readLive, readLiveAddresses } from '../tables/publications.store.ts'
import { withWholeValues } from '../values/overlaid-lines.ts'
import { costOfRow, cutData, nameOf, referenceStart, type StoredData } from '../values/stored-data.ts'
import type { PublishedContent } from './entry-content.ts'
import { type Budget, defaultBudget, storedBytesMax } from './response-budget.ts'

/** An upper bound for a reference in a response: id, collection and slug at maximum length, fully escaped. */
const referenceBytesMax = 2000
/** An upper bound for the text that a named asset adds. */
const assetCharactersMax = 8000
/** An upper bound for an entry without its values: its path, its times and one variant. */
const headBytesMax = 4000
/** The overhead of the smallest page that contains the entry. */
const envelopeBytes = '{"list":[],"count":9999999999,"pagesCount":9999999999}'.length

/** `where` is the entry's name in error messages. */
export interface OversizedEntry {
  readonly id: string
  readonly where: string
  readonly reason: string
}

export class EntrySizes {
  /** The entry's name in error messages, by entry. */
  readonly #suspects = new Map<string, string>()

  constructor(readonly budget: Budget = defaultBudget) {}

  /** Records an entry that will be live and may exceed the budget. The length of its text rules out nearly all entries. */
  add(entry: string, where: string, { values, overlays }: PublishedContent): void {
    const { bytesMax, referencesMax, targetsMax } = this.budget
    let characters = 0
    let references = 0
    for (const { data, refs, targets, written } of [values, ...overlays.values()]) {
      characters += data.length + (refs?.length ?? 0)
      if (written !== null) characters += assetCharactersMax * (written.split('"id":').length - 1)
      references += targets.length
    }
    // One UTF-16 code unit takes at most three bytes of UTF-8.
    const bytes = headBytesMax * (overlays.size + 1) + 3 * characters + references * referenceBytesMax
    if (bytes > bytesMax || references > Math.min(referencesMax, targetsMax)) this.#suspects.set(entry, where)
  }

  get hasSuspects(): boolean {
    return this.#suspects.size > 0
  }

  /** Returns the entries over the budget, with the reasons. Their publications must have been written. */
  async findOversized(writes: Writes, space: SpaceId): Promise<OversizedEntry[]> {
    const found: OversizedEntry[] = []
    // Reads one entry at a time, because each may be as large as a response.
    for (const [entry, where] of this.#suspects) {
      const live = (await readLive(readsWithin(writes), space, [entry])).get(entry)
      const reason = live ? await this.#check(writes, space, live) : null
      if (reason !== null) found.push({ id: entry, where, reason })
    }
    return found
  }

  async #check(writes: Writes, space: SpaceId, { row, overlays }: LivePublication): Promise<string | null> {
    const base = listLines(row)
    const stored = costOf(row) + overlays.size * costOfRow(null, null)
    const views = [
      { variant: null, lines: base, stored },
      ...[...overlays].map(([variant, overlay]) => ({
        variant,
        lines: withOverlay(base, listLines(withWholeValues(row, overlay))),
        stored: stored + costOf(overlay),
      })),
    ]
    for (const { variant, lines, stored: cost } of views) {
      const reason = this.#checkCounts(lines, cost)
      if (reason !== null) return describe(variant, reason)
    }
    const sizes = await readReferenceSizes(writes, space, views)
    for (const { variant, lines } of views) {
      let bytes = envelopeBytes + headBytes(row, variant) + '}}'.length + Math.max(0, lines.length - 1)
      for (const line of lines) {
        bytes += line.bytes
        for (const slot of line.slots) bytes += referenceBytes(slot, sizes)
      }
      if (bytes > this.budget.bytesMax) {
        const { bytesMax } = this.budget
        return describe(variant, [`takes ${format(bytes)} bytes of JSON`, format(bytesMax)])
      }
    }
    return null
  }

  #checkCounts(lines: readonly Line[], stored: number): readonly [string, string] | null {
    const { referencesMax, targetsMax } = this.budget
    const references = lines.reduce((sum, line) => sum + targetsOf(line).length, 0)
    if (references > referencesMax) return [`has ${format(references)} references`, format(referencesMax)]
    if (references > targetsMax) {
      const targets = new Set(lines.flatMap(targetsOf)).size
      if (targets > targetsMax) return [`refers to ${format(targets)} different entries`, format(targetsMax)]
    }
    if (stored > storedBytesMax) return [`takes ${format(stored)} bytes of storage`, format(storedBytesMax)]
    return null
  }
}

/** A field: its size in bytes without the targets of its references, and the lists of targets. */
interface Line {
  readonly name: string
  readonly bytes: number
  readonly slots: readonly Slot[]
}

interface Slot {
  readonly many: boolean
  readonly targets: readonly string[]
}

function listLines({ data, refs }: StoredData): Line[] {
  const cut = cutData({ data: Buffer.from(data), refs })
  const targetsOf = new Map(cut.references.map(({ part, targets }) => [part, targets]))
  const lines: { name: string; bytes: number; slots: Slot[] }[] = []
  for (let part = 0; 2 * part < cut.cuts.length; part++) {
    if (!cut.continued?.has(part)) lines.push({ name: nameOf(cut, part), bytes: 0, slots: [] })
    const line = lines.at(-1)!
    const targets = targetsOf.get(part)
    const end = targets === undefined ? cut.cuts[2 * part + 1]! : referenceStart(cut, part)
    line.bytes += end - cut.cuts[2 * part]!
    if (targets !== undefined)
      line.slots.push({ many: Array.isArray(targets), targets: [targets ?? []].flat() })
  }
  return lines
}

const targetsOf = ({ slots }: Line) => slots.flatMap(({ targets }) => targets)

/** Merges lines. An overlay replaces every field that it sets. */
function withOverlay(base: readonly Line[], overlay: readonly Line[]): Line[] {
  const byName = new Map(overlay.map(line => [line.name, line]))
  return base.map(line => byName.get(line.name) ?? line)
}

function costOf({ data, refs }: StoredData): number {
  return costOfRow(Buffer.byteLength(data), refs)
}

/** Returns the bytes of an unresolved reference to each live entry, by id. */
async function readReferenceSizes(
  writes: Writes,
  space: SpaceId,
  views: readonly { readonly lines: readonly Line[] }[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Set(views.flatMap(({ lines }) => lines.flatMap(targetsOf)))
  const sizes = new Map<string, number>()
  for (const { entry: id, collection, slug } of await readLiveAddresses(writes, space, [...ids])) {
    sizes.set(id, Buffer.byteLength(JSON.stringify({ id, collection, slug })))
  }
  return sizes
}

/** Returns the bytes of references, including commas, brackets and nulls. */
function referenceBytes({ many, targets }: Slot, sizes: ReadonlyMap<string, number>): number {
  let bytes = many ? '[]'.length : 0
  let live = 0
  for (const id of targets) {
    const size = sizes.get(id)
    if (size === undefined) continue
    bytes += size
    live += 1
  }
  return many ? bytes + Math.max(0, live - 1) : Math.max(bytes, 'null'.length)
}

/** Returns the bytes of everything before the values. Always counts a variant, because that form is longer. */
function headBytes(row: LivePublication['row'], variant: string | null): number {
  const head = JSON.stringify({
    id: row.entry,
    slug: row.slug,
    collection: row.collection,
    version: row.version,
    firstPublishedAt: toTimestamp(Number(row.first_published_at)),
    publishedAt: toTimestamp(Number(row.published_at)),
    variantsApplied: [variant ?? ''],
    data: '',
  })
  // The opening brace of the values replaces the empty string and the closing brace.
  return Buffer.byteLength(head) - '""}'.length + '{'.length
}

function describe(variant: string | null, [what, max]: readonly [string, string]): string {
  const which = variant === null ? 'the entry' : `the entry with the variant "${variant}"`
  return `${which} ${what}; a response can hold ${max}`
}

function format(count: number): string {
  return count.toLocaleString('en')
}
