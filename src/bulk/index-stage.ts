// The part of a prepared change that concerns the query index, prepared without the space's lock. Differences of indexed
// entries are applied to the current postings. Under the lock, only postings that changed in the meantime are recomputed.
import type { SpaceId } from '../base/ids.ts'
import { contentsOf, contentsOfLive, eachDifference } from '../content/index/entry-terms.ts'
import type { IndexedEntry, TermPlan } from '../content/index/index-terms.ts'
import { applyChanges, inBatches, PostingChanges } from '../content/index/posting-changes.ts'
import { chunkOf } from '../content/index/postings.ts'
import { readModelRevision, readNumbers, reserveChunks } from '../content/index/query-index.store.ts'
import { type OverlayRow, type PublicationRow, readLive } from '../content/tables/publications.store.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import { AddedEntries } from './added-entries.ts'
import { PreparationOutdated } from './bulk-change.ts'
import {
  type ChunksByCollection,
  findWholeChunks,
  type IndexMove,
  moveChangesWithin,
  moveStagedChanges,
} from './index-move.store.ts'
import { readUnmergedChanges, saveStagedChanges, unmergeOutdated } from './index-stage.store.ts'
import { correctEntries, mergeChanges, unmergeEntries } from './merge-changes.ts'
import { readStagedPublications } from './staged-publications.store.ts'

const stalePerBatch = 500

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
  readonly #plans: ReadonlyMap<string, TermPlan>
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
    plans: ReadonlyMap<string, TermPlan>,
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
    else if (number !== null) eachDifference(this.#plans, this.#changes, number, old, next)
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
   * `firstChunk` on, and those of chunks in which all entries change. Throws {@link LockContention} if one was changed
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
    for (const batch of inBatches(this.#stale, stalePerBatch))
      await correctEntries(writes, space, this.#plans, new Map(batch))
    return [...this.#left]
  }

  async #moveChanges(writes: Writes, served: number, how: IndexMove): Promise<void> {
    const { space } = this
    // Something other than entries has changed: the models, or the whole index by a reindex.
    if (this.#noted !== served || this.#revisions.models !== (await readModelRevision(writes, space))) {
      if (this.#movedChunks.size > 0) throw new PreparationOutdated()
      await unmergeOutdated(writes, space)
    }
    await moveStagedChanges(writes, space, this.#movedChunks, how)
    for await (const batch of readUnmergedChanges(writes)) await applyChanges(writes, space, batch)
  }
}
