// Indexes the fields that a changed model adds to the index: prepares their postings for every live entry of the
// collection, without the space's lock. Requires an up-to-date index. Entries that other writers change in the meantime are
// indexed under the lock.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { SpaceId } from '../base/ids.ts'
import {
  contentsOf,
  contentsOfLive,
  type IndexedEntry,
  signaturesOf,
  type TermPlan,
} from '../content/index/index-terms.ts'
import { inBatches, PostingChanges } from '../content/index/posting-changes.ts'
import { deleteIndexFields, numberEntries, readNumbers } from '../content/index/query-index.store.ts'
import type { IndexFieldChanges } from '../content/index/query-index.ts'
import { saveIndexedModel } from '../content/model/collections.store.ts'
import { readLive } from '../content/tables/publications.store.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import {
  type IndexMove,
  insertStagedPostings,
  moveStagedPostings,
  readStagedPublications,
  sortStagedPostings,
} from './index-stage.store.ts'
import { IndexStage, type PreparedRevisions, readContents } from './index-stage.ts'

const batchSize = 500

type Plans = ReadonlyMap<string, TermPlan>

export class RebuiltFields extends IndexStage {
  readonly #fields: ReadonlyMap<string, IndexFieldChanges>
  readonly #added: Plans
  readonly #unchanged: Plans
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
  constructor(space: SpaceId, fields: ReadonlyMap<string, IndexFieldChanges>, revisions: PreparedRevisions) {
    const unchanged = new Map([...fields].map(([name, change]) => [name, change.unchanged]))
    super(space, unchanged, revisions)
    this.#fields = fields
    this.#added = new Map([...fields].map(([name, { added }]) => [name, added]))
    this.#unchanged = unchanged
    this.#revision = revisions.served
  }

  /** Adds the terms of live entries, with the content they will have after the change. */
  async addEntries(writes: Writes, entries: readonly IndexedEntry[]): Promise<void> {
    const own = entries.filter(({ id, collection }) => !this.#stale.has(id) && this.hasAdded(collection))
    if (own.length === 0) return
    const ids = own.map(({ id }) => id)
    const numbers = await readNumbers(writes, this.space, ids)
    for (const entry of own) {
      const { id, collection } = entry
      const number = numbers.get(id)
      if (number === undefined) {
        this.#stale.set(id, null)
        continue
      }
      this.#changes.addEntry(this.#added.get(collection)!, number, entry)
    }
    if (this.#changes.isFull) await this.#stageChanges(writes)
  }

  /** Returns true if the change adds index fields to the collection, so that every live entry of it must be indexed. */
  hasAdded(collection: string): boolean {
    return (this.#added.get(collection)?.fields.length ?? 0) > 0
  }

  async #stageChanges(writes: Writes): Promise<void> {
    if (this.#isMerged) return this.addChanges(writes, this.#changes, { isOfIndex: false })
    this.#isMerged = true
    for (const batch of inBatches(this.#changes.drain())) {
      await insertStagedPostings(writes, batch)
    }
  }

  override async finish(writes: Writes): Promise<void> {
    if (!this.#changes.isEmpty) await this.#stageChanges(writes)
    this.#isMerged = true
    await super.finish(writes)
    await sortStagedPostings(writes)
  }

  /** Marks entries that other writers have changed. Their publications must still be on the stage. */
  override async forget(writes: Writes, ids: readonly string[]): Promise<void> {
    await this.forgetFields(writes, ids)
    await super.forget(writes, ids)
  }

  /** Marks entries that other writers have changed and the stage has no rows of. */
  async forgetFields(writes: Writes, ids: readonly string[]): Promise<void> {
    const { space } = this
    const unknown = ids.filter(id => !this.#stale.has(id))
    for (let start = 0; start < unknown.length; start += batchSize) {
      const batch = unknown.slice(start, start + batchSize)
      const published = await readContents(writes, space, batch, this.#revision)
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
  override async moveBeforeLock(writes: Writes, firstChunk: number, how: IndexMove): Promise<void> {
    await super.moveBeforeLock(writes, firstChunk, how)
    const isReplaced = [...this.#fields.values()].some(({ gone, added }) =>
      gone.some(name => signaturesOf(added).has(name)),
    )
    if (isReplaced) return
    await moveStagedPostings(writes, this.space, 0, how)
    this.#isMoved = true
  }

  override undoMoveBeforeLock(): void {
    super.undoMoveBeforeLock()
    this.#isMoved = false
  }

  /** Writes the postings, under the lock and after the content was moved. Returns no entries, because all are indexed. */
  override async move(writes: Writes, before: number): Promise<readonly string[]> {
    const { space } = this
    for (const [collection, { gone }] of this.#fields) {
      if (gone.length > 0) await deleteIndexFields(writes, space, collection, gone)
      await saveIndexedModel(writes, space, collection)
    }
    const how = { rowsPerStatement: 5000, pause: yieldToEventLoop }
    if (!this.#isMoved) await moveStagedPostings(writes, space, 0, how)
    // The returned entries need no handling: all of them are in `#stale`.
    await super.move(writes, before, how)
    const stale = [...this.#stale.keys()]
    for (let start = 0; start < stale.length; start += batchSize) {
      await this.#indexStale(writes, before, stale.slice(start, start + batchSize))
    }
    return []
  }

  async #indexStale(writes: Writes, before: number, ids: readonly string[]): Promise<void> {
    const { space } = this
    const old = await readContents(writes, space, ids, before)
    const now = contentsOfLive(await readLive(readsWithin(writes), space, ids))
    const indexed = ids.filter(id => old.has(id) || now.has(id) || this.#stale.get(id) !== null)
    const numbers = await numberEntries(writes, space, indexed)
    const changes = new PostingChanges()
    for (const [id, number] of numbers) {
      const next = now.get(id) ?? null
      changes.addDifference(this.#unchanged, number, old.get(id) ?? null, next)
      changes.addDifference(this.#added, number, this.#stale.get(id) ?? null, next)
    }
    await changes.write(writes, space)
  }
}
