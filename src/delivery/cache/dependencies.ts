// What a cached response depends on, and what has changed in a space, as far back as is worth remembering: whether the
// one concerns the other. No I/O is done here.
import type { InvalidationReason } from '../../base/cache-counts.ts'
import type { SpaceId } from '../../base/ids.ts'
import { comparePositions, type ListPosition } from '../list/list-position.ts'
import type { ChangedRow } from '../store/change-log.store.ts'

/** The state of a space that a response is built from: a revision, and the history in which it is that. */
export interface SnapshotVersion {
  readonly space: SpaceId
  readonly epoch: number
  readonly revision: number
}

/** What a response was built from. What it does not name was not looked at. */
export type Dependency =
  /** Values of entries; the lists are those of the fragments. */
  | { readonly kind: 'entry'; readonly ids: readonly (readonly string[])[] }
  /** Paths of entries, or that they are not published. */
  | { readonly kind: 'address'; readonly ids: readonly (readonly string[])[] }
  | { readonly kind: 'collection'; readonly collection: string }
  /** A range of a collection's list, and how many entries the list has. */
  | ({ readonly kind: 'page' } & ListRange)
  /** When the model changed is not known: any change may be one of it. */
  | { readonly kind: 'model' }

/** From the first to the last entry of a page; null where it has none. */
export interface ListRange {
  readonly collection: string
  readonly first: ListPosition | null
  readonly last: ListPosition | null
}

type IsAffected<One extends Dependency> = (dependency: One, log: InvalidationLog, since: number) => boolean

/** For each kind, whether it may be another now than at `since`. */
const isAffected: {
  readonly [Kind in Dependency['kind']]: IsAffected<Extract<Dependency, { kind: Kind }>>
} = {
  entry: ({ ids }, log, since) => someId(ids, id => log.hasChanged(id, since)),
  address: ({ ids }, log, since) => someId(ids, id => log.hasMoved(id, since)),
  collection: ({ collection }, log) => !log.collections.has(collection),
  page: (range, log, since) => log.hasShifted(range, since),
  model: () => true,
}

/** Why what was right at `since` may not be so at the log's revision; null where it is. */
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

/** Changes remembered for a space; of more at once nothing that was cached before is used. */
export const changesMax = 2000

/** What has changed between two revisions of a space. Its fields are written by {@link advance} alone. */
export class InvalidationLog {
  /** Everything after this revision is in here. */
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

  /** Changes that are remembered. */
  get size(): number {
    return this.#changes.length
  }

  /**
   * Takes what lies between the revision so far and this one; null stands for too much. Returns what was added to the
   * lists and removed from them, in no order; null where that is unknown.
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
    if (this.#changes.length > changesMax) this.#forgetOlder()
    return changes
  }

  /** Whether the values of an entry may be others than at `since`. */
  hasChanged(entry: string, since: number): boolean {
    return since < this.since || (this.#changedAt.get(entry) ?? 0) > since
  }

  /** Whether the path of an entry, or that it is not published, may be another than at `since`. */
  hasMoved(entry: string, since: number): boolean {
    return since < this.since || (this.#movedAt.get(entry) ?? 0) > since
  }

  /** Whether a page may hold other entries than at `since`, or its list another number of them. */
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

  #forgetOlder(): void {
    const newest = this.#changes.slice(-changesMax / 2)
    this.#forget(this.#changes.at(-changesMax / 2 - 1)?.revision ?? this.revision)
    this.#changes = newest.filter(change => change.revision > this.since)
    for (const { entry, revision } of this.#changes) {
      this.#changedAt.set(entry, revision)
      // Which of the two it was is not known any more: the one that concerns more.
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
