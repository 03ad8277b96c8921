// The part of a prepared change that concerns the query index, prepared without the space's lock. Differences of indexed
// entries are applied to the current postings. Under the lock, only postings that changed in the meantime are recomputed.
import type { SpaceId } from '../base/ids.ts'
import { contentsOf, contentsOfLive, type IndexedEntry, type TermPlan } from '../content/index/index-terms.ts'
import {
  applyChanges,
  changePosting,
  inBatches,
  type PostingChange,
  PostingChanges,
} from '../content/index/posting-changes.ts'
import { chunkOf, chunkSize } from '../content/index/postings.ts'
import {
  numberEntries,
  readModelRevision,
  readNumbers,
  readPostings,
  reserveChunks,
} from '../content/index/query-index.store.ts'
import { readSince } from '../content/tables/publication-reads.store.ts'
import {
  type OverlayRow,
  type PublicationRow,
  readLive,
  readOverlaysOf,
} from '../content/tables/publications.store.ts'
import { PreparationOutdated, readsWithin, type Writes } from '../database/database.ts'
import {
  type ChunksByCollection,
  findWholeChunks,
  type IndexMove,
  insertStagedNumbers,
  insertStagedPostings,
  type MergedChange,
  moveChangesWithin,
  moveStagedChanges,
  moveStagedNumbers,
  moveStagedPostings,
  readStagedChanges,
  readStagedPublications,
  readUnmergedChanges,
  saveStagedChanges,
  sortStagedPostings,
  unmergeChanges,
  unmergeOutdated,
} from './index-stage.store.ts'

const entriesPerBatch = 500

type Plans = ReadonlyMap<string, TermPlan>

/** The effect of one flush of changes on published content. */
interface StagedContent {
  readonly ended: readonly string[]
  readonly publications: readonly PublicationRow[]
  readonly overlays: readonly OverlayRow[]
}

/** The revisions of the content and the models that a change is prepared from. */
export interface PreparedRevisions {
  readonly served: number
  readonly models: number
}

export class IndexStage {
  /** The term plans by collection. Entries of other collections are indexed under the lock. */
  readonly #plans: Plans
  /** The entries to be indexed under the lock. */
  readonly #left = new Set<string>()
  readonly #added = new AddedEntries()
  /** True if another writer has changed a new entry, so that the prepared postings of new entries are invalid. */
  #isSpoiled = false
  #changes = new PostingChanges()
  #hasChanges = false
  /** Entries whose staged changes are invalid, with the content that these assumed would be live; null if none would be. */
  readonly #stale = new Map<string, IndexedEntry | null>()
  /** True if the postings of {@link #added} are written. */
  #isMoved = false
  /** The chunks whose changes are written. */
  #movedChunks: ChunksByCollection = new Map()
  /** Entries that other writers have changed. */
  readonly #others = new Set<string>()
  /** The revisions that the changes were applied to. */
  readonly #revisions: PreparedRevisions
  /** The revision up to which changes by other writers are recorded. */
  #noted: number

  constructor(
    readonly space: SpaceId,
    plans: Plans,
    revisions: PreparedRevisions,
  ) {
    this.#plans = plans
    this.#revisions = revisions
    this.#noted = revisions.served
  }

  async add(writes: Writes, { ended, publications, overlays }: StagedContent): Promise<void> {
    const ids = [...new Set([...ended, ...publications.map(({ entry }) => entry)])]
    if (ids.length === 0) return
    const numbers = await readNumbers(writes, this.space, ids)
    const before = contentsOfLive(
      ended.length === 0 ? new Map() : await readLive(readsWithin(writes), this.space, ended),
    )
    const after = contentsOf(publications, overlays)
    for (const id of ids) {
      this.#addEntry(id, numbers.get(id) ?? null, before.get(id) ?? null, after.get(id) ?? null)
      await this.#added.stageFull(writes)
    }
    if (this.#changes.isFull) await this.addChanges(writes, this.#changes)
  }

  #addEntry(id: string, number: number | null, old: IndexedEntry | null, next: IndexedEntry | null): void {
    const isPlanned = (entry: IndexedEntry | null) => entry === null || this.#plans.has(entry.collection)
    if (this.#left.has(id)) return
    if (!isPlanned(old) || !isPlanned(next) || (number === null && old !== null)) this.#left.add(id)
    else if (number !== null) this.#changes.addDifference(this.#plans, number, old, next)
    else if (next !== null) this.#added.add(this.#plans.get(next.collection)!, next)
  }

  /**
   * Marks entries that other writers have changed, because their staged changes are invalid. Their publications must still
   * be on the stage.
   */
  async forget(writes: Writes, ids: readonly string[]): Promise<void> {
    const unknown = ids.filter(id => !this.#left.has(id))
    for (const id of unknown) {
      this.#others.add(id)
      this.#left.add(id)
      if (!this.#added.ids.has(id)) continue
      if (this.#isMoved) throw new Error(`The postings of the new entry ${id} are written already.`)
      this.#isSpoiled = true
    }
    await this.revise(writes, unknown)
  }

  /**
   * Records the entries that other writers have published or unpublished since the last call, up to the revision `served`.
   */
  async note(writes: Writes, ids: readonly string[], served: number): Promise<void> {
    for (const id of ids) this.#others.add(id)
    const span = { from: this.#noted, to: served }
    if (this.#hasChanges) await unmergeEntries(writes, this.space, this.#plans, ids, span)
    this.#noted = served
  }

  /** Marks entries whose staged content is going to be replaced. */
  async revise(writes: Writes, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const rows = await readStagedPublications(writes, this.space, ids)
    const staged = contentsOf(rows.publications, rows.overlays)
    // Keep the first value: the changes are based on it, and no more changes are staged for an entry that was forgotten.
    for (const id of ids) if (!this.#stale.has(id)) this.#stale.set(id, staged.get(id) ?? null)
  }

  /**
   * Stages changes of numbered entries and empties `postings`. Changes are applied under the lock if their postings differ
   * from those in the index now (`isOfIndex` is false).
   */
  async addChanges(
    writes: Writes,
    postings: PostingChanges,
    { isOfIndex = true }: { readonly isOfIndex?: boolean } = {},
  ): Promise<void> {
    const isFirst = !this.#hasChanges
    for (const batch of inBatches(postings.drain())) {
      const rows = await mergeChanges(writes, this.space, batch, { isFirst, isOfIndex })
      await saveStagedChanges(writes, rows)
    }
    this.#hasChanges = true
  }

  /** Call when everything is staged. More may be staged afterwards. */
  async finish(writes: Writes): Promise<void> {
    if (!this.#changes.isEmpty) await this.addChanges(writes, this.#changes)
    await this.#added.finish(writes)
  }

  /** The number of chunks that only the new entries use; 0 if they share one with existing entries. */
  get ownChunks(): number {
    return this.#isSpoiled ? 0 : this.#added.ownChunks
  }

  /**
   * Writes postings that no other writer changes, before the lock is acquired: those of new entries, in chunks from
   * `firstChunk` on, and those of chunks in which all entries change. Throws {@link PreparationOutdated} if one was changed
   * nevertheless.
   */
  async moveBeforeLock(writes: Writes, firstChunk: number, move: IndexMove): Promise<void> {
    if (this.#hasChanges) {
      const numbers = await readNumbers(writes, this.space, [...this.#others])
      const others = new Set([...numbers.values()].map(chunkOf))
      this.#movedChunks = await findWholeChunks(writes, this.space, chunk => others.has(chunk))
      await moveChangesWithin(writes, this.space, this.#movedChunks, move)
    }
    if (this.ownChunks === 0) return
    await this.#added.moveToOwn(writes, this.space, firstChunk, move)
    this.#isMoved = true
  }

  /** Call after the transaction of {@link moveBeforeLock} was rolled back. */
  undoMoveBeforeLock(): void {
    this.#isMoved = false
    this.#movedChunks = new Map()
  }

  /**
   * Writes the changes to the index, under the lock and after the content was moved. `served` is the revision before the
   * change. Returns the entries that still have to be indexed.
   */
  async move(
    writes: Writes,
    served: number,
    how: IndexMove = { rowsPerStatement: 200_000, pause: () => {} },
  ): Promise<readonly string[]> {
    const { space } = this
    // Must run first: it replaces postings to which the new entries may be added.
    if (this.#hasChanges) await this.#moveChanges(writes, served, how)
    if (this.#isSpoiled) for (const id of this.#added.ids) this.#left.add(id)
    else if (this.ownChunks === 0) await this.#added.writeAmongOthers(writes, space)
    else if (!this.#isMoved)
      await this.#added.moveToOwn(writes, space, await reserveChunks(writes, space, this.ownChunks), how)
    for (const batch of inBatches(this.#stale, entriesPerBatch))
      await correctEntries(writes, space, this.#plans, new Map(batch))
    return [...this.#left]
  }

  async #moveChanges(writes: Writes, served: number, how: IndexMove): Promise<void> {
    const { space } = this
    // Something other than entries has changed: the models, or the whole index by a reindex.
    if (this.#noted !== served || this.#revisions.models !== (await readModelRevision(writes, space))) {
      if (this.#movedChunks.size > 0) throw new PreparationOutdated('changed')
      await unmergeOutdated(writes, space)
    }
    await moveStagedChanges(writes, space, this.#movedChunks, how)
    for await (const batch of readUnmergedChanges(writes)) await applyChanges(writes, space, batch)
  }
}

/** Fewer entries than this do not get chunks of their own: chunks with few entries make queries slow. */
const ownChunksMin = chunkSize / 4

/**
 * The entries of a prepared change that are new to the query index. Large numbers of them get chunks of their own, so that
 * their postings are complete rows.
 */
class AddedEntries {
  /** In the order of the numbers that the entries get. */
  readonly ids = new Set<string>()
  /** The first number of the current chunk. */
  #chunkStart = 0
  #next = 0
  #chunk = new PostingChanges()
  #numbered: { entry: string; number: number }[] = []

  add(plan: TermPlan, entry: IndexedEntry): void {
    this.ids.add(entry.id)
    this.#chunk.addEntry(plan, this.#next, entry)
    this.#numbered.push({ entry: entry.id, number: this.#next })
    this.#next++
  }

  /**
   * Call after each entry. Stages the current chunk if it is full or has many terms; the next entries begin another chunk.
   */
  async stageFull(writes: Writes): Promise<void> {
    if (this.#chunk.isFull || this.#next - this.#chunkStart === chunkSize) await this.#stageChunk(writes)
  }

  /** Call after the last entry. Stages the rest, unless all entries fit into less than a quarter of a chunk. */
  async finish(writes: Writes): Promise<void> {
    if (this.#chunkStart === 0 && this.#next < ownChunksMin) return
    if (!this.#chunk.isEmpty) await this.#stageChunk(writes)
    await sortStagedPostings(writes)
  }

  /** The number of chunks that only these entries use; 0 if they share one with existing entries. */
  get ownChunks(): number {
    return chunkOf(this.#chunkStart)
  }

  async #stageChunk(writes: Writes): Promise<void> {
    for (const batch of inBatches(this.#chunk.drain())) {
      await insertStagedPostings(writes, batch)
    }
    await insertStagedNumbers(writes, this.#numbered)
    this.#numbered = []
    this.#chunkStart += chunkSize
    this.#next = this.#chunkStart
  }

  /**
   * Writes numbers and postings to chunks from `firstChunk` on. Needs no lock, because no other process writes to these
   * chunks.
   */
  async moveToOwn(writes: Writes, space: SpaceId, firstChunk: number, how: IndexMove): Promise<void> {
    await moveStagedNumbers(writes, space, firstChunk * chunkSize)
    await moveStagedPostings(writes, space, firstChunk, how)
  }

  /** Under the lock, indexes the entries in chunks with free numbers. Only for entries without chunks of their own. */
  async writeAmongOthers(writes: Writes, space: SpaceId): Promise<void> {
    const [first] = this.ids
    if (first === undefined) return
    const numbers = await numberEntries(writes, space, [...this.ids])
    await this.#chunk.write(writes, space, numbers.get(first)!)
  }
}

/**
 * Returns rows for the stage. `isFirst` means that nothing is staged for these keys. Unless `isOfIndex` is true, the
 * current postings are not read, and the changes are applied later.
 */
async function mergeChanges(
  writes: Writes,
  space: SpaceId,
  batch: readonly PostingChange[],
  { isFirst, isOfIndex }: { readonly isFirst: boolean; readonly isOfIndex: boolean },
): Promise<readonly MergedChange[]> {
  const earlier = byPlace(isFirst ? [] : await readStagedChanges(writes, batch))
  const present = byPlace(isOfIndex ? await readPostings(writes, space, batch) : [])
  return batch.map((change, place) => {
    const { changes, ...key } = change
    const [before, stored] = [earlier.get(place), present.get(place) ?? null]
    if (before === undefined) {
      const next = isOfIndex ? changePosting(stored, change) : unmerged
      return { ...key, changes, old: stored?.numbers ?? null, ...next }
    }
    const { count, numbers, old } = before
    const next = count === null || numbers === null ? unmerged : changePosting({ count, numbers }, change)
    return { ...key, changes: concat(before.changes, changes), old, ...next }
  })
}

const unmerged = { count: null, numbers: null } as const

function byPlace<Row extends { readonly place: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map(row => [row.place, row]))
}

function concat(first: Int32Array, second: Int32Array): Int32Array {
  const all = new Int32Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** Marks the changes of postings that gained or lost one of these entries between two revisions, to be applied again. */
async function unmergeEntries(
  writes: Writes,
  space: SpaceId,
  plans: Plans,
  ids: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  for (let start = 0; start < ids.length; start += entriesPerBatch) {
    const batch = ids.slice(start, start + entriesPerBatch)
    const [before, after] = [
      await readContents(writes, space, batch, from),
      await readContents(writes, space, batch, to),
    ]
    const changes = new PostingChanges()
    for (const [id, number] of await readNumbers(writes, space, batch))
      changes.addDifference(plans, number, before.get(id) ?? null, after.get(id) ?? null)
    for (const keys of inBatches(changes.drain())) await unmergeChanges(writes, keys)
  }
}

/** Reads the content that was live at a revision. */
export async function readContents(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
  revision: number,
): Promise<ReadonlyMap<string, IndexedEntry>> {
  const { before } = await readSince(writes, space, ids, revision)
  return contentsOf(before, await readOverlaysOf(readsWithin(writes), space, before))
}

/**
 * Corrects the index where the live content is not what the written changes assumed. Runs under the lock, after all changes
 * are written. `stale` maps entries to the content that their changes assumed; null if none would be live.
 */
async function correctEntries(
  writes: Writes,
  space: SpaceId,
  plans: Plans,
  stale: ReadonlyMap<string, IndexedEntry | null>,
): Promise<void> {
  const ids = [...stale.keys()]
  const live = contentsOfLive(await readLive(readsWithin(writes), space, ids))
  const changes = new PostingChanges()
  for (const [id, number] of await readNumbers(writes, space, ids)) {
    changes.addDifference(plans, number, stale.get(id)!, live.get(id) ?? null)
  }
  await changes.write(writes, space)
}
