// By what right a node of many serves what it has cached. It may vouch for versions of a space that were the truth when
// a question was sent less than a lease ago; polls keep leases alive, and notifications only make news come sooner. No
// I/O is done here, and time comes from outside. docs/design/cluster.md has the reasons.
import { Refusal } from '../../base/errors.ts'
import {
  CountersQuery,
  type CountersResponse,
  type SpaceCounters,
  type SpaceLease,
  SpaceLeases,
  type SpaceVersion,
} from './known-spaces.ts'
import { ListenerMonitor } from './listener-watch.ts'
import { QueryRunner } from './questions.ts'

/** Nothing older than 1000 ms is vouched for; the rest is for the request that goes on with it. */
const leaseMs = 900
/** With few spaces, while no notification can be relied on, and while the database is away. */
const pollMsMin = 60
/** A poll that fails by its time limit of 400 ms is known to have failed before the lease of the one before ends. */
const pollMsMax = 400
export const heartbeatMs = 400
/** Until the listener has proved itself. */
const fastBeatMs = 100
const watchedMs = 30_000
const spacesMax = 10_000
const spacesPerQuestion = 1000
/** A request asks again where its answer was of no use, since the process was stopped or the past has changed. */
const attemptsMax = 5

export interface LeaseKeeperParts {
  /** Milliseconds that never go back; they need not mean a time of day. */
  readonly clock: () => number
  /** Returns what cancels it. */
  readonly schedule: (ms: number, work: () => void) => () => void
  /** One statement on the primary, which rejects where there is none. It must settle some day. */
  readonly ask: (spaces: readonly string[]) => Promise<CountersResponse>
  /**
   * A notification to this node's own listener, by another connection than questions: whatever is announced waits for
   * a commit that waits for its standby, and questions must not wait with it. At most one is on its way.
   */
  readonly beat?: (beat: number) => Promise<unknown>
  /** For how long a node goes on without its database; never less than the lease. */
  readonly staleMs: number
  readonly onState?: (state: 'fresh' | 'away', reason?: unknown) => void
  /** The listener is taken for dead: close it, connect another, LISTEN, then call {@link LeaseKeeper.onListening}. */
  readonly onSilentListener?: () => void
}

/** Nothing can be vouched for, and the database does not answer. */
export class DatabaseUnavailable extends Refusal {
  constructor(cause?: unknown) {
    // The reason names the database's address: it is told at the terminal, and to no client.
    const reasons = cause instanceof Error && cause.message !== '' ? [cause.message] : []
    super('The database does not answer. Try again.', reasons, 'unavailable')
    this.cause = cause
  }
}

/**
 * Milliseconds from one poll to the next: how late a change may be seen that no notification tells of. A poll costs the
 * database something for each space, so it is asked less often about many.
 */
export function pollMsOf(spaces: number): number {
  return pollMsMin + Math.floor((pollMsMax - pollMsMin) * Math.min(1, spaces / spacesPerQuestion))
}

export class LeaseKeeper {
  readonly #parts: LeaseKeeperParts
  readonly #spaces = new SpaceLeases(spacesMax)
  readonly #listener = new ListenerMonitor()
  readonly #queries: QueryRunner
  /** What requests want to know goes out one question at a time; others join the next one. */
  #runningQuery: CountersQuery | null = null
  #nextQuery: CountersQuery | null = null
  #isWatching = false
  #isPolling = false
  #isBeating = false
  #polledAt = 0
  #polledSpaces = 0
  #beatAt = Number.NEGATIVE_INFINITY
  #cancelPoll: (() => void) | null = null
  #isClosed = false

  constructor(parts: LeaseKeeperParts) {
    this.#parts = parts
    const onState = (state: 'fresh' | 'away', reason?: unknown) => {
      if (state === 'away') {
        this.#listener.markSuspect()
        this.#planPoll()
      }
      parts.onState?.(state, reason)
    }
    this.#queries = new QueryRunner({ ...parts, onState }, this.#spaces)
  }

  /** What can be vouched for right now, without a promise; null where it takes {@link getVersion} to say. */
  current(space: string): SpaceVersion | null {
    const record = this.#spaces.find(space)
    if (record === undefined) return null
    const now = this.#parts.clock()
    record.wantedAt = now
    return now - record.provenAt < leaseMs || this.#isLeaseValid(record, now) ? record.known : null
  }

  /**
   * Asks where it has to; null is a space that is not there. Rejects with {@link DatabaseUnavailable} where nothing can be
   * vouched for: at once, while the database is known to be away.
   */
  async getVersion(space: string): Promise<SpaceVersion | null> {
    for (let attempt = 0; attempt < attemptsMax && !this.#isClosed; attempt++) {
      const now = this.#parts.clock()
      const record = this.#spaces.touch(space, now)
      this.#watch(now)
      if (this.#isLeaseValid(record, now)) return record.known
      if (this.#queries.isAway(now)) break
      await this.#queryFor(space, record).settled
    }
    throw new DatabaseUnavailable()
  }

  /** A notification, a commit of this node, or what a read has found. It makes nothing more certain, only higher. */
  observe(space: string, versions: SpaceCounters): void {
    // Nobody has asked for others yet, and whoever does will ask the database.
    this.#spaces.find(space)?.raise(versions)
  }

  /** The listener has heard this beat. */
  onHeartbeat(beat: number): void {
    this.#listener.heard(beat, this.#parts.clock())
  }

  /** LISTEN is done. What was sent before it is caught up with by a poll, which is made at once. */
  onListening(): void {
    this.#listener.listening()
    this.#polledAt = Number.NEGATIVE_INFINITY
    this.#beatAt = Number.NEGATIVE_INFINITY
    this.#planPoll()
  }

  /** The listener's connection has ended. */
  onListenerLost(): void {
    this.#listener.lost()
    this.#planPoll()
  }

  /** Whoever waits is refused, and nothing happens any more. */
  close(): void {
    this.#isClosed = true
    this.#cancelPoll?.()
    this.#spaces.clear()
    this.#queries.close()
    this.#rejectNext()
  }

  #isLeaseValid(record: SpaceLease, now: number): boolean {
    const { staleMs } = this.#parts
    const limitMs = this.#queries.isAway(now) ? Math.max(leaseMs, staleMs) : leaseMs
    return now - record.provenAt < limitMs
  }

  #queryFor(space: string, record: SpaceLease): CountersQuery {
    if (record.question?.isOpen) return record.question
    this.#nextQuery ??= new CountersQuery()
    const question = this.#nextQuery
    question.add(space, record)
    if (this.#runningQuery === null || question.floors.size >= spacesPerQuestion) this.#sendNext()
    return question
  }

  #sendNext(): void {
    const question = this.#nextQuery
    if (question === null) return
    this.#nextQuery = null
    this.#runningQuery = question
    this.#queries.send(question)
    void question.settled.then(() => {
      if (this.#runningQuery === question) this.#runningQuery = null
      if (this.#runningQuery !== null) return
      // Whoever has waited for a question that failed does not wait for another.
      if (this.#queries.isAway(this.#parts.clock())) this.#rejectNext()
      else this.#sendNext()
    })
  }

  #rejectNext(): void {
    this.#nextQuery?.settle()
    this.#nextQuery = null
  }

  #watch(now: number): void {
    if (this.#isWatching) return
    this.#isWatching = true
    this.#polledAt = now
    this.#planPoll()
  }

  #planPoll(): void {
    // The poll that is on its way plans the next one when it is over.
    if (!this.#isWatching || this.#isPolling || this.#isClosed) return
    this.#cancelPoll?.()
    const now = this.#parts.clock()
    const isCalm = this.#listener.isHealthy(now) && !this.#queries.isAway(now)
    const inMs = this.#polledAt + (isCalm ? pollMsOf(this.#polledSpaces) : pollMsMin) - now
    this.#cancelPoll = this.#parts.schedule(Math.max(0, inMs), () => this.#poll())
  }

  #poll(): void {
    this.#cancelPoll = null
    const now = this.#parts.clock()
    const watched = this.#spaces.usedSince(now - watchedMs)
    this.#isWatching = watched.length > 0
    if (!this.#isWatching) return
    this.#isPolling = true
    this.#polledAt = now
    this.#polledSpaces = watched.length
    const questions: CountersQuery[] = []
    for (let from = 0; from < watched.length; from += spacesPerQuestion) {
      const question = new CountersQuery()
      for (const [space, record] of watched.slice(from, from + spacesPerQuestion)) question.add(space, record)
      this.#queries.send(question)
      questions.push(question)
    }
    void Promise.all(questions.map(({ settled }) => settled)).then(() => {
      this.#isPolling = false
      this.#planPoll()
    })
    this.#listen(now)
  }

  #listen(now: number): void {
    const { beat, clock, onSilentListener } = this.#parts
    if (this.#listener.isSilent(now)) {
      this.#listener.lost()
      onSilentListener?.()
    }
    const isDue = now - this.#beatAt >= (this.#listener.isHealthy(now) ? heartbeatMs : fastBeatMs)
    if (beat === undefined || this.#isBeating || !isDue) return
    this.#isBeating = true
    this.#beatAt = now
    const number = this.#listener.next()
    Promise.try(beat, number)
      .then(() => this.#listener.sent(number, clock()))
      // That it was not sent is nothing that the listener could be blamed for.
      .catch(() => {})
      .then(() => {
        this.#isBeating = false
      })
  }
}
