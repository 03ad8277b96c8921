// A transaction that changes entries. It loads them, and holds their changes in memory. `finish-transaction.ts` then
// validates what depends on more than one entry, and writes everything at once.
import { type Actor, toActorText } from '../base/caller.ts'
import { Problem } from '../base/errors.ts'
import type { RandomBytes, SpaceId } from '../base/ids.ts'
import { toPointer } from '../base/json.ts'
import { countBlocks } from '../content/fields/blocks/block.ts'
import type { ReferenceValue } from '../content/fields/field-type.ts'
import { listAssetNames } from '../content/fields/field-values.ts'
import { readSpaceModels } from '../content/model/collections.store.ts'
import { readVariants } from '../content/model/variants.store.ts'
import { type CheckedContent, type ContentText, toStored, toText } from '../content/publish/entry-content.ts'
import type { ActivityAction } from '../content/tables/activity.store.ts'
import {
  readTargets,
  type TargetRow,
  type Targets,
  targetsAmong,
} from '../content/tables/draft-references.store.ts'
import { type EntryWithState, readStoredEntries } from '../content/tables/entries.store.ts'
import type { VersionReason } from '../content/tables/entry-versions.store.ts'
import { blocksMax, type Collection, type Components } from '../content/values/model.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import { type Draft, type DraftUpdate, listChangedSince } from './drafts/draft-paths.ts'
import { isDraftTooLarge, titleOf, toDraft } from './drafts/draft-write.ts'
import {
  type ContentError,
  draftConflict,
  entryArchived,
  entryNotFound,
  invalidContent,
} from './entry-problems.ts'

/** The draft of an entry that a transaction publishes. */
export interface DraftToPublish extends ContentText {
  readonly id: string
  readonly collection: string
  readonly draftVersion: number
  /** Milliseconds since 1970. Null means now; content that is live already keeps its time. */
  readonly publishedAt: number | null
}

/** A draft that a transaction created, published or scheduled, and then changed again. */
interface IntermediateVersion {
  readonly draftVersion: number
  readonly reason: VersionReason
  readonly names: readonly string[]
  readonly text: ContentText
}

/** The whole schedule of an entry. Without times, the entry has no schedule. */
export interface EntrySchedule {
  readonly publishAt: number | null
  readonly unpublishAt: number | null
  /** The draft version that will be published. */
  readonly draftVersion: number
  readonly text: ContentText
  /** The entry that the request scheduled, if others are scheduled together with it; otherwise null. */
  readonly group: string | null
  /** The path of the entry in the request; empty if it is the entry that the request is about. */
  readonly place: string
  /** The operation that set the schedule. */
  readonly operation: number
}

const variantsPerEntryMax = 200

/** The state of an entry within a transaction. */
export class EntryInTransaction {
  /** The reason of the last change of the draft; null if it has not changed. */
  reason: VersionReason | null = null
  archivedAt: number | null
  /** The draft that the transaction publishes. */
  toPublish: DraftToPublish | null = null
  /** True if the transaction withdraws the live content. */
  isWithdrawn = false
  isRemoved = false
  /** The targets of the entry that are not live when a schedule publishes it, for the activity. */
  notLive: readonly object[] = []
  /** The schedule that the transaction sets. */
  schedule: EntrySchedule | null = null
  readonly passed: IntermediateVersion[] = []
  readonly actions: ActivityAction[] = []
  /** The operation that last set the slug, and the operation that published the entry. */
  slugAt: number | null = null
  publishedAt = 0
  #draft: Draft
  readonly #before: Draft

  constructor(
    readonly id: string,
    readonly model: Collection,
    /** Null for a new entry. */
    readonly stored: EntryWithState | null,
    draft: Draft,
  ) {
    this.#draft = draft
    this.#before = draft
    this.archivedAt = stored?.row.archived_at ?? null
  }

  get draft(): Draft {
    return this.#draft
  }

  get isChanged(): boolean {
    return this.reason !== null
  }

  get isArchiveChanged(): boolean {
    return this.stored !== null && this.archivedAt !== this.stored.row.archived_at
  }

  /** The newest draft version before the transaction; 0 for a new entry. */
  get versionBefore(): number {
    return this.stored?.row.draft_version ?? 0
  }

  /** The assets that the draft named before the transaction. */
  get assetsBefore(): readonly string[] {
    return listAssetNames(this.model.fields, this.#before)
  }

  /** Throws unless the caller has seen the current draft, including the changes by earlier operations of the request. */
  requireCurrent(seen: number | undefined): void {
    const { draftVersion } = this.#draft
    if (seen === undefined || seen === draftVersion) return
    throw this.toConflict(seen > draftVersion ? [] : listChangedSince(this.model.fields, this.#draft, seen))
  }

  toConflict(paths: readonly string[]): Problem {
    const { updated_at: updatedAt, updated_by: updatedBy } = this.stored?.row ?? {
      updated_at: 0,
      updated_by: null,
    }
    return draftConflict({ draftVersion: this.#draft.draftVersion, updatedAt, updatedBy }, paths)
  }

  requireNotArchived(): void {
    if (this.archivedAt !== null) throw entryArchived()
  }

  /** Throws if the draft is too large to be stored. */
  requireFit(): void {
    const errors: ContentError[] = []
    if (isDraftTooLarge(this.text))
      errors.push({ path: 'data', message: 'makes a draft of more than 2 MiB, overlays included' })
    const { data, variants } = this.#draft
    const { fields } = this.model
    const hasBlocks = fields.some(({ of }) => of !== undefined)
    for (const [id, layer] of hasBlocks ? ([[null, data], ...Object.entries(variants)] as const) : []) {
      if (countBlocks(fields, layer) <= blocksMax) continue
      const path = id === null ? 'data' : toPointer('variants', id)
      errors.push({ path, message: `may have ${blocksMax} blocks, at every depth together` })
    }
    if (Object.keys(variants).length > variantsPerEntryMax) {
      errors.push({ path: 'variants', message: `may have ${variantsPerEntryMax} overlays` })
    }
    if (errors.length > 0) throw invalidContent(errors)
  }

  /** Publishes a draft of the entry at the end of the transaction. */
  publish(draft: DraftToPublish, operation: number): void {
    this.toPublish = draft
    this.publishedAt = operation
    this.isWithdrawn = false
    this.actions.push('publish')
  }

  /** Withdraws the live content, and what the transaction was to publish. */
  withdraw(): void {
    this.toPublish = null
    this.isWithdrawn = this.stored?.live != null
  }

  changeDraft(next: Draft, reason: VersionReason): void {
    const pinned = [this.toPublish?.draftVersion, this.schedule?.draftVersion]
    const hasOwnVersion = this.reason === 'create' || pinned.includes(this.#draft.draftVersion)
    if (hasOwnVersion && this.reason !== null) {
      const before = this.passed.at(-1)?.draftVersion ?? this.versionBefore
      this.passed.push({
        draftVersion: this.#draft.draftVersion,
        reason: this.reason,
        names: this.namesSince(before),
        text: this.text,
      })
    }
    this.#draft = next
    this.reason = reason
  }

  namesSince(version: number): string[] {
    return version === 0 ? [] : listChangedSince(this.model.fields, this.#draft, version)
  }

  get content(): CheckedContent {
    const { slug, data, variants } = this.#draft
    const { fields } = this.model
    return {
      slug,
      values: toStored(fields, data),
      overlays: new Map(Object.entries(variants).map(([id, overlay]) => [id, toStored(fields, overlay)])),
    }
  }

  get text(): ContentText {
    return { slug: this.#draft.slug, ...toText(this.model.fields, this.content) }
  }

  /** The content that is live after the transaction. */
  get liveText(): ContentText | null {
    if (this.toPublish !== null) return this.toPublish
    return this.isWithdrawn ? null : (this.stored?.live ?? null)
  }
}

interface TransactionParts {
  readonly by: Actor
  readonly now: number
  readonly random: RandomBytes
}

export interface ChangedEntry {
  readonly entry: EntryInTransaction
  readonly isNew: boolean
  /** The paths that other writers have changed since the version that the caller has seen. */
  readonly changedByOthers: readonly string[]
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
    readonly components: Components,
    readonly variants: ReadonlySet<string>,
  ) {
    this.by = toActorText(parts.by)
    this.now = parts.now
  }

  /** Requires the space's lock. */
  static async begin(writes: Writes, space: SpaceId, parts: TransactionParts): Promise<EntryTransaction> {
    const { collections, components } = await readSpaceModels(readsWithin(writes), space)
    const models = new Map(collections.map(model => [model.apiName, model]))
    const variants = new Set((await readVariants(readsWithin(writes), space)).map(({ id }) => id))
    return new EntryTransaction(writes, space, parts, models, components, variants)
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

  /** Adds a new entry. */
  add(id: string, model: Collection, draft: Draft): EntryInTransaction {
    const entry = new EntryInTransaction(id, model, null, draft)
    entry.reason = 'create'
    entry.slugAt = this.operation
    entry.actions.push('create')
    this.#entries.set(id, entry)
    entry.requireFit()
    return entry
  }

  /** Returns the entry, or throws the error for an entry that is not there. */
  async get(id: string): Promise<EntryInTransaction> {
    const entry = await this.find(id)
    if (entry === null) throw entryNotFound()
    return entry
  }

  /** Applies an update by a writer. Throws if it conflicts with the changes of other writers. */
  update(entry: EntryInTransaction, result: DraftUpdate): ChangedEntry {
    if (result.kind === 'conflict') throw entry.toConflict(result.paths)
    if (result.kind === 'applied') this.changeDraft(entry, result.draft, 'edit')
    return { entry, isNew: false, changedByOthers: result.changedByOthers }
  }

  changeDraft(entry: EntryInTransaction, next: Draft, reason: 'edit' | 'discard' | 'restore'): void {
    if (next.slug !== entry.draft.slug) entry.slugAt = this.operation
    entry.changeDraft(next, reason)
    entry.actions.push(reason)
    entry.requireFit()
  }

  isLoaded(id: string): boolean {
    return this.#entries.has(id)
  }

  /** Resolves references, including the changes of the transaction so far. */
  async resolve(references: readonly { readonly to: ReferenceValue }[]): Promise<Targets> {
    const rows = await readTargets(readsWithin(this.writes), this.space, references)
    const unchanged = rows.filter(({ id }) => !this.#entries.has(id))
    const own = this.entries.filter(({ isRemoved }) => !isRemoved).map(toTargetRow)
    return targetsAmong([...this.expected, ...unchanged, ...own])
  }
}

function toTargetRow({ id, model, draft, archivedAt, liveText }: EntryInTransaction): TargetRow {
  const state = archivedAt !== null ? 'archived' : liveText === null ? 'draft' : 'live'
  return { id, collection: model.apiName, slug: draft.slug, title: titleOf(model, draft.data), state }
}

/** The source of ids for transactions that create no entry. */
export function createNothing(): never {
  throw new Problem('internal_error', 'The transaction creates no entries.')
}
