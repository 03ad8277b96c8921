// The graph of a response's entries and their references. Each entry is loaded once, however often it occurs.
import type { SpaceId } from '../../base/ids.ts'
import { type Limit, storedBytesMax } from '../../content/publish/response-budget.ts'
import { nameOf, withOrigin } from '../../content/values/stored-data.ts'
import { type Reads, stop } from '../../database/database.ts'
import type { Projection } from '../../query/bound-query.ts'
import type { FragmentsAt, ReferencesAt } from '../cache/fragment-cache.ts'
import type { Resolution } from '../query.ts'
import {
  eachLiveById,
  eachLiveIfFew,
  eachReferenceById,
  type LiveRow,
} from '../store/published-entries.store.ts'
import { Node } from './entry-node.ts'
import { costOf, type LiveEntry, type Publication, toLiveEntry, toPublications } from './entry-template.ts'
import { countReferences, projectEntry } from './projection.ts'

interface CollectedReferences {
  readonly complete: boolean
  readonly publications: Publication[]
}

export class Graph {
  readonly #nodes = new Map<string, Node>()
  /** Nodes with a projection; each projection has its own. */
  readonly #projected = new Map<Projection, Map<string, Node>>()
  readonly variants: readonly string[]
  readonly projection: Projection | null
  /** The number of levels below the roots that may have nodes with a projection. */
  readonly projectedLevels: number
  /** True once a measured entry has a link. */
  hasLinks = false
  #loaded = 0
  #lookedUp: Node[] = []

  constructor(
    readonly reads: Reads,
    readonly space: SpaceId,
    { variants, projection }: Pick<Resolution, 'variants' | 'projection'>,
    readonly references: ReferencesAt,
    readonly entries: FragmentsAt<LiveEntry>,
    /** See {@link withOrigin}. */
    readonly pathHead: Buffer,
  ) {
    this.variants = variants
    this.projection = projection
    this.projectedLevels = projection === null ? 0 : countReferences(projection)
  }

  /** Returns the node of an id and projection; the same one at each call. */
  node(id: string, projection: Projection | null = null): Node {
    const nodes = projection === null ? this.#nodes : this.#nodesOf(projection)
    const known = nodes.get(id)
    if (known !== undefined) return known
    const node = projection === null ? new Node(id) : new Node(id, projection, this.node(id))
    nodes.set(id, node)
    return node
  }

  #nodesOf(projection: Projection): Map<string, Node> {
    const nodes = this.#projected.get(projection) ?? new Map<string, Node>()
    this.#projected.set(projection, nodes)
    return nodes
  }

  /** Returns the node of an entry that was loaded as a root. */
  root(id: string): Node {
    const node = this.node(id, this.projection)
    this.project(node)
    return node
  }

  /** Copies the loaded state of the whole entry's node to a node with a projection. */
  project(node: Node): void {
    const { whole, projection, entry } = node
    if (whole === null || projection === null || entry !== null) return
    if (whole.entry !== null) node.setEntry(projectEntry(whole.entry, projection, this.variants))
    else node.setUnpublished()
  }

  /** Returns the targets of an entry's slots, published or not. */
  link({ entry, projection }: Node): Node[][] {
    if (entry === null) return []
    const { template } = entry
    return template.slots.map(({ part, isLink, targets, projection: inBlocks }) => {
      const isField = !isLink && inBlocks === undefined && !template.continued?.has(part)
      const named = isField ? projection?.only?.get(nameOf(template, part)) : inBlocks
      return targets.map(id => this.node(id, named ?? null))
    })
  }

  /** Checks whether any measured entry references this id. */
  isTarget(id: string): boolean {
    return this.#nodes.get(id)?.isTarget === true
  }

  /** Prepares for measuring another page. Loaded entries are reused. */
  reset(): void {
    this.#loaded = 0
    for (const node of this.#nodes.values()) node.reset()
    for (const nodes of this.#projected.values()) for (const node of nodes.values()) node.reset()
  }

  /** Loads the root entries with at most one read. Returns false if it stopped at the limit on stored bytes. */
  async loadRoots(ids: readonly string[]): Promise<boolean> {
    const missing: string[] = []
    for (const id of ids) {
      const node = this.node(id)
      // Without a projection, the fragments of roots are cached, and other responses rarely need the raw entries.
      if (this.projection !== null && node.entry === null) {
        const cached = this.entries.find({ entry: id, depth: null, variants: this.variants })
        if (cached !== null) node.setEntry(cached)
      }
      if (node.entry === null) missing.push(id)
      else this.#loaded += node.entry.loaded
    }
    if (missing.length === 0) return this.#loaded <= storedBytesMax
    const { complete, publications } = await this.collect(onRow =>
      eachLiveById(this.reads, this.space, missing, this.variants, onRow),
    )
    for (const publication of publications) this.add(publication)
    return complete
  }

  /**
   * Loads the nodes' entries with at most one read. Stops at the limit on stored bytes or when `admits` returns false; the
   * nodes are then undefined until `loadReferences`. Values are read only if at most `countMax` of the nodes are published.
   * Cached entries count as if they were read, so the result does not depend on the cache.
   */
  async loadEntries(
    nodes: readonly Node[],
    countMax: number,
    admits: (node: Node) => boolean,
  ): Promise<'entered' | Limit> {
    const { variants } = this
    const missing: Node[] = []
    for (const node of nodes) {
      if (node.entry === null && node.isKnown && !node.isPublished) continue
      const known = node.entry ?? this.entries.find({ entry: node.id, depth: null, variants })
      if (known === null) {
        missing.push(node)
        continue
      }
      // A repeated entry was counted when it was first read.
      if (node.entry === null) this.#loaded += known.loaded
      if (this.#loaded > storedBytesMax) return 'stored'
      if (!admits(node)) return 'entries'
      node.setEntry(known)
    }
    if (missing.length === 0) return 'entered'
    return this.#readEntries(missing, countMax, admits)
  }

  async #readEntries(
    missing: readonly Node[],
    countMax: number,
    admits: (node: Node) => boolean,
  ): Promise<'entered' | Limit> {
    const { reads, space, variants } = this
    const ids = missing.map(({ id }) => id)
    let areTooMany = false
    const collected = await this.collect(
      onRow => {
        if (ids.length <= countMax) return eachLiveById(reads, space, ids, variants, onRow)
        return eachLiveIfFew(reads, space, ids, variants, countMax, row => {
          if (row.variant !== null || row.data !== null) return onRow(row)
          areTooMany = true
          this.node(row.entry).setAddress(row)
          return undefined
        })
      },
      id => admits(this.node(id)),
    )
    if (!collected.complete) return this.#loaded > storedBytesMax ? 'stored' : 'entries'
    for (const node of missing) node.setUnpublished()
    if (areTooMany) return 'entries'
    for (const publication of collected.publications) {
      const entry = this.add(publication)
      this.entries.keep({ entry: entry.id, depth: null, variants }, entry)
    }
    return 'entered'
  }

  /** Loads the nodes as references only, with at most one read. Returns false if `admits` returned false. */
  async loadReferences(nodes: readonly Node[], admits: (node: Node) => boolean): Promise<boolean> {
    const missing: Node[] = []
    for (const node of nodes) {
      if (!node.isKnown) {
        const reference = this.references.find(node.id)
        if (reference === undefined) {
          missing.push(node)
          continue
        }
        if (reference === null) node.setUnpublished()
        else node.setReference(reference)
      }
      if (node.isPublished && !admits(node)) return false
    }
    if (missing.length === 0) return true
    const ids = missing.map(({ id }) => id)
    for (const node of missing) node.setUnpublished()
    let complete = true
    await eachReferenceById(this.reads, this.space, ids, row => {
      const node = this.node(row.entry)
      node.setAddress(row)
      complete = admits(node)
      return complete ? undefined : stop
    })
    if (complete) this.#lookedUp.push(...missing)
    else for (const node of missing) if (!node.isPublished) node.forget()
    return complete
  }

  /** Must be called once the response is built, so that a refused response caches no references. */
  cacheReferences(): void {
    for (const { id, reference } of this.#lookedUp) this.references.keep(id, reference)
  }

  add(publication: Publication): LiveEntry {
    const entry = toLiveEntry(publication, this.variants)
    this.node(entry.id).setEntry(entry)
    return entry
  }

  /**
   * Groups the rows of one read into publications with their overlays. If it stopped, returns those that were read
   * completely.
   */
  async collect(
    read: (onRow: (row: LiveRow) => typeof stop | undefined) => Promise<void>,
    admits: (id: string) => boolean = () => true,
  ): Promise<CollectedReferences> {
    const rows: LiveRow[] = []
    let complete = true
    await read(stored => {
      const data = stored.data && withOrigin(stored.data, this.pathHead)
      const row = data === stored.data ? stored : { ...stored, data }
      this.#loaded += costOf(row)
      complete = this.#loaded <= storedBytesMax && (row.variant !== null || admits(row.entry))
      rows.push(row)
      return complete ? undefined : stop
    })
    if (!complete) rows.pop()
    return { complete, publications: toPublications(rows) }
  }
}
