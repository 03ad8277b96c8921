// What has changed in one space, as far back as is worth keeping, and whether that concerns what an answer was made of.
// No I/O is done here.
import type { InvalidationReason } from '../../base/cache-counts.ts'
import { comparePositions, type ListPosition } from '../list/list-position.ts'
import type { ChangedRow } from '../store/change-log.store.ts'

/** A range of a collection's list, and how many entries it has: what goes out elsewhere and comes in elsewhere. */
export interface PageDependency {
  readonly collection: string
  /** Of the entries on the page; null where there is none. */
  readonly first: ListPosition | null
  readonly last: ListPosition | null
}

/** What an answer was made of, in the lists of its fragments. What is missing from them was not looked at. */
export interface Dependencies {
  /** Entries whose values stand in the answer. */
  readonly entries: readonly (readonly string[])[]
  /** Entries of which only the address stands in a fragment, or that they are not published. */
  readonly addresses: readonly (readonly string[])[]
  readonly collection: string | null
  readonly page: PageDependency | null
  /** The model stands in it, of which it is not known when it changed: any change may be one of it. */
  readonly model: boolean
}

interface Change {
  readonly revision: number
  readonly entry: string
  readonly added: Place | null
  readonly removed: Place | null
}

interface Place extends ListPosition {
  readonly collection: string
}

/** Changes that are remembered for a space; more at once than this is another space as far as caches go. */
export const changesMax = 2000

export class InvalidationLog {
  /** Everything behind this revision is in here. */
  #since: number
  #revision: number
  #collections: ReadonlySet<string>
  #changes: Change[] = []
  readonly #valuesChangedAt = new Map<string, number>()
  readonly #addressChangedAt = new Map<string, number>()

  constructor(revision: number, collections: ReadonlySet<string>) {
    this.#since = revision
    this.#revision = revision
    this.#collections = collections
  }

  get revision(): number {
    return this.#revision
  }

  /** Changes that are remembered. */
  get size(): number {
    return this.#changes.length
  }

  get collections(): ReadonlySet<string> {
    return this.#collections
  }

  /**
   * What lies between the revision so far and this one. Null stands for more than can be looked at. Returns what went
   * out of and into the lists, in no order; null where nobody can say.
   */
  advance(
    revision: number,
    rows: readonly ChangedRow[] | null,
    collections: ReadonlySet<string>,
  ): readonly Change[] | null {
    const before = this.#revision
    this.#revision = revision
    this.#collections = collections
    if (rows === null) {
      this.#forget(revision)
      return null
    }
    const changes = [...Map.groupBy(rows, ({ entry }) => entry)].map(([entry, own]) => {
      const closed = own.find(({ fromRevision }) => fromRevision <= before)
      const opened = own.find(({ toRevision }) => toRevision === null)
      const last = Math.max(...own.map(row => Math.max(row.toRevision ?? 0, row.fromRevision)))
      this.#valuesChangedAt.set(entry, last)
      if (closed?.collection !== opened?.collection || closed?.slug !== opened?.slug)
        this.#addressChangedAt.set(entry, last)
      return { revision: last, entry, added: toPlace(opened), removed: toPlace(closed) }
    })
    this.#changes.push(...changes.sort((a, b) => a.revision - b.revision))
    if (this.#changes.length > changesMax) {
      const kept = this.#changes.slice(-changesMax / 2)
      this.#forget(this.#changes.at(-changesMax / 2 - 1)?.revision ?? revision)
      this.#changes = kept.filter(change => change.revision > this.#since)
      for (const { entry, revision } of this.#changes) {
        this.#valuesChangedAt.set(entry, revision)
        // Which of the two it was is not known any more: the one that concerns more.
        this.#addressChangedAt.set(entry, revision)
      }
    }
    return changes
  }

  /** Whether the address of an entry, or that it is not published, may be another than at `validThrough`. */
  hasMoved(entry: string, validThrough: number): boolean {
    return validThrough < this.#since || (this.#addressChangedAt.get(entry) ?? 0) > validThrough
  }

  /** Why what was right at `validThrough` may not be so at the log's revision; null where it is. */
  findInvalidationReason(dependencies: Dependencies, validThrough: number): InvalidationReason | null {
    if (validThrough >= this.#revision) return null
    const { entries, addresses, collection, page, model } = dependencies
    if (validThrough < this.#since) return 'forgotten'
    if (model) return 'model'
    if (collection !== null && !this.#collections.has(collection)) return 'collection'
    if (includes(entries, id => (this.#valuesChangedAt.get(id) ?? 0) > validThrough)) return 'entry'
    if (includes(addresses, id => this.hasMoved(id, validThrough))) return 'address'
    return page !== null && this.#isOtherPage(page, validThrough) ? 'page' : null
  }

  #isOtherPage(page: PageDependency, validThrough: number): boolean {
    let before = 0
    let total = 0
    for (let at = this.#changes.length - 1; at >= 0; at--) {
      const { revision, added, removed } = this.#changes[at]!
      if (revision <= validThrough) break
      for (const [place, by] of [
        [added, 1],
        [removed, -1],
      ] as const) {
        if (place?.collection !== page.collection) continue
        total += by
        if (page.first === null || page.last === null) continue
        if (comparePositions(place, page.first) < 0) before += by
        else if (comparePositions(place, page.last) <= 0) return true
      }
    }
    return before !== 0 || total !== 0
  }

  #forget(since: number): void {
    this.#since = since
    this.#changes = []
    this.#valuesChangedAt.clear()
    this.#addressChangedAt.clear()
  }
}

function toPlace(row: ChangedRow | undefined): Place | null {
  return row ? { publishedAt: row.publishedAt, entry: row.entry, collection: row.collection } : null
}

function includes(lists: Dependencies['entries'], isMeant: (id: string) => boolean): boolean {
  for (const ids of lists) for (const id of ids) if (isMeant(id)) return true
  return false
}
