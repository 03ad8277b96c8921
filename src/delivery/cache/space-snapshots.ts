// What this node knows of each space that it is asked for: the changes of late, and where the pages of its collections
// stand. It follows the database from revision to revision, under a snapshot each time.
import { setImmediate } from 'node:timers/promises'
import type { SpaceId } from '../../base/ids.ts'
import type { Database, Reads } from '../../database/database.ts'
import { readRevision } from '../../database/read-revision.ts'
import { type BlockRange, ListIndex } from '../list/list-index.ts'
import type { ListPosition } from '../list/list-position.ts'
import { readChanges, readCollectionNames } from '../store/change-log.store.ts'
import { readPositions, readStarts } from '../store/list-pages.store.ts'
import { countLive } from '../store/published-entries.store.ts'
import { changesMax, InvalidationLog } from './dependencies.ts'
import type { ListBlockCache } from './list-block-cache.ts'

export interface SnapshotLimits {
  /** Those that were asked for least lately go: beyond so many, or so many changes of all, a few hundred bytes each. */
  readonly spaces: number
  readonly changes: number
  /**
   * Of the indexes of all collections of one space; what is over it is counted off for each page, as if there were no
   * index.
   */
  readonly indexBytes: number
}

/** Each space may have an index of 13 million entries. */
export const snapshotLimits: SnapshotLimits = {
  spaces: 1000,
  changes: 100_000,
  indexBytes: 2 ** 24,
}

/** Parts of an index that a page reads without a pause. */
const partsAtOnce = 2

export class SpaceSnapshot {
  readonly epoch: number
  readonly log: InvalidationLog
  readonly #space: SpaceId
  readonly #keys: ListBlockCache
  readonly #indexBytesMax: number
  readonly #indexes = new Map<string, ListIndex>()

  constructor(
    space: SpaceId,
    epoch: number,
    log: InvalidationLog,
    keys: ListBlockCache,
    indexBytesMax: number,
  ) {
    this.#space = space
    this.#keys = keys
    this.#indexBytesMax = indexBytesMax
    this.epoch = epoch
    this.log = log
  }

  /** Brings it from its revision to that of the reads. What others have done meanwhile is done. */
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

  /** A page of a collection's list, as of the reads; null where the node is ahead of them, or the list is too long. */
  async readPage(
    reads: Reads,
    revision: number,
    collection: string,
    { offset, limit }: PageOffset,
  ): Promise<ListPage | null> {
    for (let parts = 0; ; parts++) {
      // While something was read, others may have read the same, or have moved on: all is looked at again.
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
        const range = index.locate(offset, limit)
        return {
          total,
          keys: range === null ? [] : await this.#readPositions(reads, collection, range, limit),
        }
      }
      if (this.#indexBytes() > this.#indexBytesMax) return null
      // BuildContext SQLite takes the thread: whoever is answered from memory comes between two parts.
      if (parts > partsAtOnce) await setImmediate()
      const { start, count } = part
      const starts = await readStarts(reads, this.#space, collection, { start, count: count + 1 })
      if (this.log.revision !== revision) return null
      if (large === null) index.append(part, starts)
      else index.split(large, starts)
    }
  }

  /** All keys of the blocks that a page is in: the pages beside it are asked for next. */
  async #readPositions(
    reads: Reads,
    collection: string,
    { blocks, skip }: BlockRange,
    limit: number,
  ): Promise<readonly ListPosition[]> {
    const known = blocks.map(block => this.#keys.find(block)).filter(keys => keys !== null)
    if (known.length === blocks.length) return known.flat().slice(skip, skip + limit)
    const { start } = blocks[0]!
    if (!this.#keys.keeps) return readPositions(reads, this.#space, collection, { start, skip, limit })
    let count = 0
    for (const block of blocks) count += block.count
    const keys = await readPositions(reads, this.#space, collection, { start, skip: 0, limit: count })
    let from = 0
    for (const block of blocks) {
      this.#keys.keep(block, keys.slice(from, from + block.count))
      from += block.count
    }
    return keys.slice(skip, skip + limit)
  }

  #indexBytes(): number {
    let sum = 0
    for (const { bytes } of this.#indexes.values()) sum += bytes
    return sum
  }
}

export interface PageOffset {
  /** Entries before the page. */
  readonly offset: number
  readonly limit: number
}

export interface ListPage {
  /** Entries in the whole list. */
  readonly total: number
  readonly keys: readonly ListPosition[]
}

/** A state when it was that of some reads: it may have moved on since, but for what is named here. */
export interface View {
  readonly state: SpaceSnapshot
  readonly collections: ReadonlySet<string>
}

export class SpaceSnapshots {
  readonly #snapshot: Database['snapshot']
  readonly #keys: ListBlockCache
  readonly #limits: SnapshotLimits
  readonly #states = new Map<string, SpaceSnapshot>()
  readonly #reaching = new Map<string, Promise<SpaceSnapshot | null>>()

  constructor(snapshot: Database['snapshot'], keys: ListBlockCache, limits = snapshotLimits) {
    this.#snapshot = snapshot
    this.#keys = keys
    this.#limits = limits
  }

  revisionOf(space: SpaceId): number {
    return this.#states.get(space)?.log.revision ?? 0
  }

  /** As it is known now, if that is of this history. */
  find(space: SpaceId, epoch: number): SpaceSnapshot | null {
    const state = this.#states.get(space)
    return state?.epoch === epoch ? state : null
  }

  forget(space: SpaceId): void {
    this.#states.delete(space)
  }

  /** What is known as of these reads; null where the node is ahead of them. */
  async at(reads: Reads, space: SpaceId, epoch: number, revision: number): Promise<View | null> {
    let state = this.find(space, epoch)
    if (state === null) {
      const collections = await readCollectionNames(reads, space)
      state =
        this.find(space, epoch) ??
        new SpaceSnapshot(
          space,
          epoch,
          new InvalidationLog(revision, collections),
          this.#keys,
          this.#limits.indexBytes,
        )
    }
    const known = this.#states.get(space) === state ? state.log.revision : null
    await state.advance(reads, revision)
    this.#remember(space, state)
    if (state.log.revision !== known) this.#forgetOthers(space)
    const { log } = state
    return log.revision === revision ? { state, collections: log.collections } : null
  }

  /** The state at that revision or a later one; null where the database does not have it yet. */
  async reach(space: SpaceId, epoch: number, revision: number): Promise<SpaceSnapshot | null> {
    const state = this.find(space, epoch)
    if (state !== null && state.log.revision >= revision) return state
    const running = this.#reaching.get(space)
    if (running !== undefined) {
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

  #remember(space: SpaceId, state: SpaceSnapshot): void {
    this.#states.delete(space)
    this.#states.set(space, state)
  }

  #forgetOthers(space: SpaceId): void {
    let changes = 0
    for (const { log } of this.#states.values()) changes += log.size
    for (const [oldest, { log }] of this.#states) {
      if (oldest === space || (this.#states.size <= this.#limits.spaces && changes <= this.#limits.changes))
        break
      changes -= log.size
      this.#states.delete(oldest)
    }
  }
}
