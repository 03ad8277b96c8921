// The entries of one answer and how they point to each other, each loaded once however often it is met.
import type { SpaceId } from '../../base/ids.ts'
import { type Reads, stop } from '../../database/database.ts'
import type { ServedData } from '../../database/published-data.ts'
import type { ReferencesAt } from '../cache/fragment-cache.ts'
import { type FragmentsAt, noVariants } from '../cache/fragment-cache.ts'
import { eachLiveById, eachReferenceById, type LiveRow } from '../store/published-entries.store.ts'
import { Node } from './entry-node.ts'
import { type LiveEntry, type Publication, toLiveEntry, toUnresolvedReference } from './entry-template.ts'

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
  readonly #nodes = new Map<string, Node>()
  #loaded = 0

  constructor(
    readonly reads: Reads,
    readonly space: SpaceId,
    readonly variants: readonly string[],
    readonly references: ReferencesAt,
    readonly entries: FragmentsAt<LiveEntry>,
  ) {}

  /** The same one for the same id. */
  node(id: string): Node {
    const known = this.#nodes.get(id)
    if (known !== undefined) return known
    const node = new Node(id)
    this.#nodes.set(id, node)
    return node
  }

  /** What the slots of an entry point to, whether that is published or not. */
  link({ entry }: Node): Node[][] {
    return (entry?.template.slots ?? []).map(({ targets }) => targets.map(id => this.node(id)))
  }

  /**
   * Makes the nodes known with their values: at most one read. False where it gave up because of the limit on what is
   * loaded or because `admits` said no to one; then none of the nodes can be relied on. What is kept counts as if it
   * were read: what is given up does not depend on it.
   */
  async loadEntries(nodes: readonly Node[], admits: (node: Node) => boolean): Promise<boolean> {
    const { variants } = this
    const missing: Node[] = []
    for (const node of nodes) {
      if (node.isKnown) continue
      const kept = this.entries.find({ entry: node.id, depth: null, variants })
      if (kept === null) {
        missing.push(node)
        continue
      }
      this.#loaded += kept.loaded
      if (this.#loaded > loadedMax || !admits(node)) return false
      node.setEntry(kept)
    }
    if (missing.length === 0) return true
    const ids = missing.map(({ id }) => id)
    const collected = await this.collect(
      onRow => eachLiveById(this.reads, this.space, ids, variants, onRow),
      id => admits(this.node(id)),
    )
    if (!collected.complete) return false
    for (const node of missing) node.setUnpublished()
    for (const publication of collected.publications) {
      const entry = this.add(publication)
      this.entries.keep({ entry: entry.id, depth: null, variants }, entry)
    }
    return true
  }

  /** Makes the nodes known as references only: at most one read. */
  async loadReferences(nodes: readonly Node[]): Promise<void> {
    const missing: Node[] = []
    for (const node of nodes) {
      if (node.isKnown) continue
      const reference = this.references.find(node.id)
      if (reference === undefined) missing.push(node)
      else if (reference === null) node.setUnpublished()
      else node.setReference(reference)
    }
    if (missing.length === 0) return
    const ids = missing.map(({ id }) => id)
    for (const node of missing) node.setUnpublished()
    await eachReferenceById(this.reads, this.space, ids, row => {
      this.node(row.entry).setReference(toUnresolvedReference(row))
      return undefined
    })
    for (const { id, reference } of missing) this.references.keep(id, reference)
  }

  add(publication: Publication): LiveEntry {
    const entry = toLiveEntry(publication, this.variants)
    this.node(entry.id).setEntry(entry)
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

function costOf({ data, refs }: LiveRow): number {
  return data === null ? unaskedCost : rowCost + data.byteLength + (refs?.length ?? 0)
}

function group(rows: readonly LiveRow[]): Publication[] {
  const overlaysOf = new Map<string, OverlayRow[]>()
  for (const row of rows) {
    if (!isOverlay(row)) continue
    const overlays = overlaysOf.get(row.entry)
    if (overlays) overlays.push(row)
    else overlaysOf.set(row.entry, [row])
  }
  return rows.filter(isPublication).map(row => toPublication(row, overlaysOf.get(row.entry) ?? []))
}

function toPublication(row: Publication['row'], overlays: readonly OverlayRow[]): Publication {
  // Most have none.
  if (overlays.length === 0) return { row, overlays: noOverlays, variants: noVariants, loaded: costOf(row) }
  let loaded = costOf(row)
  const asked = new Map<string, ServedData>()
  for (const overlay of overlays) {
    const { variant, data, refs } = overlay
    loaded += costOf(overlay)
    if (data !== null) asked.set(variant, { data, refs })
  }
  return { row, overlays: asked, variants: new Set(overlays.map(({ variant }) => variant)), loaded }
}

const noOverlays: Publication['overlays'] = new Map()

type OverlayRow = LiveRow & { readonly variant: string }

function isOverlay(row: LiveRow): row is OverlayRow {
  return row.variant !== null
}

function isPublication(row: LiveRow): row is Publication['row'] {
  return row.variant === null && row.data !== null
}
