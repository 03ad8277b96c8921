// What a node knows of spaces, and as of when. No time and no question is made here: whoever knows what time it is and
// what was answered says so. That a node may serve what it knows is freshness.ts's business.

/** What each space counts in the transactions that change it: of what is served, and of its keys. */
export interface SpaceCounters {
  readonly revision: number
  readonly keys: number
}

/**
 * Versions that a node may rely on. They say the same only within one epoch: it ends when this node stops knowing the
 * space without a break, or learns that the database's past is another than it was.
 */
export interface SpaceVersion extends SpaceCounters {
  readonly epoch: number
}

/** The truth as of some moment after the question was sent. */
export interface CountersResponse {
  /** A space that is not there is missing. */
  readonly spaces: ReadonlyMap<string, SpaceCounters>
  /** Equal as long as no commit was lost: another after a failover or a restored backup. */
  readonly history?: string | undefined
}

/** Spaces that one question is about, each with what was known when it was sent: no answer can truly say less. */
export class CountersQuery {
  readonly floors = new Map<string, readonly [record: SpaceLease, floor: SpaceVersion | null]>()
  readonly #conclusion = Promise.withResolvers<void>()
  /** Answered, failed or waited for too long. It never rejects. */
  readonly settled: Promise<void> = this.#conclusion.promise
  isOpen = true
  number = 0
  sentAt = Number.NaN
  generation = 0

  add(space: string, record: SpaceLease): void {
    this.floors.set(space, [record, null])
    record.question = this
  }

  settle(): void {
    this.isOpen = false
    this.#conclusion.resolve()
  }
}

export class SpaceLease {
  /** Null where nothing was ever heard of the space, or the database says that it is not there. */
  known: SpaceVersion | null = null
  /** When the newest question was sent that has been answered: the one time that counts for a lease. */
  provenAt = Number.NEGATIVE_INFINITY
  wantedAt = Number.NEGATIVE_INFINITY
  /** The newest question about it. */
  question: CountersQuery | null = null
  #isGone = false
  #epoch: number

  constructor(epoch: number) {
    this.#epoch = epoch
  }

  raise({ revision, keys }: SpaceCounters): void {
    // Drivers hand 64 bits over as text, which compares otherwise than numbers do.
    if (!Number.isSafeInteger(revision) || !Number.isSafeInteger(keys)) throw new TypeError('Not a version')
    const { known } = this
    if (known !== null && revision <= known.revision && keys <= known.keys) return
    this.#isGone = false
    this.known = {
      epoch: this.#epoch,
      revision: Math.max(revision, known?.revision ?? 0),
      keys: Math.max(keys, known?.keys ?? 0),
    }
  }

  /** What was the truth after `sentAt`, or that there was no such space. */
  learn(versions: SpaceCounters | undefined, sentAt: number): void {
    // That it is gone is known as of later than this.
    if (this.#isGone && sentAt <= this.provenAt) return
    if (versions !== undefined) this.raise(versions)
    // A space that is missing and yet known was made while the answer was on its way.
    this.#isGone = this.known === null
    this.provenAt = Math.max(this.provenAt, sentAt)
  }

  forget(epoch: number): void {
    this.#epoch = epoch
    this.#isGone = false
    this.known = null
    this.provenAt = Number.NEGATIVE_INFINITY
    // Its answer will not count: nobody else has to wait for it.
    this.question = null
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

  /** The space's record, made where there is none: from here on it is watched. */
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

  /** What was known then is what an answer is held against: what is raised meanwhile, it need not know of. */
  markSent(question: CountersQuery, sentAt: number): void {
    question.sentAt = sentAt
    question.generation = this.#generation
    for (const [space, [record]] of question.floors) question.floors.set(space, [record, record.known])
  }

  learn(question: CountersQuery, answer: CountersResponse): void {
    // What was asked of another past may be an answer of it.
    if (question.generation !== this.#generation) return
    if (this.#isAnotherHistory(question, answer)) this.#forgetAll()
    this.#history = answer.history
    for (const [space, [record]] of question.floors) record.learn(answer.spaces.get(space), question.sentAt)
  }

  clear(): void {
    this.#spaces.clear()
  }

  /**
   * Commits that this node has heard of are not there any more. The next ones will count the same numbers again, of
   * this space or of another one that nobody looks at now: so nothing that was known counts.
   */
  #isAnotherHistory(question: CountersQuery, { spaces, history }: CountersResponse): boolean {
    if (this.#history !== undefined && history !== this.#history) return true
    for (const [space, [, floor]] of question.floors) {
      const versions = spaces.get(space)
      if (floor === null) continue
      if (versions === undefined || versions.revision < floor.revision || versions.keys < floor.keys)
        return true
    }
    return false
  }

  #forgetAll(): void {
    this.#generation += 1
    this.#epoch += 1
    for (const record of this.#spaces.values()) record.forget(this.#epoch)
  }

  /** A tenth at a time, so that the search for them is paid for by many. */
  #evictLeastUsed(): void {
    const byWant = [...this.#spaces].sort(([, a], [, b]) => a.wantedAt - b.wantedAt)
    for (const [space] of byWant.slice(0, Math.ceil(this.#max / 10))) this.#spaces.delete(space)
  }
}
