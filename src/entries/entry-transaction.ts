// A transaction that changes entries. It loads them, holds their changes in memory, validates at its end what depends on
// more than one entry, and writes everything at once.
import { type Actor, toActorText } from '../base/actor.ts'
import type { RandomBytes, SpaceId } from '../base/ids.ts'
import { readCollections } from '../content/model/collections.store.ts'
import { readVariants } from '../content/model/variants.store.ts'
import { readTargets, type TargetRow } from '../content/tables/entry-targets.store.ts'
import { readStoredEntries } from '../content/tables/stored-entries.store.ts'
import type { ReferenceValue } from '../content/values/field-values.ts'
import type { Collection } from '../content/values/model.ts'
import type { WrittenReference } from '../content/values/references.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import type { Draft } from './drafts/draft-paths.ts'
import { titleOf } from './drafts/draft-row.ts'
import { toDraft } from './drafts/draft-write.ts'
import { type Meanings, readTargetsToPublish, type Targets, targetsAmong } from './drafts/targets.ts'
import { EntryInTransaction } from './entry-in-transaction.ts'

export interface TransactionParts {
  readonly by: Actor
  readonly now: number
  readonly random: RandomBytes
}

export class EntryTransaction {
  readonly by: string
  readonly now: number
  /** The index of the current operation, from 0. */
  operation = 0
  /** Entries as later operations will leave them, because a reference by slug may refer to one of them already. */
  expected: readonly TargetRow[] = []
  readonly #absent = new Set<string>()
  readonly #entries = new Map<string, EntryInTransaction>()

  private constructor(
    readonly writes: Writes,
    readonly space: SpaceId,
    readonly parts: TransactionParts,
    readonly models: ReadonlyMap<string, Collection>,
    readonly variants: ReadonlySet<string>,
  ) {
    this.by = toActorText(parts.by)
    this.now = parts.now
  }

  /** Requires the space's lock. */
  static async begin(writes: Writes, space: SpaceId, parts: TransactionParts): Promise<EntryTransaction> {
    const models = new Map((await readCollections(writes, space)).map(model => [model.apiName, model]))
    const variants = new Set((await readVariants(readsWithin(writes), space)).map(({ id }) => id))
    return new EntryTransaction(writes, space, parts, models, variants)
  }

  get entries(): readonly EntryInTransaction[] {
    return [...this.#entries.values()]
  }

  /** Loads those of the entries that exist and are not loaded yet. */
  async load(ids: readonly string[]): Promise<void> {
    const { writes, space } = this
    const missing = [...new Set(ids)].filter(id => !this.#entries.has(id) && !this.#absent.has(id))
    if (missing.length === 0) return
    for (const id of missing) this.#absent.add(id)
    for (const [id, stored] of await readStoredEntries(readsWithin(writes), space, missing)) {
      const model = this.models.get(stored.row.collection)
      if (!model) continue
      this.#entries.set(id, new EntryInTransaction(id, model, stored, toDraft(stored.row)))
    }
  }

  async find(id: string): Promise<EntryInTransaction | null> {
    await this.load([id])
    const entry = this.#entries.get(id)
    return entry === undefined || entry.isRemoved ? null : entry
  }

  add(id: string, model: Collection, draft: Draft): EntryInTransaction {
    const entry = new EntryInTransaction(id, model, null, draft)
    entry.reason = 'create'
    this.#entries.set(id, entry)
    return entry
  }

  isLoaded(id: string): boolean {
    return this.#entries.has(id)
  }

  /** Resolves references, including the changes of the transaction so far. */
  async resolve(references: readonly ReferenceValue[]): Promise<Targets> {
    const written = references.map(to => ({ field: '', to }))
    return this.#withOwn(await readTargets(readsWithin(this.writes), this.space, written))
  }

  /** Resolves references of an entry's draft as publishing it would, including the changes of the transaction so far. */
  async resolveDraft(id: string, written: readonly WrittenReference[]): Promise<Targets> {
    const moved = this.entries.filter(each => each.toPublish !== null || each.isWithdrawn || each.isRemoved)
    const published = new Set([id, ...moved.map(each => each.id)])
    const reads = readsWithin(this.writes)
    const { rows, meanings } = await readTargetsToPublish(reads, this.space, id, written, published)
    return this.#withOwn(rows, meanings)
  }

  #withOwn(rows: readonly TargetRow[], meanings?: Meanings): Targets {
    const unchanged = rows.filter(({ id }) => !this.#entries.has(id))
    const own = this.entries.filter(({ isRemoved }) => !isRemoved).map(toTargetRow)
    return targetsAmong([...this.expected, ...unchanged, ...own], meanings)
  }
}

export function toTargetRow({ id, model, draft, archivedAt, liveText }: EntryInTransaction): TargetRow {
  const state = archivedAt !== null ? 'archived' : liveText === null ? 'draft' : 'live'
  return { id, collection: model.apiName, slug: draft.slug, title: titleOf(model, draft.data), state }
}
