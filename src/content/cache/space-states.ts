// What this node knows of each space that it is asked for: the changes of late, and where the pages of its collections
// begin. It follows the database from revision to revision, under a snapshot each time.
import type { SpaceId } from '../../base/ids.ts'
import type { Database, Reads } from '../../database/database.ts'
import { readRevision } from '../../database/read-revision.ts'
import { readChanges, readCollectionNames } from '../changes.store.ts'
import { readBlocks } from '../pages.store.ts'
import { ChangeLog, changesMax } from './change-log.ts'
import { type Block, CollectionIndex, type Location } from './collection-index.ts'

/** The spaces that were asked for least lately go: beyond so many, or so many changes of all, a few hundred bytes each. */
const spacesMax = 1000
const allChangesMax = 100_000
/** Of all collections of a space; one over it is counted for each page, as if there were no index. */
const indexBytesMax = 16 * 1024 * 1024

export class SpaceState {
  readonly epoch: number
  readonly log: ChangeLog
  readonly #space: SpaceId
  readonly #indexes = new Map<string, CollectionIndex>()

  constructor(space: SpaceId, epoch: number, log: ChangeLog) {
    this.#space = space
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

  /** A place in a collection's list, as of the reads; null where the node is ahead of them. */
  async locate(reads: Reads, revision: number, collection: string, place: number): Promise<Place | null> {
    if (this.log.revision !== revision) return null
    const known = this.#indexes.get(collection)
    const large = known?.overgrown() ?? null
    if (known !== undefined && large === null) return toPlace(known, place)
    const blocks: readonly Block[] = await readBlocks(reads, this.#space, collection, large ?? undefined)
    if (known === undefined) {
      const index = new CollectionIndex(blocks)
      if (this.log.revision === revision) this.#keep(collection, index)
      return toPlace(index, place)
    }
    // Another revision has another index, which these reads cannot speak of.
    if (large === null || this.log.revision !== revision) return null
    known.replace(large, blocks)
    return toPlace(known, place)
  }

  #keep(collection: string, index: CollectionIndex): void {
    let { bytes } = index
    for (const other of this.#indexes.values()) bytes += other.bytes
    if (bytes <= indexBytesMax) this.#indexes.set(collection, index)
  }
}

/** How many entries there are in the list, and where to begin reading; null behind the last one. */
export interface Place {
  readonly total: number
  readonly location: Location | null
}

function toPlace(index: CollectionIndex, place: number): Place {
  return { total: index.total, location: index.locate(place) }
}

/** A state when it was that of some reads: it may have moved on since, but for what is named here. */
export interface View {
  readonly state: SpaceState
  readonly collections: ReadonlySet<string>
}

export class SpaceStates {
  readonly #snapshot: Database['snapshot']
  readonly #states = new Map<string, SpaceState>()
  readonly #reaching = new Map<string, Promise<SpaceState | null>>()

  constructor(snapshot: Database['snapshot']) {
    this.#snapshot = snapshot
  }

  revisionOf(space: SpaceId): number {
    return this.#states.get(space)?.log.revision ?? 0
  }

  /** As it is known now, if that is of this history. */
  find(space: SpaceId, epoch: number): SpaceState | null {
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
      state = this.find(space, epoch) ?? new SpaceState(space, epoch, new ChangeLog(revision, collections))
    }
    const known = this.#states.get(space) === state ? state.log.revision : null
    await state.advance(reads, revision)
    this.#remember(space, state)
    if (state.log.revision !== known) this.#forgetOthers(space)
    const { log } = state
    return log.revision === revision ? { state, collections: log.collections } : null
  }

  /** The state at that revision or a later one; null where the database does not have it yet. */
  async reach(space: SpaceId, epoch: number, revision: number): Promise<SpaceState | null> {
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

  #remember(space: SpaceId, state: SpaceState): void {
    this.#states.delete(space)
    this.#states.set(space, state)
  }

  #forgetOthers(space: SpaceId): void {
    let changes = 0
    for (const { log } of this.#states.values()) changes += log.size
    for (const [oldest, { log }] of this.#states) {
      if (oldest === space || (this.#states.size <= spacesMax && changes <= allChangesMax)) break
      changes -= log.size
      this.#states.delete(oldest)
    }
  }
}
