// This node's view of each space in use: its latest changes, and the list positions of its collections' pages. The view
// follows the database from revision to revision, under one snapshot each time.
import { setImmediate } from 'node:timers/promises'
import type { SpaceId } from '../../base/ids.ts'
import type { Database, Reads } from '../../database/database.ts'
import { ListIndex, type ListPosition } from '../list/list-index.ts'
import { readChanges } from '../store/change-log.store.ts'
import { readCollectionNames } from '../store/collections.store.ts'
import { countLive, readPositions, readStarts } from '../store/list-pages.store.ts'
import { readRevision } from '../store/published-entries.store.ts'
import { changesMax, InvalidationLog } from './dependencies.ts'

export interface SnapshotLimits {
  /**
   * The limits across all spaces. Beyond them, the least recently used space is evicted. A change takes a few hundred
   * bytes.
   */
  readonly spaces: number
  readonly changes: number
  /** The limit for all list indexes of one space. For larger lists, each page counts its offset in the database. */
  readonly indexBytes: number
}

/** The defaults. With them, each space may index 13 million entries. */
export const snapshotLimits: SnapshotLimits = {
  spaces: 1000,
  changes: 100_000,
  indexBytes: 2 ** 24,
}

/** The number of index parts that a page may read before it yields. */
const partsAtOnce = 2

class SpaceSnapshot {
  readonly epoch: number
  readonly log: InvalidationLog
  readonly #space: SpaceId
  readonly #indexBytesMax: number
  readonly #indexes = new Map<string, ListIndex>()

  constructor(space: SpaceId, epoch: number, log: InvalidationLog, indexBytesMax: number) {
    this.#space = space
    this.#indexBytesMax = indexBytesMax
    this.epoch = epoch
    this.log = log
  }

  /** Advances to the revision of the reads, unless a concurrent request has done so. */
  async advance(reads: Reads, revision: number): Promise<void> {
    const before = this.log.revision
    if (revision <= before) return
    const rows = await readChanges(reads, this.#space, before, changesMax)
    const collections = await readCollectionNames(reads, this.#space)
    if (this.log.revision !== before) return
    const changes = this.log.advance(revision, rows, collections)
    if (changes === null) this.#indexes.clear()
    for (const { added, removed } of changes ?? []) {
      if (removed) this.#indexes.get(removed.collection)?.remove(removed)
      if (added) this.#indexes.get(added.collection)?.add(added)
    }
  }

  /** Returns a page of a list as of the reads; null if this node is ahead of them, or the index is too large. */
  async readPage(
    reads: Reads,
    revision: number,
    collection: string,
    { offset, limit }: PageOffset,
  ): Promise<ListPage | null> {
    for (let parts = 0; ; parts++) {
      // A concurrent request may have read the same part or advanced in the meantime, so check again.
      if (this.log.revision !== revision) return null
      const index = this.#indexes.get(collection)
      if (index === undefined) {
        const counted = new ListIndex(await countLive(reads, this.#space, collection))
        if (this.log.revision === revision && !this.#indexes.has(collection))
          this.#indexes.set(collection, counted)
        continue
      }
      const large = index.overgrown()
      const part = large ?? index.missing(offset, limit)
      if (part === null) {
        const { total } = index
        const from = index.locate(offset)
        if (from === null) return { total, positions: [] }
        return { total, positions: await readPositions(reads, this.#space, collection, { ...from, limit }) }
      }
      if (this.#indexBytes() > this.#indexBytesMax) return null
      // SQLite reads block the thread: yield so that cached responses can be sent.
      if (parts > partsAtOnce) await setImmediate()
      const { start, count } = part
      const starts = await readStarts(reads, this.#space, collection, { start, count: count + 1 })
      if (this.log.revision !== revision) return null
      if (large === null) index.append(part, starts)
      else index.split(large, starts)
    }
  }

  #indexBytes(): number {
    let sum = 0
    for (const { bytes } of this.#indexes.values()) sum += bytes
    return sum
  }
}

export interface PageOffset {
  /** The number of entries before the page. */
  readonly offset: number
  readonly limit: number
}

export interface ListPage {
  /** The number of entries in the whole list. */
  readonly total: number
  readonly positions: readonly ListPosition[]
}

/** A space as of some reads. `snapshot` may have advanced since; the rest does not change. */
export interface SnapshotView {
  readonly snapshot: SpaceSnapshot
  readonly collections: ReadonlySet<string>
}

export class SpaceSnapshots {
  readonly #snapshot: Database['snapshot']
  readonly #limits: SnapshotLimits
  readonly #known = new Map<string, SpaceSnapshot>()
  readonly #reaching = new Map<string, Promise<SpaceSnapshot | null>>()

  constructor(snapshot: Database['snapshot'], limits = snapshotLimits) {
    this.#snapshot = snapshot
    this.#limits = limits
  }

  revisionOf(space: SpaceId): number {
    return this.#known.get(space)?.log.revision ?? 0
  }

  /** Returns the current snapshot if it belongs to this epoch. */
  find(space: SpaceId, epoch: number): SpaceSnapshot | null {
    const current = this.#known.get(space)
    return current?.epoch === epoch ? current : null
  }

  forget(space: SpaceId): void {
    this.#known.delete(space)
  }

  /** Returns the space as of these reads; null if this node is ahead of them. */
  async at(reads: Reads, space: SpaceId, epoch: number, revision: number): Promise<SnapshotView | null> {
    let current = this.find(space, epoch)
    if (current === null) {
      const collections = await readCollectionNames(reads, space)
      current =
        this.find(space, epoch) ??
        new SpaceSnapshot(space, epoch, new InvalidationLog(revision, collections), this.#limits.indexBytes)
    }
    const known = this.#known.get(space) === current ? current.log.revision : null
    await current.advance(reads, revision)
    this.#remember(space, current)
    if (current.log.revision !== known) this.#forgetOthers(space)
    const { log } = current
    return log.revision === revision ? { snapshot: current, collections: log.collections } : null
  }

  /** Returns the space at that revision or a later one; null if the database has not reached it yet. */
  async reach(space: SpaceId, epoch: number, revision: number): Promise<SpaceSnapshot | null> {
    const current = this.find(space, epoch)
    if (current !== null && current.log.revision >= revision) return current
    for (let running = this.#reaching.get(space); running; running = this.#reaching.get(space)) {
      const reached = await running
      if (reached !== null && reached.epoch === epoch && reached.log.revision >= revision) return reached
    }
    const reaching = this.#snapshot(
      space,
      async reads => {
        await this.at(reads, space, epoch, await readRevision(reads, space))
        const reached = this.find(space, epoch)
        return reached !== null && reached.log.revision >= revision ? reached : null
      },
      revision,
    )
    this.#reaching.set(space, reaching)
    try {
      return await reaching
    } finally {
      if (this.#reaching.get(space) === reaching) this.#reaching.delete(space)
    }
  }

  #remember(space: SpaceId, current: SpaceSnapshot): void {
    this.#known.delete(space)
    this.#known.set(space, current)
  }

  #forgetOthers(space: SpaceId): void {
    let changes = 0
    for (const { log } of this.#known.values()) changes += log.size
    for (const [oldest, { log }] of this.#known) {
      if (oldest === space || (this.#known.size <= this.#limits.spaces && changes <= this.#limits.changes))
        break
      changes -= log.size
      this.#known.delete(oldest)
    }
  }
}

/** Adds the time of each read to `total.ms`, including the row callbacks. */
export function timeReads(reads: Reads, total: { ms: number }): Reads {
  const timed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const started = performance.now()
    try {
      return await work()
    } finally {
      total.ms += performance.now() - started
    }
  }
  return {
    isBlocking: reads.isBlocking,
    each: (statement, onRow) => timed(() => reads.each(statement, onRow)),
    all: statement => timed(() => reads.all(statement)),
    first: statement => timed(() => reads.first(statement)),
  }
}
