// What a transaction is about to write, gathered so that it is written in few statements.
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from '../database/database.ts'
import type { StoredData } from '../database/published-data.ts'
import type { Compiled } from './compile.ts'
import { type EntryRow, saveEntries } from './entries.store.ts'
import {
  closePublications,
  insertPublications,
  type OverlayRow,
  type PublicationRow,
} from './publications.store.ts'

/** What an entry is to be served as. */
export interface NewPublication {
  readonly entry: string
  readonly collection: string
  readonly slug: string
  readonly version: number
  readonly firstPublishedAt: number
  readonly publishedAt: number
  readonly values: Compiled
  readonly overlays: ReadonlyMap<string, Compiled>
}

/** All changes of one transaction become visible with one revision. */
export class Changes {
  #entries: (EntryRow & { space: string })[] = []
  #closed: string[] = []
  #opened: PublicationRow[] = []
  #overlays: OverlayRow[] = []
  #served = false

  constructor(
    readonly space: SpaceId,
    readonly revision: number,
  ) {}

  /** True once anything that is served has changed, so that the revision is to be taken. */
  get served(): boolean {
    return this.#served
  }

  markServed(): void {
    this.#served = true
  }

  saveEntry(entry: EntryRow): void {
    this.#entries.push({ space: this.space, ...entry })
  }

  /** Ends what is live of the entry. */
  close(entry: string): void {
    this.#closed.push(entry)
    this.#served = true
  }

  /** What is live of the entry must have been closed before, in this or an earlier flush. */
  open(publication: NewPublication): void {
    const { space, revision } = this
    const { entry, values, overlays } = publication
    const rebind = values.rebind || [...overlays.values()].some(overlay => overlay.rebind)
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
      rebind: rebind ? 1 : 0,
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

  async flush(writes: Writes): Promise<void> {
    if (this.#closed.length > 0) await closePublications(writes, this.space, this.#closed, this.revision)
    if (this.#entries.length > 0) await saveEntries(writes, this.#entries)
    await insertPublications(writes, this.#opened, this.#overlays)
    this.#entries = []
    this.#closed = []
    this.#opened = []
    this.#overlays = []
  }
}

/** Whether what is live would be the same to the byte. */
export function isSameContent(
  live: StoredData,
  liveOverlays: ReadonlyMap<string, StoredData>,
  publication: Pick<NewPublication, 'values' | 'overlays'>,
): boolean {
  return (
    isSameData(live, publication.values) &&
    liveOverlays.size === publication.overlays.size &&
    [...publication.overlays].every(([variant, overlay]) => {
      const other = liveOverlays.get(variant)
      return other !== undefined && isSameData(other, overlay)
    })
  )
}

function isSameData(a: StoredData, b: StoredData): boolean {
  return a.data === b.data && a.refs === b.refs
}
