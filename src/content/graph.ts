// The entries of one answer and how they point to each other, each loaded once however often it is met.
import type { SpaceId } from '../base/ids.ts'
import { type Reads, stop } from '../database/database.ts'
import type { ServedData } from '../database/published-data.ts'
import { noVariants, type PiecesAt } from './cache/piece-shelf.ts'
import type { StubsAt } from './cache/stub-shelf.ts'
import { eachLiveById, eachStubById, type LiveRow } from './content.store.ts'
import { type LiveEntry, type Publication, type Template, toLiveEntry, toStub } from './template.ts'

export interface Node {
  readonly id: string
  /** Its JSON where it is not resolved, UTF-8. */
  readonly stub: Buffer
  /** Absent where only the reference itself is needed. */
  readonly template: Template | null
  /** The ids of all overlays of its publication, where variants are asked for. */
  readonly variants: ReadonlySet<string>
  /** What is read for it, in bytes and about. */
  readonly loaded: number
  /** For each slot what it points to among the published, in order; null until the targets have been looked up. */
  links: readonly (readonly Node[])[] | null
}

/**
 * What may be read from the database for one answer, in bytes: twice what an answer may hold, since overlays that
 * lose and references to nothing cost reading too.
 */
export const loadedMax = 32 * 1024 * 1024

/** What a row costs beside its texts; and one of an overlay that nobody asked for. */
const rowCost = 400
const unaskedCost = 60

export interface Collected {
  readonly complete: boolean
  readonly publications: Publication[]
}

export class Graph {
  /** Null: looked up, and not published. */
  readonly #nodes = new Map<string, Node | null>()
  #loaded = 0

  constructor(
    readonly reads: Reads,
    readonly space: SpaceId,
    readonly variants: readonly string[],
    readonly stubs: StubsAt,
    readonly entries: PiecesAt<LiveEntry>,
  ) {}

  get(id: string): Node | null {
    return this.#nodes.get(id) ?? null
  }

  /**
   * Makes the ids known with their values: at most one read. False where it gave up because of the limit on what is
   * loaded or because `admits` said no to one; then none of the ids can be relied on. What is kept counts as if it were
   * read: what is given up does not depend on it.
   */
  async loadEntries(ids: Iterable<string>, admits: (id: string) => boolean): Promise<boolean> {
    const missing: string[] = []
    for (const entry of ids) {
      if (this.#nodes.has(entry)) continue
      const kept = this.entries.find({ entry, depth: null, variants: this.variants })
      if (kept === null) {
        missing.push(entry)
        continue
      }
      this.#loaded += kept.loaded
      if (this.#loaded > loadedMax || !admits(entry)) return false
      this.#nodes.set(entry, new EntryNode(kept))
    }
    if (missing.length === 0) return true
    const collected = await this.collect(
      onRow => eachLiveById(this.reads, this.space, missing, this.variants, onRow),
      admits,
    )
    if (!collected.complete) return false
    for (const id of missing) this.#nodes.set(id, null)
    for (const publication of collected.publications) {
      const entry = this.add(publication)
      this.entries.keep({ entry: entry.id, depth: null, variants: this.variants }, entry)
    }
    return true
  }

  /** Makes the ids known as references only: at most one read. */
  async loadStubs(ids: Iterable<string>): Promise<void> {
    const missing: string[] = []
    for (const id of ids) {
      if (this.#nodes.has(id)) continue
      const stub = this.stubs.find(id)
      if (stub === undefined) missing.push(id)
      this.#nodes.set(id, stub ? toStubNode(id, stub) : null)
    }
    if (missing.length === 0) return
    await eachStubById(this.reads, this.space, missing, row => {
      this.#nodes.set(row.entry, toStubNode(row.entry, toStub(row)))
      return undefined
    })
    for (const id of missing) this.stubs.keep(id, this.get(id)?.stub ?? null)
  }

  add(publication: Publication): LiveEntry {
    const entry = toLiveEntry(publication, this.variants)
    this.#nodes.set(entry.id, new EntryNode(entry))
    return entry
  }

  /** Publications with their overlays out of one read; where it gave up, those that it had read whole by then. */
  async collect(
    read: (onRow: (row: LiveRow) => typeof stop | undefined) => Promise<void>,
    admits: (id: string) => boolean = () => true,
  ): Promise<Collected> {
    const rows: LiveRow[] = []
    let complete = true
    await read(row => {
      this.#loaded += costOf(row)
      complete = this.#loaded <= loadedMax && (row.variant !== null || admits(row.entry))
      rows.push(row)
      return complete ? undefined : stop
    })
    if (!complete) rows.pop()
    return { complete, publications: group(rows) }
  }
}

class EntryNode implements Node {
  readonly #entry: LiveEntry
  #stub: Buffer | null = null
  links: Node['links'] = null

  constructor(entry: LiveEntry) {
    this.#entry = entry
  }

  get id(): string {
    return this.#entry.id
  }

  get template(): Template {
    return this.#entry.template
  }

  get variants(): ReadonlySet<string> {
    return this.#entry.variants
  }

  get loaded(): number {
    return this.#entry.loaded
  }

  /** Few entries stand in an answer both whole and as a reference. */
  get stub(): Buffer {
    const { id, collection, slug } = this.#entry
    this.#stub ??= toStub({ entry: id, collection, slug })
    return this.#stub
  }
}

function toStubNode(id: string, stub: Buffer): Node {
  return { id, stub, template: null, variants: noVariants, loaded: 0, links: null }
}

function costOf({ data, refs }: LiveRow): number {
  return data === null ? unaskedCost : rowCost + data.byteLength + (refs?.length ?? 0)
}

function group(rows: readonly LiveRow[]): Publication[] {
  const publications = new Map<string, Gathered>()
  for (const row of rows) {
    if (isPublication(row)) {
      publications.set(row.entry, { row, overlays: new Map(), variants: new Set(), loaded: costOf(row) })
    }
  }
  for (const row of rows) {
    const { variant, data, refs } = row
    if (variant === null) continue
    const publication = publications.get(row.entry)
    if (publication === undefined) continue
    publication.variants.add(variant)
    publication.loaded += costOf(row)
    if (data !== null) publication.overlays.set(variant, { data, refs })
  }
  return [...publications.values()]
}

function isPublication(row: LiveRow): row is Publication['row'] {
  return row.variant === null && row.data !== null
}

/** While its rows come. */
interface Gathered extends Publication {
  readonly overlays: Map<string, ServedData>
  readonly variants: Set<string>
  loaded: number
}
