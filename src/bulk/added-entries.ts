// The entries of a prepared change that are new to the query index. Large numbers of them get chunks of their own, so that
// their postings are complete rows.
import type { SpaceId } from '../base/ids.ts'
import { eachTerm, type IndexedEntry, type TermPlan } from '../content/index/index-terms.ts'
import { inBatches, PostingChanges } from '../content/index/posting-changes.ts'
import { chunkOf, chunkSize } from '../content/index/postings.ts'
import { numberEntries } from '../content/index/query-index.store.ts'
import type { Writes } from '../database/database.ts'
import { type IndexMove, moveStagedPostings } from './index-move.store.ts'
import { insertStagedNumbers, insertStagedPostings, sortStagedPostings } from './index-stage.store.ts'
import { moveStagedNumbers } from './staged-postings.store.ts'

/** Fewer entries than this do not get chunks of their own: chunks with few entries make queries slow. */
const ownChunksMin = chunkSize / 4

export class AddedEntries {
  /** In the order of the numbers that the entries get. */
  readonly ids = new Set<string>()
  /** The first number of the current chunk. */
  #chunkStart = 0
  #next = 0
  #chunk = new PostingChanges()
  #numbered: { entry: string; number: number }[] = []

  add(plan: TermPlan, entry: IndexedEntry): void {
    this.ids.add(entry.id)
    eachTerm(plan, entry, this.#chunk.add(entry.collection, this.#next))
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
