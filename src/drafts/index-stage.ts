// What a prepared change writes to the query index, prepared without the space's lock. Entries that are new to the index get numbers
// of their own chunks, so that their postings are whole rows; of the others, the differences are staged.
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
import { numberEntries, readNumbers, reserveChunks } from '../content/query-index.store.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import {
  insertStagedChanges,
  insertStagedNumbers,
  insertStagedPostings,
  moveStagedPostings,
  readStagedChanges,
  sortStagedPostings,
} from './index-stage.store.ts'

/** Fewer new entries than this do not get chunks of their own: chunks with few entries make queries slow. */
const ownChunksMin = chunkSize / 4

/** What a flush of changes does to published content. */
interface StagedContent {
  readonly ended: readonly string[]
  readonly publications: readonly PublicationRow[]
  readonly overlays: readonly OverlayRow[]
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
  #postings = 0
  #numbered: { entry: string; number: number }[] = []
  /** A new entry has been changed by others meanwhile, so the postings do not hold. */
  #isSpoiled = false
  #changes = new PostingChanges()
  #pages = 0
  /** Numbers of entries whose staged changes do not hold. */
  readonly #dropped = new Set<number>()
  /** The postings of {@link #added} are written. */
  #isMoved = false

  constructor(
    readonly space: SpaceId,
    plans: ReadonlyMap<string, TermPlan>,
  ) {
    this.#plans = plans
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

  /** Entries that others have published or unpublished: what is staged of them does not hold. */
  async forget(writes: Writes, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.#left.add(id)
      if (!this.#addedIds.has(id)) continue
      if (this.#isMoved) throw new Error(`The postings of the new entry ${id} are written already.`)
      this.#isSpoiled = true
    }
    for (const number of (await readNumbers(writes, this.space, ids)).values()) this.#dropped.add(number)
  }

  /** Stages changes of numbered entries, and forgets them. */
  async addChanges(writes: Writes, postings: PostingChanges): Promise<void> {
    for (const batch of inBatches(postings.drain())) {
      const page = this.#pages++
      const rows = batch.map(({ changes, ...key }) => ({
        ...key,
        page,
        changes: new Uint8Array(changes.slice().buffer),
      }))
      await insertStagedChanges(writes, rows)
    }
  }

  /** The next entries begin another one. */
  async #writeChunk(writes: Writes): Promise<void> {
    for (const batch of inBatches(this.#chunk.drain())) {
      this.#postings += batch.length
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

  /** Writes the postings of new entries into these chunks, in which nobody else writes: that needs no lock. */
  async moveAdded(writes: Writes, firstChunk: number): Promise<void> {
    const place = { firstChunk, firstNumber: firstChunk * chunkSize, postings: this.#postings }
    await moveStagedPostings(writes, this.space, place)
    this.#isMoved = true
  }

  /** After {@link moveAdded}, if that was undone. */
  takeBackAdded(): void {
    this.#isMoved = false
  }

  /** Under the lock, once the content is moved. Returns the entries that are left to be indexed. */
  async move(writes: Writes): Promise<readonly string[]> {
    const { space } = this
    if (this.#isSpoiled) for (const id of this.#added) this.#left.add(id)
    else if (this.ownChunks > 0) {
      if (!this.#isMoved) await this.moveAdded(writes, await reserveChunks(writes, space, this.ownChunks))
    } else if (this.#added.length > 0) {
      const numbers = await numberEntries(writes, space, this.#added)
      await this.#chunk.write(writes, space, numbers.get(this.#added[0]!)!)
    }
    for (let page = 0; page < this.#pages; page++) {
      await applyChanges(writes, space, await readStagedChanges(writes, page), this.#dropped)
    }
    return [...this.#left]
  }
}

function toStagedPosting(change: PostingChange) {
  const { changes: _, ...key } = change
  return { ...key, ...toPosting(change) }
}
