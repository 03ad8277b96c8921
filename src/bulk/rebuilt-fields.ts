// Indexes the fields that a changed model adds to the index: prepares their postings for every live entry of the collection,
// without the space's lock. Requires an up-to-date index. Entries that other writers change in the meantime are indexed
// under the lock.
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import { contentsOf, contentsOfLive, eachDifference } from '../content/index/entry-terms.ts'
import { eachTerm, type IndexedEntry, signaturesOf, type TermPlan } from '../content/index/index-terms.ts'
import { inBatches, PostingChanges } from '../content/index/posting-changes.ts'
import { deleteIndexFields, numberEntries, readNumbers } from '../content/index/query-index.store.ts'
import type { IndexFieldChanges } from '../content/index/query-index.ts'
import { saveIndexedModel } from '../content/model/collections.store.ts'
import { readSince } from '../content/tables/publication-reads.store.ts'
import { readLive, readOverlaysOf } from '../content/tables/publications.store.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import { type IndexMove, moveStagedPostings } from './index-move.store.ts'
import { insertStagedPostings, sortStagedPostings } from './index-stage.store.ts'
import { IndexStage, type PreparedRevisions } from './index-stage.ts'
import type { Stage } from './stage.store.ts'
import { readStagedPublications } from './staged-publications.store.ts'

const batchSize = 500

type Plans = ReadonlyMap<string, TermPlan>

export class RebuiltFields {
  readonly #stage: Stage
  readonly #fields: ReadonlyMap<string, IndexFieldChanges>
  readonly #added: Plans
  readonly #unchanged: Plans
  /** The index fields that both models have. */
  readonly #index: IndexStage
  /** The revision of the snapshot that the change is prepared from. */
  readonly #revision: number
  readonly #changes = new PostingChanges()
  /**
   * False until the first flush, which stages complete postings. If there are more terms than fit in memory, later flushes
   * are merged with them.
   */
  #isMerged = false
  /** True if the postings of added fields are written. */
  #isMoved = false
  /** Entries that other writers have changed, with the content that the staged postings assume; null if there are none. */
  readonly #stale = new Map<string, IndexedEntry | null>()

  /** `fields` is keyed by collection. */
  constructor(stage: Stage, fields: ReadonlyMap<string, IndexFieldChanges>, revisions: PreparedRevisions) {
    this.#stage = stage
    this.#fields = fields
    this.#added = new Map([...fields].map(([name, { added }]) => [name, added]))
    this.#unchanged = new Map([...fields].map(([name, { unchanged }]) => [name, unchanged]))
    this.#index = new IndexStage(stage.space, this.#unchanged, revisions)
    this.#revision = revisions.served
    stage.index = this.#index
  }

  /** Adds the terms of live entries, with the content they will have after the change. */
  async add(writes: Writes, entries: readonly IndexedEntry[]): Promise<void> {
    const own = entries.filter(({ id, collection }) => !this.#stale.has(id) && this.hasAdded(collection))
    if (own.length === 0) return
    const ids = own.map(({ id }) => id)
    const numbers = await readNumbers(writes, this.#stage.space, ids)
    for (const entry of own) {
      const { id, collection } = entry
      const number = numbers.get(id)
      if (number === undefined) {
        this.#stale.set(id, null)
        continue
      }
      eachTerm(this.#added.get(collection)!, entry, this.#changes.add(collection, number))
    }
    if (this.#changes.isFull) await this.#stageChanges(writes)
  }

  /** Returns true if the change adds index fields to the collection, so that every live entry of it must be indexed. */
  hasAdded(collection: string): boolean {
    return (this.#added.get(collection)?.fields.length ?? 0) > 0
  }

  async #stageChanges(writes: Writes): Promise<void> {
    if (this.#isMerged) return this.#index.addChanges(writes, this.#changes, { isOfIndex: false })
    this.#isMerged = true
    for (const batch of inBatches(this.#changes.drain())) {
      await insertStagedPostings(writes, batch)
    }
  }

  /** Call when everything is prepared. */
  async finish(writes: Writes): Promise<void> {
    if (!this.#changes.isEmpty) await this.#stageChanges(writes)
    this.#isMerged = true
    await this.#index.finish(writes)
    await sortStagedPostings(writes)
  }

  /** Marks entries that other writers have changed. Their publications must still be on the stage. */
  async forget(writes: Writes, ids: readonly string[]): Promise<void> {
    const { space } = this.#stage
    const unknown = ids.filter(id => !this.#stale.has(id))
    for (let start = 0; start < unknown.length; start += batchSize) {
      const batch = unknown.slice(start, start + batchSize)
      const { before } = await readSince(writes, space, batch, this.#revision)
      const published = contentsOf(before, await readOverlaysOf(readsWithin(writes), space, before))
      const staged = await readStagedPublications(writes, space, batch)
      const rewritten = contentsOf(staged.publications, staged.overlays)
      for (const id of batch) {
        this.#stale.set(id, rewritten.get(id) ?? published.get(id) ?? null)
      }
    }
  }

  /**
   * Writes postings before the lock is acquired, see {@link IndexStage.moveBeforeLock}. No other writer writes fields that
   * only the changed model has.
   */
  async moveBeforeLock(writes: Writes, how: IndexMove): Promise<void> {
    await this.#index.moveBeforeLock(writes, 0, how)
    const isReplaced = [...this.#fields.values()].some(({ gone, added }) =>
      gone.some(name => signaturesOf(added).has(name)),
    )
    if (isReplaced) return
    await moveStagedPostings(writes, this.#stage.space, 0, how)
    this.#isMoved = true
  }

  /** Call after the transaction of {@link moveBeforeLock} was rolled back. */
  undoMoveBeforeLock(): void {
    this.#index.undoMoveBeforeLock()
    this.#isMoved = false
  }

  /** Writes the postings, under the lock and after the content was moved. `before` is the revision of the index. */
  async move(writes: Writes, before: number): Promise<void> {
    const { space } = this.#stage
    for (const [collection, { gone }] of this.#fields) {
      if (gone.length > 0) await deleteIndexFields(writes, space, collection, gone)
      await saveIndexedModel(writes, space, collection)
    }
    const how = { rowsPerStatement: 5000, pause: yieldToEventLoop }
    if (!this.#isMoved) await moveStagedPostings(writes, space, 0, how)
    // The returned entries need no handling: all of them are in `#stale`.
    await this.#index.move(writes, before, how)
    const stale = [...this.#stale.keys()]
    for (let start = 0; start < stale.length; start += batchSize) {
      await this.#indexStale(writes, before, stale.slice(start, start + batchSize))
    }
  }

  async #indexStale(writes: Writes, before: number, ids: readonly string[]): Promise<void> {
    const { space } = this.#stage
    const rows = await readSince(writes, space, ids, before)
    const old = contentsOf(rows.before, await readOverlaysOf(readsWithin(writes), space, rows.before))
    const now = contentsOfLive(await readLive(readsWithin(writes), space, ids))
    const indexed = ids.filter(id => old.has(id) || now.has(id) || this.#stale.get(id) !== null)
    const numbers = await numberEntries(writes, space, indexed)
    const changes = new PostingChanges()
    for (const [id, number] of numbers) {
      const next = now.get(id) ?? null
      eachDifference(this.#unchanged, changes, number, old.get(id) ?? null, next)
      eachDifference(this.#added, changes, number, this.#stale.get(id) ?? null, next)
    }
    await changes.write(writes, space)
  }
}
