// Collects the changes of a transaction, and writes them in few statements to the content tables. A large change writes to
// its stage instead.
import type { SpaceId } from '../../base/ids.ts'
import type { Writes } from '../../database/database.ts'
import { updateLiveValues } from '../index/live-values.store.ts'
import { updateQueryIndex } from '../index/query-index.ts'
import { markDelivered } from '../tables/assets.store.ts'
import {
  type DraftAssetRow,
  type DraftReference,
  type DraftReferenceRow,
  saveDraftAssets,
  saveDraftReferences,
} from '../tables/draft-references.store.ts'
import {
  insertEntries,
  type LiveState,
  releaseSlugs,
  saveEntries,
  setLiveStates,
} from '../tables/entries.store.ts'
import {
  dropNewestVersions,
  type EntryWrite,
  insertVersions,
  keepVersions,
  type NewVersion,
  sealVersions,
} from '../tables/entry-versions.store.ts'
import {
  closePublications,
  deletePublicationAssets,
  deleteReferences,
  insertPublicationAssets,
  insertPublications,
  insertReferences,
  type LivePublication,
  type OverlayRow,
  type PublicationAssetRow,
  type PublicationRow,
} from '../tables/publications.store.ts'
import { setRevision } from '../tables/revision.store.ts'
import { hasSameReferences } from '../values/stored-data.ts'
import { contentOf, type NewPublication, type PublishedContent, toReopened } from './entry-content.ts'
import {
  mayShowAssets,
  nothingPlanned,
  type PlannedAssets,
  resolvePublished,
  type StoredPublications,
} from './resolve-assets.ts'

/** The maximum number of buffered references. It bounds the memory of imports. */
const referencesHeldMax = 200_000

/** The changes of one transaction, which become visible with one revision. */
export class ChangeSet {
  #created: EntryWrite[] = []
  #changed: EntryWrite[] = []
  #draftReferences: DraftReferenceRow[] = []
  #draftAssets: DraftAssetRow[] = []
  /** Entries whose drafts may name different assets than before. */
  #renamed: string[] = []
  /** The states of entries whose drafts do not change. */
  #states = new Map<string, LiveState>()
  #closed: string[] = []
  /** Closed entries with no subsequent publication, or with one whose references differ. */
  #unlinked: string[] = []
  #opened: PublicationRow[] = []
  #overlays: OverlayRow[] = []
  /** Entries whose publications end and may have shown assets. */
  #hidden: string[] = []
  /** The live publications of entries that are rewritten without being published. */
  #rewritten = new Map<string, LivePublication>()
  /**
   * Entries with new publications, by reference target. Buffered, because few large writes cost half as much as many small
   * ones.
   */
  #references = new Map<string, string[]>()
  #referencesHeld = 0
  /** Entries whose live publication ended or began in any flush. */
  readonly #indexed = new Set<string>()
  /** Entries whose live publication ended or began since the last call of {@link updateLiveValues}. */
  readonly #revalued = new Set<string>()
  #served = false

  constructor(
    readonly space: SpaceId,
    readonly revision: number,
    /** Assets that publications show and that are not stored yet. */
    readonly assets: PlannedAssets = nothingPlanned,
  ) {}

  markServed(): void {
    this.#served = true
  }

  /** Adds a new entry. `assets` are the ids that the draft names, or null for none. */
  createEntry(
    draft: EntryWrite,
    references: readonly DraftReference[],
    assets: readonly string[] | null,
  ): void {
    this.#created.push(draft)
    this.#referDraft(draft.row.id, references, assets)
  }

  /**
   * Adds a changed draft. Its row includes the state after all changes. `assets` is null if the draft names the same ones
   * as before.
   */
  changeEntry(
    draft: EntryWrite,
    references: readonly DraftReference[],
    assets: readonly string[] | null,
  ): void {
    this.#changed.push(draft)
    if (assets !== null) this.#renamed.push(draft.row.id)
    this.#referDraft(draft.row.id, references, assets)
  }

  #referDraft(entry: string, references: readonly DraftReference[], assets: readonly string[] | null): void {
    const { space } = this
    for (const asset of assets ?? []) this.#draftAssets.push({ space, entry, asset })
    for (const { target, path } of references) this.#draftReferences.push({ space, entry, target, path })
  }

  /** Sets the state of an entry whose live content changes but whose draft does not. */
  setLiveState(entry: string, state: LiveState): void {
    this.#states.set(entry, state)
  }

  /** Ends the entry's live publication. */
  close(entry: string): void {
    this.#closed.push(entry)
    this.#markChanged(entry)
    this.#unlinked.push(entry)
    this.#hidden.push(entry)
    this.#served = true
  }

  /** Adds a publication of an entry that is not live: never published, or closed in this or an earlier flush. */
  open(publication: NewPublication): void {
    this.#insert(publication)
    this.#hold(publication.entry, publication.values.targets)
    for (const overlay of publication.overlays.values()) this.#hold(publication.entry, overlay.targets)
  }

  #markChanged(entry: string): void {
    this.#indexed.add(entry)
    this.#revalued.add(entry)
  }

  /** Replaces the live publication. The rows of its references are kept if these are unchanged, as in most changes. */
  replace(live: LivePublication, publication: NewPublication): void {
    if (hasSameReferences(contentOf(live), publication)) {
      const layers = [live.row, ...live.overlays.values()]
      if (layers.some(layer => mayShowAssets(this.space, layer))) this.#hidden.push(publication.entry)
      this.#closed.push(publication.entry)
      this.#insert(publication)
    } else {
      this.close(publication.entry)
      this.open(publication)
    }
  }

  /** Replaces the live values under the same version and times, because this is not a new publication. */
  reopen(live: LivePublication, content: PublishedContent): void {
    this.#rewritten.set(live.row.entry, live)
    this.replace(live, toReopened(live, content))
  }

  #insert(publication: NewPublication): void {
    const { space, revision } = this
    const { entry, values, overlays } = publication
    this.#markChanged(entry)
    this.#opened.push({
      space,
      entry,
      from_revision: revision,
      to_revision: null,
      collection: publication.collection,
      slug: publication.slug,
      version: publication.version,
      first_published_at: publication.firstPublishedAt,
      published_at: publication.publishedAt,
      draft_version: publication.draftVersion,
      published_by: publication.publishedBy,
      refs: values.refs,
      data: values.data,
      written: values.written,
    })
    for (const [variant, overlay] of overlays) {
      this.#overlays.push({
        space,
        entry,
        from_revision: revision,
        variant,
        refs: overlay.refs,
        data: overlay.data,
        written: overlay.written,
      })
    }
    this.#served = true
  }

  #hold(entry: string, targets: readonly string[]): void {
    for (const target of targets) {
      const held = this.#references.get(target)
      if (held) held.push(entry)
      else this.#references.set(target, [entry])
    }
    this.#referencesHeld += targets.length
  }

  /** True if any published content changes. */
  get isServed(): boolean {
    return this.#served
  }

  /**
   * Writes the collected changes, except some buffered references, which {@link end} writes. Returns the publications as
   * they are stored.
   */
  async flush(writes: Writes, target: ChangeTarget): Promise<StoredPublications> {
    // Must run before the publications are closed, because it reads the live ones.
    if (this.#unlinked.length > 0) await target.deleteReferences(writes, this.#unlinked)
    if (this.#closed.length > 0) await target.closePublications(writes, this.#closed)
    // Must run before entries are created, because these may take the released slugs.
    if (this.#changed.length > 0) await target.save(writes, this.#changed)
    if (this.#created.length > 0) await target.create(writes, this.#created)
    const changed = this.#changed.map(({ row }) => row.id)
    if (changed.length > 0 || this.#draftReferences.length > 0) {
      await target.saveDraftReferences(writes, changed, this.#draftReferences)
    }
    if (this.#renamed.length > 0 || this.#draftAssets.length > 0) {
      await target.saveDraftAssets(writes, this.#renamed, this.#draftAssets)
    }
    const context = { planned: this.assets, rewritten: this.#rewritten }
    const stored = await resolvePublished(writes, this.space, this.#opened, this.#overlays, context)
    await target.publish(writes, stored.publications, stored.overlays)
    if (this.#hidden.length > 0 || stored.shown.length > 0)
      await target.saveShownAssets(writes, this.#hidden, stored.shown)
    if (this.#states.size > 0) await target.setLiveStates(writes, this.#states)
    if (this.#referencesHeld >= referencesHeldMax) await this.#flushReferences(writes, target)
    this.#created = []
    this.#changed = []
    this.#draftReferences = []
    this.#draftAssets = []
    this.#renamed = []
    this.#states = new Map()
    this.#closed = []
    this.#unlinked = []
    this.#opened = []
    this.#overlays = []
    this.#hidden = []
    this.#rewritten = new Map()
    return stored
  }

  async end(writes: Writes, target: ChangeTarget): Promise<void> {
    await this.flush(writes, target)
    await this.#flushReferences(writes, target)
  }

  /** Updates the live values of unique fields for all publications that are flushed. */
  async updateLiveValues(writes: Writes): Promise<void> {
    if (this.#revalued.size === 0) return
    const ids = [...this.#revalued]
    this.#revalued.clear()
    await updateLiveValues(writes, this.space, ids)
  }

  /** The final flush of a transaction: increments the revision if any published content changed. */
  async finish(writes: Writes): Promise<void> {
    await this.end(writes, contentTarget(this.space, this.revision))
    if (!this.#served) return
    await this.updateLiveValues(writes)
    await updateQueryIndex(writes, this.space, this.revision, { ids: [...this.#indexed] })
    await setRevision(writes, this.space, this.revision)
  }

  async #flushReferences(writes: Writes, target: ChangeTarget): Promise<void> {
    if (this.#referencesHeld > 0) await target.saveReferences(writes, this.#references)
    this.#references = new Map()
    this.#referencesHeld = 0
  }
}

/** The path of a draft's slug. */
const slugPath = '/slug'

export interface ChangeTarget {
  /** Deletes the reverse references of the live publications. Call before these end. */
  deleteReferences(writes: Writes, ids: readonly string[]): Promise<void>
  /** Ends the live publications. */
  closePublications(writes: Writes, ids: readonly string[]): Promise<void>
  create(writes: Writes, drafts: readonly EntryWrite[]): Promise<void>
  /** Saves changed drafts. Their references are written by `saveDraftReferences`. */
  save(writes: Writes, drafts: readonly EntryWrite[]): Promise<void>
  /** Replaces the references of the changed drafts, and adds those of new ones. */
  saveDraftReferences(
    writes: Writes,
    changed: readonly string[],
    references: readonly DraftReferenceRow[],
  ): Promise<void>
  /** Replaces the named assets of the changed drafts, and adds those of new ones. */
  saveDraftAssets(writes: Writes, changed: readonly string[], assets: readonly DraftAssetRow[]): Promise<void>
  publish(
    writes: Writes,
    publications: readonly PublicationRow[],
    overlays: readonly OverlayRow[],
  ): Promise<void>
  /** Replaces the assets that publications show, for publications that ended and that began. */
  saveShownAssets(
    writes: Writes,
    ended: readonly string[],
    shown: readonly PublicationAssetRow[],
  ): Promise<void>
  /** Sets the states of entries that are not saved. */
  setLiveStates(writes: Writes, states: ReadonlyMap<string, LiveState>): Promise<void>
  saveReferences(writes: Writes, byTarget: ReadonlyMap<string, readonly string[]>): Promise<void>
}

/** Writes to the content tables of a space, as of this revision. */
export function contentTarget(space: SpaceId, revision: number): ChangeTarget {
  const toRows = (drafts: readonly EntryWrite[]) => drafts.map(({ row }) => ({ ...row, space }))
  return {
    deleteReferences: (writes, ids) => deleteReferences(writes, space, ids),
    closePublications: (writes, ids) => closePublications(writes, space, ids, revision),
    create: async (writes, drafts) => {
      await insertEntries(writes, toRows(drafts))
      await insertVersions(writes, space, drafts)
    },
    save: async (writes, drafts) => {
      const idsOf = (matches: (version: NewVersion) => boolean) =>
        drafts.flatMap(({ row, version }) => (version !== null && matches(version) ? [row.id] : []))
      const merged = idsOf(({ mergedSince }) => mergedSince !== null)
      if (merged.length > 0) await dropNewestVersions(writes, space, merged)
      const replaced = idsOf(({ mergedSince }) => mergedSince === null)
      if (replaced.length > 0) await keepVersions(writes, space, replaced)
      const moved = idsOf(({ names }) => names.includes(slugPath))
      if (moved.length > 0) await releaseSlugs(writes, space, moved)
      await saveEntries(writes, toRows(drafts))
      await insertVersions(writes, space, drafts)
    },
    saveDraftReferences: (writes, changed, references) =>
      saveDraftReferences(writes, space, changed, references),
    saveDraftAssets: (writes, changed, assets) => saveDraftAssets(writes, space, changed, assets),
    publish: async (writes, publications, overlays) => {
      await insertPublications(writes, publications, overlays)
      const published = publications.flatMap(({ entry, draft_version }) =>
        draft_version === null ? [] : [[entry, draft_version] as const],
      )
      await sealVersions(writes, space, new Map(published))
    },
    saveShownAssets: async (writes, ended, shown) => {
      if (ended.length > 0) await deletePublicationAssets(writes, space, ended)
      await insertPublicationAssets(writes, shown)
      const delivered = shown.flatMap(({ asset, blob }) => (blob === null ? [] : [asset]))
      if (delivered.length > 0) await markDelivered(writes, space, [...new Set(delivered)])
    },
    setLiveStates: (writes, states) => setLiveStates(writes, space, states),
    saveReferences: (writes, byTarget) => insertReferences(writes, space, byTarget),
  }
}
