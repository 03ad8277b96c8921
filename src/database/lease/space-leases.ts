// Stores the versions of spaces that a node knows, and as of when. No clock and no I/O here: callers pass in the time and
// the responses. lease-keeper.ts decides whether the versions may be served.
import type { SpaceCounters, SpaceVersion } from '../space-versions.ts'

/** Counters as of some moment after the query was sent. */
export interface CountersResponse {
  /** Spaces that do not exist are missing. */
  readonly spaces: ReadonlyMap<string, SpaceCounters>
  /** Equal as long as no commit was lost; differs after a failover or a restored backup. */
  readonly history?: string | undefined
}

/** The spaces of one query, each with the versions known when it was sent. A correct response is never lower. */
export class CountersQuery {
  readonly floors = new Map<string, readonly [record: SpaceLease, floor: SpaceVersion | null]>()
  readonly #settled = Promise.withResolvers<void>()
  /** Resolves on a response, an error or a timeout. It never rejects. */
  readonly settled: Promise<void> = this.#settled.promise
  isOpen = true
  number = 0
  sentAt = Number.NaN
  generation = 0

  add(space: string, record: SpaceLease): void {
    this.floors.set(space, [record, null])
    record.query = this
  }

  settle(): void {
    this.isOpen = false
    this.#settled.resolve()
  }
}

export class SpaceLease {
  /** Null if the space was never seen, or if the database reports that it does not exist. */
  known: SpaceVersion | null = null
  /** The time at which the newest query with a response was sent. A lease counts from this time. */
  provenAt = Number.NEGATIVE_INFINITY
  wantedAt = Number.NEGATIVE_INFINITY
  /** The newest query that includes the space. */
  query: CountersQuery | null = null
  #isMissing = false
  #epoch: number

  constructor(epoch: number) {
    this.#epoch = epoch
  }

  raise({ revision, keys }: SpaceCounters): void {
    // Drivers return 64-bit integers as strings, which compare differently from numbers.
    if (!Number.isSafeInteger(revision) || !Number.isSafeInteger(keys)) throw new TypeError('Not a version')
    const { known } = this
    if (known !== null && revision <= known.revision && keys <= known.keys) return
    this.#isMissing = false
    this.known = {
      epoch: this.#epoch,
      revision: Math.max(revision, known?.revision ?? 0),
      keys: Math.max(keys, known?.keys ?? 0),
    }
  }

  /** Applies counters as of `sentAt`; undefined means that the space did not exist. */
  learn(versions: SpaceCounters | undefined, sentAt: number): void {
    // A newer response reported that the space does not exist.
    if (this.#isMissing && sentAt <= this.provenAt) return
    if (versions !== undefined) this.raise(versions)
    // A known space that is missing in the response was created while the response was in flight.
    this.#isMissing = this.known === null
    this.provenAt = Math.max(this.provenAt, sentAt)
  }

  forget(epoch: number): void {
    this.#epoch = epoch
    this.#isMissing = false
    this.known = null
    this.provenAt = Number.NEGATIVE_INFINITY
    // The response will be ignored, so later requests must not wait for it.
    this.query = null
  }
}

export class SpaceLeases {
  readonly #spaces = new Map<string, SpaceLease>()
  readonly #max: number
  #epoch = 0
  #generation = 0
  #history: string | undefined

  constructor(max: number) {
    this.#max = max
  }

  find(space: string): SpaceLease | undefined {
    return this.#spaces.get(space)
  }

  /** Returns the space's record, creating it if needed. From then on the space is polled. */
  touch(space: string, now: number): SpaceLease {
    let record = this.#spaces.get(space)
    if (record === undefined) {
      if (this.#spaces.size >= this.#max) this.#evictLeastUsed()
      this.#epoch += 1
      record = new SpaceLease(this.#epoch)
      this.#spaces.set(space, record)
    }
    record.wantedAt = now
    return record
  }

  usedSince(time: number): (readonly [space: string, record: SpaceLease])[] {
    return [...this.#spaces].filter(([, { wantedAt }]) => wantedAt > time)
  }

  /** Records the versions known at this time as floors. The response need not include later changes. */
  markSent(query: CountersQuery, sentAt: number): void {
    query.sentAt = sentAt
    query.generation = this.#generation
    for (const [space, [record]] of query.floors) query.floors.set(space, [record, record.known])
  }

  learn(query: CountersQuery, response: CountersResponse): void {
    // A query from before a history change may return the old history.
    if (query.generation !== this.#generation) return
    if (this.#isAnotherHistory(query, response)) this.#discardAll()
    this.#history = response.history
    for (const [space, [record]] of query.floors) record.learn(response.spaces.get(space), query.sentAt)
  }

  clear(): void {
    this.#spaces.clear()
  }

  /**
   * Checks whether commits that this node has seen are missing. The next commits will reuse the same numbers, in this
   * space or in others, so every known version is discarded then.
   */
  #isAnotherHistory(query: CountersQuery, { spaces, history }: CountersResponse): boolean {
    if (this.#history !== undefined && history !== this.#history) return true
    for (const [space, [, floor]] of query.floors) {
      const versions = spaces.get(space)
      if (floor === null) continue
      if (versions === undefined || versions.revision < floor.revision || versions.keys < floor.keys)
        return true
    }
    return false
  }

  #discardAll(): void {
    this.#generation += 1
    this.#epoch += 1
    for (const record of this.#spaces.values()) record.forget(this.#epoch)
  }

  /** Evicts a tenth at a time to amortize the sort. */
  #evictLeastUsed(): void {
    const byLastUse = [...this.#spaces].sort(([, a], [, b]) => a.wantedAt - b.wantedAt)
    for (const [space] of byLastUse.slice(0, Math.ceil(this.#max / 10))) this.#spaces.delete(space)
  }
}
