// The dependencies of cached responses, the remembered changes of a space, and the check whether a change affects a
// response. No I/O here.
import type { InvalidationReason } from '../../base/cache-counts.ts'
import type { SpaceId } from '../../base/ids.ts'
import { comparePositions, type ListPosition } from '../list/list-index.ts'
import type { ChangedRow } from '../store/change-log.store.ts'

/** The state of a space that a response is built from: a revision and the epoch it belongs to. */
export interface SnapshotVersion {
  readonly space: SpaceId
  readonly epoch: number
  readonly revision: number
}

/** A part of the content that a response was built from. A response has all of its dependencies. */
export type Dependency =
  /** The values of entries. The id lists are shared with the fragments. */
  | { readonly kind: 'entry'; readonly ids: readonly (readonly string[])[] }
  /** The paths of entries, or the fact that they are not published. */
  | { readonly kind: 'address'; readonly ids: readonly (readonly string[])[] }
  | { readonly kind: 'collection'; readonly collection: string }
  /** A range of a collection's list, and the number of entries in the list. */
  | ({ readonly kind: 'page' } & ListRange)
  /** The collections that a selection read. If an entry in them has changed, the entries are selected again. */
  | ({ readonly kind: 'query'; readonly collections: readonly string[] | null } & SelectedPage)
  /** Changes of the model are not tracked, so any change may affect it. */
  | { readonly kind: 'model' }

/** From the first to the last entry of a page; null if the page is empty. */
interface ListRange {
  readonly collection: string
  readonly first: ListPosition | null
  readonly last: ListPosition | null
}

/** A page of a queried list. */
export interface SelectedPage {
  /** The number of entries on all pages. */
  readonly total: number
  /** In the order of the list. */
  readonly ids: readonly string[]
}

type IsAffected<One extends Dependency> = (dependency: One, log: InvalidationLog, since: number) => boolean

/** Checks for each kind whether the dependency may have changed after `since`. */
const isAffected: {
  readonly [Kind in Dependency['kind']]: IsAffected<Extract<Dependency, { kind: Kind }>>
} = {
  entry: ({ ids }, log, since) => someId(ids, id => log.hasChanged(id, since)),
  address: ({ ids }, log, since) => someId(ids, id => log.hasMoved(id, since)),
  collection: ({ collection }, log) => !log.collections.has(collection),
  page: (range, log, since) => log.hasShifted(range, since),
  query: ({ collections }, log, since) => log.hasChangedIn(collections, since),
  model: () => true,
}

/** Returns why a response that was valid at `since` may be invalid at the log's revision; null if it is valid. */
export function findInvalidationReason(
  dependencies: readonly Dependency[],
  log: InvalidationLog,
  since: number,
): InvalidationReason | null {
  if (since >= log.revision) return null
  if (since < log.since) return 'forgotten'
  for (const dependency of dependencies) {
    const check = isAffected[dependency.kind] as IsAffected<Dependency>
    if (check(dependency, log, since)) return dependency.kind
  }
  return null
}

interface Change {
  readonly revision: number
  readonly entry: string
  readonly added: ListedPosition | null
  readonly removed: ListedPosition | null
}

interface ListedPosition extends ListPosition {
  readonly collection: string
}

/**
 * The number of latest changes of a space that are remembered for certain. Up to twice as many are stored, so that a batch
 * of this size always fits. A larger batch invalidates everything cached before.
 */
export const changesMax = 2000

/** The changes between two revisions of a space. Only {@link advance} writes its fields. */
export class InvalidationLog {
  /** The log contains every change after this revision. */
  since: number
  revision: number
  collections: ReadonlySet<string>
  #changes: Change[] = []
  readonly #changedAt = new Map<string, number>()
  readonly #movedAt = new Map<string, number>()

  constructor(revision: number, collections: ReadonlySet<string>) {
    this.since = revision
    this.revision = revision
    this.collections = collections
  }

  /** The number of remembered changes. */
  get size(): number {
    return this.#changes.length
  }

  /**
   * Adds the changes up to `revision`; null means too many. Returns the additions to and removals from lists, in no
   * particular order; null if unknown.
   */
  advance(
    revision: number,
    rows: readonly ChangedRow[] | null,
    collections: ReadonlySet<string>,
  ): readonly Change[] | null {
    const before = this.revision
    this.revision = revision
    this.collections = collections
    if (rows === null) {
      this.#forget(revision)
      return null
    }
    const changes = [...Map.groupBy(rows, ({ entry }) => entry)].map(([entry, own]) => {
      const closed = own.find(({ fromRevision }) => fromRevision <= before)
      const opened = own.find(({ toRevision }) => toRevision === null)
      const last = Math.max(...own.map(row => Math.max(row.toRevision ?? 0, row.fromRevision)))
      this.#changedAt.set(entry, last)
      if (closed?.collection !== opened?.collection || closed?.slug !== opened?.slug)
        this.#movedAt.set(entry, last)
      return { revision: last, entry, added: toPosition(opened), removed: toPosition(closed) }
    })
    this.#changes.push(...changes.sort((a, b) => a.revision - b.revision))
    if (this.#changes.length > 2 * changesMax) this.#forgetOlder()
    return changes
  }

  /** Checks whether an entry's values may have changed after `since`. */
  hasChanged(entry: string, since: number): boolean {
    return since < this.since || (this.#changedAt.get(entry) ?? 0) > since
  }

  /** Checks whether an entry's path or published state may have changed after `since`. */
  hasMoved(entry: string, since: number): boolean {
    return since < this.since || (this.#movedAt.get(entry) ?? 0) > since
  }

  /** Checks whether a page's entries, or the length of its list, may have changed after `since`. */
  hasShifted({ collection, first, last }: ListRange, since: number): boolean {
    let before = 0
    let total = 0
    for (let at = this.#changes.length - 1; at >= 0; at--) {
      const { revision, added, removed } = this.#changes[at]!
      if (revision <= since) break
      for (const [position, by] of [
        [added, 1],
        [removed, -1],
      ] as const) {
        if (position?.collection !== collection) continue
        total += by
        if (first === null || last === null) continue
        if (comparePositions(position, first) < 0) before += by
        else if (comparePositions(position, last) <= 0) return true
      }
    }
    return before !== 0 || total !== 0
  }

  /** Checks whether an entry of these collections may have changed after `since`; null means any collection. */
  hasChangedIn(collections: readonly string[] | null, since: number): boolean {
    for (let at = this.#changes.length - 1; at >= 0; at--) {
      const { revision, added, removed } = this.#changes[at]!
      if (revision <= since) return false
      if (collections === null) return true
      for (const position of [added, removed]) {
        if (position !== null && collections.includes(position.collection)) return true
      }
    }
    return false
  }

  #forgetOlder(): void {
    const newest = this.#changes.slice(-changesMax)
    this.#forget(this.#changes.at(-changesMax - 1)?.revision ?? this.revision)
    this.#changes = newest.filter(change => change.revision > this.since)
    for (const { entry, revision } of this.#changes) {
      this.#changedAt.set(entry, revision)
      // The kind of the change is no longer known, so assume the one that affects more.
      this.#movedAt.set(entry, revision)
    }
  }

  #forget(since: number): void {
    this.since = since
    this.#changes = []
    this.#changedAt.clear()
    this.#movedAt.clear()
  }
}

function toPosition(row: ChangedRow | undefined): ListedPosition | null {
  return row ? { publishedAt: row.publishedAt, entry: row.entry, collection: row.collection } : null
}

function someId(lists: readonly (readonly string[])[], isMeant: (id: string) => boolean): boolean {
  for (const ids of lists) for (const id of ids) if (isMeant(id)) return true
  return false
}
