// What a prepared change writes to the query index, prepared without the space's lock. Differences of entries that are in the
// index are applied to the postings as they are meanwhile: under the lock that is done again only where others have changed a
// posting since.
import type { SpaceId } from '../base/ids.ts'
import { contentsOf, contentsOfLive, eachDifference } from '../content/index/entry-terms.ts'
import type { IndexedEntry, TermPlan } from '../content/index/index-terms.ts'
import { applyChanges, inBatches, PostingChanges } from '../content/index/posting-changes.ts'
import { chunkOf } from '../content/index/postings.ts'
import { readIndexRevisions, readNumbers, reserveChunks } from '../content/index/query-index.store.ts'
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

/** What a flush of changes does to published content. */
interface StagedContent {
  readonly ended: readonly string[]
  readonly publications: readonly PublicationRow[]
  readonly overlays: readonly OverlayRow[]
}

/** Of the content, the index and the models that a change is prepared from. */
export interface PreparedRevisions {
  readonly served: number
  readonly indexed: number
  readonly models: number
}

export class IndexStage {
  /** How entries are indexed, by collection. Entries of other collections are left to the lock. */
  readonly #plans: ReadonlyMap<string, TermPlan>
  /** Entries to be indexed under the lock. */
  readonly #left = new Set<string>()
  readonly #added = new AddedEntries()
  /** A new entry has been changed by others meanwhile, so the postings do not hold. */
  #isSpoiled = false
  #changes = new PostingChanges()
  #hasChanges = false
  /** Entries whose staged changes do not hold, and what was to be live of them; null if nothing was. */
  readonly #stale = new Map<string, IndexedEntry | null>()
  /** The postings of {@link #added} are written. */
  #isMoved = false
  /** Where the changes are written. */
  #movedChunks: ChunksByCollection = new Map()
  /** Entries that others have changed. */
  readonly #others = new Set<string>()
  /** What the changes were applied to. */
  readonly #revisions: PreparedRevisions
  /** The revision up to which it is known what others have changed. */
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
   * Entries that others have changed: what is staged of them does not hold. Their publications must still be on the stage.
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

  /** All entries that others have published or unpublished since the last call, up to this revision. */
  async note(writes: Writes, ids: readonly string[], served: number): Promise<void> {
    for (const id of ids) this.#others.add(id)
    const span = { from: this.#noted, to: served }
    if (this.#hasChanges) await unmergeEntries(writes, this.space, this.#plans, ids, span)
    this.#noted = served
  }

  /** Entries of which something else is written in the end than is staged. */
  async revise(writes: Writes, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const rows = await readStagedPublications(writes, this.space, ids)
    const staged = contentsOf(rows.publications, rows.overlays)
    // The changes are of what was staged first: of an entry that is forgotten no other ones are staged.
    for (const id of ids) if (!this.#stale.has(id)) this.#stale.set(id, staged.get(id) ?? null)
  }

  /**
   * Stages changes of numbered entries, and forgets them. They are applied under the lock if their postings are not those
   * that are in the index now.
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

  /** Call when everything is staged; more may be staged afterwards. */
  async finish(writes: Writes): Promise<void> {
    if (!this.#changes.isEmpty) await this.addChanges(writes, this.#changes)
    await this.#added.finish(writes)
  }

  /** How many chunks entries have that are new to the index; 0 if they share one with others. */
  get ownChunks(): number {
    return this.#isSpoiled ? 0 : this.#added.ownChunks
  }

  /**
   * Before the lock is acquired, writes postings that nobody else changes: those of new entries, in chunks from this one on,
   * and those of chunks in which all entries change. Throws {@link LockContention} if others have changed them nevertheless.
   */
  async moveBeforeLock(writes: Writes, firstChunk: number, move: IndexMove): Promise<void> {
    const { indexed, served } = this.#revisions
    if (this.#hasChanges && indexed === served) {
      const numbers = await readNumbers(writes, this.space, [...this.#others])
      const others = new Set([...numbers.values()].map(chunkOf))
      this.#movedChunks = await findWholeChunks(writes, this.space, chunk => others.has(chunk))
      await moveChangesWithin(writes, this.space, this.#movedChunks, move)
    }
    if (this.ownChunks === 0) return
    await this.#added.moveToOwn(writes, this.space, firstChunk, move)
    this.#isMoved = true
  }

  /** After the transaction of {@link moveBeforeLock} was rolled back. */
  undoMoveBeforeLock(): void {
    this.#isMoved = false
    this.#movedChunks = new Map()
  }

  /**
   * Under the lock, once the content is moved. `served` is the revision before. Returns the entries that are left to be
   * indexed.
   */
  async move(
    writes: Writes,
    served: number,
    how: IndexMove = { rowsPerStatement: 200_000, pause: () => {} },
  ): Promise<readonly string[]> {
    const { space } = this
    // First, as postings are replaced in which new entries may come to be.
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
    const { indexed, models } = this.#revisions
    const isKnown = indexed === this.#revisions.served && this.#noted === served
    // The index was behind, or others have changed more than entries: an older version of Frontlist, or who rebuilds it.
    if (!isKnown || models !== (await readIndexRevisions(writes, space)).models) {
      if (this.#movedChunks.size > 0) throw new PreparationOutdated()
      await unmergeOutdated(writes, space)
    }
    await moveStagedChanges(writes, space, this.#movedChunks, how)
    for await (const batch of readUnmergedChanges(writes)) await applyChanges(writes, space, batch)
  }
}
