// Whether each entry that is published or imported could be served by itself: at depth 0, with its base values and with
// each of its variants, as its references are in the transaction. One that could not would make every page of its
// collection an error.
import { toTimestamp } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from '../database/database.ts'
import type { PublishedContent } from './change-set.ts'
import { type LivePublication, readLive, readLiveAddresses } from './publications.store.ts'
import { type Budget, defaultBudget, storedBytesMax } from './response-budget.ts'
import { costOfRow, cutData, keyEnd, nameOf, type StoredData } from './stored-data.ts'

/** More than any reference takes in a response: an id, a collection and a slug at their longest, each escaped. */
const referenceBytesMax = 2000
/** More than an entry takes beside its values: its address, times and one variant. */
const headBytesMax = 4000
/** Of the smallest page that it can be served on. */
const envelopeBytes = '{"list":[],"count":9999999999,"pagesCount":9999999999}'.length

/** `where` is how the caller names the entry to people. */
export interface OversizedEntry {
  readonly where: string
  readonly reason: string
}

export class EntrySizes {
  /** By entry: how the caller names it. */
  readonly #suspects = new Map<string, string>()

  constructor(readonly budget: Budget = defaultBudget) {}

  /** Remembers an entry that will be live and may be over the budget; the length of its texts rules nearly all out. */
  add(entry: string, where: string, { values, overlays }: PublishedContent): void {
    const { bytesMax, referencesMax, targetsMax } = this.budget
    let characters = 0
    let references = 0
    for (const { data, refs, targets } of [values, ...overlays.values()]) {
      characters += data.length + (refs?.length ?? 0)
      references += targets.length
    }
    // A character is at most three bytes of UTF-8.
    const bytes = headBytesMax * (overlays.size + 1) + 3 * characters + references * referenceBytesMax
    if (bytes > bytesMax || references > Math.min(referencesMax, targetsMax)) this.#suspects.set(entry, where)
  }

  get hasSuspects(): boolean {
    return this.#suspects.size > 0
  }

  /** Those that are over the budget, each with the reason; the publications must have been written. */
  async findOversized(writes: Writes, space: SpaceId): Promise<OversizedEntry[]> {
    const found: OversizedEntry[] = []
    // One at a time: each may be as large as a response.
    for (const [entry, where] of this.#suspects) {
      const live = (await readLive(writes, space, [entry])).get(entry)
      const reason = live ? await this.#judge(writes, space, live) : null
      if (reason !== null) found.push({ where, reason })
    }
    return found
  }

  async #judge(writes: Writes, space: SpaceId, { row, overlays }: LivePublication): Promise<string | null> {
    const base = listLines(row)
    const stored = costOf(row) + overlays.size * costOfRow(null, null)
    const views = [
      { variant: null, lines: base, stored },
      ...[...overlays].map(([variant, overlay]) => ({
        variant,
        lines: withOverlay(base, listLines(overlay)),
        stored: stored + costOf(overlay),
      })),
    ]
    for (const { variant, lines, stored: cost } of views) {
      const reason = this.#judgeCounts(lines, cost)
      if (reason !== null) return inWords(variant, reason)
    }
    const sizes = await readReferenceSizes(writes, space, views)
    for (const { variant, lines } of views) {
      let bytes = envelopeBytes + headBytes(row, variant) + '}}'.length + Math.max(0, lines.length - 1)
      for (const line of lines) bytes += line.bytes + referenceBytes(line, sizes)
      if (bytes > this.budget.bytesMax) {
        const { bytesMax } = this.budget
        return inWords(variant, [`takes ${format(bytes)} bytes of JSON`, format(bytesMax)])
      }
    }
    return null
  }

  #judgeCounts(lines: readonly Line[], stored: number): readonly [string, string] | null {
    const { referencesMax, targetsMax } = this.budget
    const references = lines.reduce((sum, { targets }) => sum + targets.length, 0)
    if (references > referencesMax) return [`has ${format(references)} references`, format(referencesMax)]
    if (references > targetsMax) {
      const targets = new Set(lines.flatMap(line => line.targets)).size
      if (targets > targetsMax) return [`refers to ${format(targets)} different entries`, format(targetsMax)]
    }
    if (stored > storedBytesMax) return [`takes ${format(stored)} bytes of storage`, format(storedBytesMax)]
    return null
  }
}

/** A field: its bytes without what it refers to, and that. */
interface Line {
  readonly name: string
  readonly bytes: number
  /** Null where it is no reference. */
  readonly many: boolean | null
  readonly targets: readonly string[]
}

function listLines({ data, refs }: StoredData): Line[] {
  const cut = cutData({ data: Buffer.from(data), refs })
  const targetsOf = new Map(cut.references)
  return Array.from({ length: cut.cuts.length / 2 }, (_, line) => {
    const targets = targetsOf.get(line)
    const [start, end] = [cut.cuts[2 * line]!, cut.cuts[2 * line + 1]!]
    const many = targets === undefined ? null : Array.isArray(targets)
    const bytes = (targets === undefined ? end : keyEnd(cut, line)) - start
    return { name: nameOf(cut, line), bytes, many, targets: [targets ?? []].flat() }
  })
}

/** What the overlay has a value for, it sets. */
function withOverlay(base: readonly Line[], overlay: readonly Line[]): Line[] {
  const byName = new Map(overlay.map(line => [line.name, line]))
  return base.map(line => byName.get(line.name) ?? line)
}

function costOf({ data, refs }: StoredData): number {
  return costOfRow(Buffer.byteLength(data), refs)
}

/** By id, of what is live now: the bytes of an unresolved reference. */
async function readReferenceSizes(
  writes: Writes,
  space: SpaceId,
  views: readonly { readonly lines: readonly Line[] }[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Set(views.flatMap(({ lines }) => lines.flatMap(({ targets }) => targets)))
  const sizes = new Map<string, number>()
  for (const { entry: id, collection, slug } of await readLiveAddresses(writes, space, [...ids])) {
    sizes.set(id, Buffer.byteLength(JSON.stringify({ id, collection, slug })))
  }
  return sizes
}

/** Commas, brackets and nulls included. */
function referenceBytes({ many, targets }: Line, sizes: ReadonlyMap<string, number>): number {
  if (many === null) return 0
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

/** Of all that stands before the values; with a variant even where none is asked for, which is longer. */
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
  // In place of an empty text and the last brace stands the brace that the values begin with.
  return Buffer.byteLength(head) - '""}'.length + '{'.length
}

function inWords(variant: string | null, [what, max]: readonly [string, string]): string {
  const which = variant === null ? 'the entry' : `the entry with the variant "${variant}"`
  return `${which} ${what}; a response can hold ${max}`
}

function format(count: number): string {
  return count.toLocaleString('en')
}
