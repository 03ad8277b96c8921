// What a transaction is about to write, gathered so that it is written in few statements.
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { CompiledValues } from './compile-entry.ts'
import { type EntryRow, insertEntries, saveEntries } from './entries.store.ts'
import {
  closePublications,
  deleteReferences,
  insertPublications,
  insertReferences,
  type LivePublication,
  type OverlayRow,
  type PublicationRow,
} from './publications.store.ts'
import { setRevision } from './revision.store.ts'
import type { StoredData } from './stored-data.ts'

/** What is served of an entry. */
export interface PublishedContent {
  readonly values: CompiledValues
  readonly overlays: ReadonlyMap<string, CompiledValues>
}

/** What an entry is to be served as. */
export interface NewPublication extends PublishedContent {
  readonly entry: string
  readonly collection: string
  readonly slug: string
  readonly version: number
  readonly firstPublishedAt: number
  readonly publishedAt: number
}

/** A space of any size is imported in bounded memory. */
const referencesHeldMax = 200_000

/** Where changes are written to: the tables of the content, or the stage of an import. */
export interface ChangeTarget {
  /** Takes the references of what is live out, as long as it is. */
  unlink(writes: Writes, ids: readonly string[]): Promise<void>
  /** Ends what is live. */
  end(writes: Writes, ids: readonly string[]): Promise<void>
  create(writes: Writes, entries: readonly Schema['entry'][]): Promise<void>
  save(writes: Writes, entries: readonly Schema['entry'][]): Promise<void>
  publish(
    writes: Writes,
    publications: readonly PublicationRow[],
    overlays: readonly OverlayRow[],
  ): Promise<void>
  refer(writes: Writes, byTarget: ReadonlyMap<string, readonly string[]>): Promise<void>
}

/** The tables of the content of a space, as it is from this revision on. */
export function contentTarget(space: SpaceId, revision: number): ChangeTarget {
  return {
    unlink: (writes, ids) => deleteReferences(writes, space, ids),
    end: (writes, ids) => closePublications(writes, space, ids, revision),
    create: insertEntries,
    save: saveEntries,
    publish: insertPublications,
    refer: (writes, byTarget) => insertReferences(writes, space, byTarget),
  }
}

/** All changes of one transaction become visible with one revision. */
export class ChangeSet {
  #created: (EntryRow & { space: string })[] = []
  #changed: (EntryRow & { space: string })[] = []
  #closed: string[] = []
  /** Those of the closed that no publication follows, or one that refers to others. */
  #unlinked: string[] = []
  #opened: PublicationRow[] = []
  #overlays: OverlayRow[] = []
  /** Entries that were opened, by what they refer to; kept back, because few large writes cost half of many small ones. */
  #references = new Map<string, string[]>()
  #referencesHeld = 0
  #served = false

  constructor(
    readonly space: SpaceId,
    readonly revision: number,
  ) {}

  markServed(): void {
    this.#served = true
  }

  createEntry(entry: EntryRow): void {
    this.#created.push({ space: this.space, ...entry })
  }

  changeEntry(entry: EntryRow): void {
    this.#changed.push({ space: this.space, ...entry })
  }

  /** Ends what is live of the entry. */
  close(entry: string): void {
    this.#closed.push(entry)
    this.#unlinked.push(entry)
    this.#served = true
  }

  /** Nothing may be live of the entry: it never was, or was closed in this or an earlier flush. */
  open(publication: NewPublication): void {
    this.#insert(publication)
    this.#hold(publication.entry, publication.values.targets)
    for (const overlay of publication.overlays.values()) this.#hold(publication.entry, overlay.targets)
  }

  /** Ends what is live and opens what follows. Most changes leave the references as they are, and so their rows. */
  replace(live: LivePublication, publication: NewPublication): void {
    if (hasSameReferences(live, publication)) {
      this.#closed.push(publication.entry)
      this.#insert(publication)
    } else {
      this.close(publication.entry)
      this.open(publication)
    }
  }

  /** What is live with other values, under its version and times: nobody has published anything. */
  reopen(live: LivePublication, content: PublishedContent): void {
    const { row } = live
    this.replace(live, {
      ...content,
      entry: row.entry,
      collection: row.collection,
      slug: row.slug,
      version: row.version,
      firstPublishedAt: row.first_published_at,
      publishedAt: row.published_at,
    })
  }

  #insert(publication: NewPublication): void {
    const { space, revision } = this
    const { entry, values, overlays } = publication
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
      rebind: hasUnsettled(publication) ? 1 : 0,
      refs: values.refs,
      data: values.data,
    })
    for (const [variant, overlay] of overlays) {
      this.#overlays.push({
        space,
        entry,
        from_revision: revision,
        variant,
        refs: overlay.refs,
        data: overlay.data,
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

  /** Whether anything that is served changes. */
  get isServed(): boolean {
    return this.#served
  }

  /** Writes what was gathered, but for some references; {@link end} is the last one. */
  async flush(writes: Writes, target: ChangeTarget): Promise<void> {
    // Found by what is live: before it is closed.
    if (this.#unlinked.length > 0) await target.unlink(writes, this.#unlinked)
    if (this.#closed.length > 0) await target.end(writes, this.#closed)
    if (this.#created.length > 0) await target.create(writes, this.#created)
    if (this.#changed.length > 0) await target.save(writes, this.#changed)
    await target.publish(writes, this.#opened, this.#overlays)
    if (this.#referencesHeld >= referencesHeldMax) await this.#flushReferences(writes, target)
    this.#created = []
    this.#changed = []
    this.#closed = []
    this.#unlinked = []
    this.#opened = []
    this.#overlays = []
  }

  async end(writes: Writes, target: ChangeTarget): Promise<void> {
    await this.flush(writes, target)
    await this.#flushReferences(writes, target)
  }

  /** The last of a transaction: takes the revision where anything that is served changed. */
  async finish(writes: Writes): Promise<void> {
    await this.end(writes, contentTarget(this.space, this.revision))
    if (this.#served) await setRevision(writes, this.space, this.revision)
  }

  async #flushReferences(writes: Writes, target: ChangeTarget): Promise<void> {
    if (this.#referencesHeld > 0) await target.refer(writes, this.#references)
    this.#references = new Map()
    this.#referencesHeld = 0
  }
}

/** Whether what is live would be the same to the byte. */
export function isSameContent({ row, overlays }: LivePublication, content: PublishedContent): boolean {
  return (
    isSameData(row, content.values) &&
    overlays.size === content.overlays.size &&
    [...content.overlays].every(([variant, overlay]) => {
      const other = overlays.get(variant)
      return other !== undefined && isSameData(other, overlay)
    })
  )
}

function isSameData(a: StoredData, b: StoredData): boolean {
  return a.data === b.data && a.refs === b.refs
}

/** Whether an import that adds or moves entries can change what a reference of it means. */
export function hasUnsettled({ values, overlays }: PublishedContent): boolean {
  return values.rebind || [...overlays.values()].some(overlay => overlay.rebind)
}

/** Never wrongly true. */
function hasSameReferences({ row, overlays }: LivePublication, content: PublishedContent): boolean {
  return (
    row.refs === content.values.refs &&
    overlays.size === content.overlays.size &&
    [...content.overlays].every(([variant, { refs }]) => overlays.get(variant)?.refs === refs)
  )
}
