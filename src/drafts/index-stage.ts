// What a prepared change writes to the query index, prepared without the space's lock. Entries that are new to the index get
// numbers of their own chunks, so that their postings are whole rows. Differences of the others are applied to the postings
// as they are meanwhile: under the lock that is done again only where others have changed a posting since.
import type { SpaceId } from '../base/ids.ts'
import { contentsOf, contentsOfLive, eachDifference } from '../content/entry-terms.ts'
import { eachTerm, type IndexedEntry, type TermPlan } from '../content/index-terms.ts'
import {
  applyChanges,
  inBatches,
  type PostingChange,
  PostingChanges,
  toPosting,
} from '../content/posting-changes.ts'
import { chunkOf, chunkSize } from '../content/postings.ts'
import { type OverlayRow, type PublicationRow, readLive } from '../content/publications.store.ts'
import {
  numberEntries,
  readIndexRevisions,
  readNumbers,
  reserveChunks,
} from '../content/query-index.store.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import {
  insertStagedNumbers,
  insertStagedPostings,
  moveStagedChanges,
  moveStagedPostings,
  readUnmergedChanges,
  saveStagedChanges,
  sortStagedPostings,
  unmergeOutdated,
} from './index-stage.store.ts'
import { mergeChanges, unmergeEntries } from './merge-changes.ts'
import { moveStagedNumbers } from './staged-postings.store.ts'
import { readStagedPublications } from './staged-publications.store.ts'

/** Fewer new entries than this do not get chunks of their own: chunks with few entries make queries slow. */
const ownChunksMin = chunkSize / 4

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
  /** Entries without a number, in the order of the numbers that they get. */
  #added: string[] = []
  readonly #addedIds = new Set<string>()
  /** The numbers of {@link #added} in the current chunk, and their terms. */
  #chunkStart = 0
  #next = 0
  #chunk = new PostingChanges()
  #numbered: { entry: string; number: number }[] = []
  /** A new entry has been changed by others meanwhile, so the postings do not hold. */
  #isSpoiled = false
  #changes = new PostingChanges()
  #hasChanges = false
  /** Entries whose staged changes do not hold, and what was to be live of them; null if nothing was. */
  readonly #stale = new Map<string, IndexedEntry | null>()
  /** The postings of {@link #added} are written. */
  #isMoved = false
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
      if (this.#chunk.isFull || this.#next - this.#chunkStart === chunkSize) await this.#writeChunk(writes)
    }
    if (this.#changes.isFull) await this.addChanges(writes, this.#changes)
  }

  #addEntry(id: string, number: number | null, old: IndexedEntry | null, next: IndexedEntry | null): void {
    const isPlanned = (entry: IndexedEntry | null) => entry === null || this.#plans.has(entry.collection)
    if (this.#left.has(id)) return
    if (!isPlanned(old) || !isPlanned(next) || (number === null && old !== null)) this.#left.add(id)
    else if (number !== null) eachDifference(this.#plans, this.#changes, number, old, next)
    else if (next !== null) {
      this.#addedIds.add(id)
      this.#added.push(id)
      eachTerm(this.#plans.get(next.collection)!, next, this.#chunk.add(next.collection, this.#next))
      this.#numbered.push({ entry: id, number: this.#next })
      this.#next++
    }
  }

  /**
   * Entries that others have changed: what is staged of them does not hold. Their publications must still be on the stage.
   */
  async forget(writes: Writes, ids: readonly string[]): Promise<void> {
    const unknown = ids.filter(id => !this.#left.has(id))
    for (const id of unknown) {
      this.#left.add(id)
      if (!this.#addedIds.has(id)) continue
      if (this.#isMoved) throw new Error(`The postings of the new entry ${id} are written already.`)
      this.#isSpoiled = true
    }
    await this.revise(writes, unknown)
  }

  /** All entries that others have published or unpublished since the last call, up to this revision. */
  async note(writes: Writes, ids: readonly string[], served: number): Promise<void> {
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

  /** The next entries begin another one. */
  async #writeChunk(writes: Writes): Promise<void> {
    for (const batch of inBatches(this.#chunk.drain())) {
      await insertStagedPostings(writes, batch.map(toStagedPosting))
    }
    await insertStagedNumbers(writes, this.#numbered)
    this.#numbered = []
    this.#chunkStart += chunkSize
    this.#next = this.#chunkStart
  }

  /** Call when everything is staged; more may be staged afterwards. */
  async finish(writes: Writes): Promise<void> {
    if (!this.#changes.isEmpty) await this.addChanges(writes, this.#changes)
    if (this.#chunkStart === 0 && this.#next < ownChunksMin) return
    if (!this.#chunk.isEmpty) await this.#writeChunk(writes)
    await sortStagedPostings(writes)
  }

  /** How many chunks entries have that are new to the index; 0 if they share one with others. */
  get ownChunks(): number {
    return this.#isSpoiled ? 0 : chunkOf(this.#chunkStart)
  }

  /** Writes new entries into these chunks, in which nobody else writes: that needs no lock. Their postings may be there. */
  async moveAdded(writes: Writes, firstChunk: number, hasPostings = false): Promise<void> {
    await moveStagedNumbers(writes, this.space, firstChunk * chunkSize)
    if (!hasPostings) await moveStagedPostings(writes, this.space, firstChunk)
    this.#isMoved = true
  }

  /** After the transaction of {@link moveAdded} was rolled back. */
  undoMoveAdded(): void {
    this.#isMoved = false
  }

  /**
   * Under the lock, once the content is moved. `served` is the revision before. Returns the entries that are left to be
   * indexed.
   */
  async move(writes: Writes, served: number, isSliced = false): Promise<readonly string[]> {
    const { space } = this
    // First, as postings are replaced in which new entries may come to be.
    if (this.#hasChanges) await this.#moveChanges(writes, served, isSliced)
    if (this.#isSpoiled) for (const id of this.#added) this.#left.add(id)
    else if (this.ownChunks > 0) {
      if (!this.#isMoved) await this.moveAdded(writes, await reserveChunks(writes, space, this.ownChunks))
    } else if (this.#added.length > 0) {
      const numbers = await numberEntries(writes, space, this.#added)
      await this.#chunk.write(writes, space, numbers.get(this.#added[0]!)!)
    }
    await this.#correctStale(writes)
    return [...this.#left]
  }

  async #moveChanges(writes: Writes, served: number, isSliced: boolean): Promise<void> {
    const { space } = this
    const { indexed, models } = this.#revisions
    const isKnown = indexed === this.#revisions.served && this.#noted === served
    // The index was behind, or others have changed more than entries: an older version of Frontlist, or who rebuilds it.
    if (!isKnown || models !== (await readIndexRevisions(writes, space)).models)
      await unmergeOutdated(writes, space)
    await moveStagedChanges(writes, space, isSliced)
    for await (const batch of readUnmergedChanges(writes)) await applyChanges(writes, space, batch)
  }

  /** What the changes have led to is not what is live. What others have led to is corrected of those that are left. */
  async #correctStale(writes: Writes, { space } = this): Promise<void> {
    for (const batch of inBatches(this.#stale.keys(), stalePerBatch)) {
      const live = contentsOfLive(await readLive(readsWithin(writes), space, batch))
      const changes = new PostingChanges()
      for (const [id, number] of await readNumbers(writes, space, batch)) {
        eachDifference(this.#plans, changes, number, this.#stale.get(id)!, live.get(id) ?? null)
      }
      await changes.write(writes, space)
    }
  }
}

function toStagedPosting(change: PostingChange) {
  const { changes: _, ...key } = change
  return { ...key, ...toPosting(change) }
}
