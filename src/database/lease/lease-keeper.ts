// Decides whether a node of a cluster may serve its cached content. A space's versions are valid for the length of a
// lease, counted from when the query that confirmed them was sent. Polls renew leases; notifications only deliver changes
// sooner, and heartbeats through the database show whether notifications arrive. While the database is unavailable, leases
// are prolonged to `staleMs`. No I/O here, and time is injected. Reasons: docs/internals/cluster.md.
import { Refusal } from '../../base/errors.ts'
import type { SpaceCounters, SpaceVersion } from '../space-versions.ts'
import { QueryRunner } from './query-runner.ts'
import { CountersQuery, type CountersResponse, type SpaceLease, SpaceLeases } from './space-leases.ts'

/**
 * Returns a monotonic clock that includes the time for which the machine is suspended: it advances by the larger step of
 * the two. The system's monotonic clock stops during a suspension, which would prolong a lease, and the wall clock may be
 * set back, so that a lease would not end. A wall clock that is set forward only costs a query.
 */
export function steadyClock(monotonic: () => number, wall: () => number): () => number {
  let [lastMonotonic, lastWall, now] = [monotonic(), wall(), 0]
  return () => {
    const [nextMonotonic, nextWall] = [monotonic(), wall()]
    now += Math.max(nextMonotonic - lastMonotonic, nextWall - lastWall)
    lastMonotonic = nextMonotonic
    lastWall = nextWall
    return now
  }
}

const silentMs = 1000

interface PendingHeartbeat {
  readonly heartbeat: number
  readonly since: number
}

/**
 * Monitors the LISTEN connection by heartbeats that pass through the database and come back, because a silently broken
 * connection looks the same as an idle one.
 */
class ListenerMonitor {
  #newest = 0
  /** The first heartbeat sent after LISTEN. Earlier ones prove nothing about this connection. */
  #firstBeat = Number.POSITIVE_INFINITY
  #heard = 0
  #heardAt = Number.NEGATIVE_INFINITY
  /** Heartbeats that the database has accepted. */
  #pending: readonly PendingHeartbeat[] = []

  /** Returns true while heartbeats arrive. Otherwise notifications may be getting lost. */
  isHealthy(now: number): boolean {
    return now - this.#heardAt <= silentMs
  }

  next(): number {
    this.#newest += 1
    return this.#newest
  }

  /** Reports that the database has accepted the heartbeat, which may have arrived already. */
  sent(heartbeat: number, now: number): void {
    if (heartbeat < this.#firstBeat || heartbeat <= this.#heard) return
    this.#pending = [...this.#pending, { heartbeat, since: now }]
  }

  /** Reports a received heartbeat. Notifications of one connection arrive in order, so it confirms the earlier ones too. */
  heard(heartbeat: number, now: number): void {
    if (!(heartbeat >= this.#firstBeat && heartbeat > this.#heard && heartbeat <= this.#newest)) return
    this.#heard = heartbeat
    this.#heardAt = now
    this.#pending = this.#pending.filter(one => one.heartbeat > this.#heard)
  }

  /** Returns true if a heartbeat that the database accepted did not come back in time. */
  isSilent(now: number): boolean {
    const [oldest] = this.#pending
    return oldest !== undefined && now - oldest.since > silentMs
  }

  /** Reports that a connection has started to listen, or that the current one must be confirmed again. */
  listening(): void {
    this.#reset(this.#newest + 1)
  }

  /** Reports that the database was unavailable. The listener may be too, so it must be confirmed again. */
  markSuspect(): void {
    if (this.#firstBeat !== Number.POSITIVE_INFINITY) this.listening()
  }

  lost(): void {
    this.#reset(Number.POSITIVE_INFINITY)
  }

  #reset(from: number): void {
    this.#firstBeat = from
    this.#pending = []
    this.#heardAt = Number.NEGATIVE_INFINITY
  }
}

/** Cached versions are at most 1000 ms old; the remaining 100 ms are for the request that uses them. */
const leaseMs = 900
/** The interval with few spaces, while notifications are not reliable, and while the database is unavailable. */
const pollMsMin = 60
/** A poll that hits its time limit of 400 ms is known to have failed before the previous poll's lease ends. */
const pollMsMax = 400
const heartbeatMs = 400
/** The interval until the listener has received a heartbeat. */
const fastHeartbeatMs = 100
const inUseMs = 30_000
const spacesMax = 10_000
const spacesPerQuery = 1000
/**
 * The number of attempts of a request whose query had an unusable response because the process was suspended or the
 * history has changed.
 */
const attemptsMax = 5

interface LeaseKeeperParts {
  /** Returns monotonic milliseconds with any origin. */
  readonly clock: () => number
  /** Returns a function that cancels the work. */
  readonly schedule: (ms: number, work: () => void) => () => void
  /** Runs one statement on the primary and rejects if that is unavailable. It must settle eventually. */
  readonly ask: (spaces: readonly string[]) => Promise<CountersResponse>
  /**
   * Sends a notification to this node's own listener, on another connection than queries: a notification queues behind
   * commits that wait for their standby, and queries must not. At most one is in flight.
   */
  readonly heartbeat?: (heartbeat: number) => Promise<unknown>
  /** The time in milliseconds that a node keeps serving without its database; at least the length of a lease. */
  readonly staleMs: number
  readonly onState?: (state: 'fresh' | 'away', reason?: unknown) => void
  /**
   * Called if the listener is presumed dead: close it, connect another, LISTEN, then call {@link LeaseKeeper.onListening}.
   */
  readonly onSilentListener?: () => void
}

/** Thrown if no lease is valid and the database does not respond. */
export class DatabaseUnavailable extends Refusal {
  constructor(cause?: unknown) {
    // The reason contains the database's address, so it goes to the terminal, never to clients.
    const reasons = cause instanceof Error && cause.message !== '' ? [cause.message] : []
    super('The database is unavailable. Try again.', reasons, 'unavailable')
    this.cause = cause
  }
}

/**
 * Returns the milliseconds between polls, which is the maximum delay of a change without a notification. The cost of a
 * poll grows with the number of spaces, so many spaces are polled less often.
 */
export function pollMsOf(spaces: number): number {
  return pollMsMin + Math.floor((pollMsMax - pollMsMin) * Math.min(1, spaces / spacesPerQuery))
}

export class LeaseKeeper {
  readonly #parts: LeaseKeeperParts
  readonly #spaces = new SpaceLeases(spacesMax)
  readonly #listener = new ListenerMonitor()
  readonly #queries: QueryRunner
  /** Requests share queries. One runs at a time, and later requests join the next. */
  #runningQuery: CountersQuery | null = null
  #nextQuery: CountersQuery | null = null
  #isPollingActive = false
  #isPolling = false
  #isHeartbeatPending = false
  #polledAt = 0
  #polledSpaces = 0
  #heartbeatAt = Number.NEGATIVE_INFINITY
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

  /** Returns the versions if their lease is valid, without a promise; otherwise null, and {@link getVersion} is needed. */
  current(space: string): SpaceVersion | null {
    const record = this.#spaces.find(space)
    if (record === undefined) return null
    const now = this.#parts.clock()
    record.wantedAt = now
    return now - record.provenAt < leaseMs || this.#isLeaseValid(record, now) ? record.known : null
  }

  /**
   * Queries the database if needed. Returns null if the space does not exist. Rejects with {@link DatabaseUnavailable}
   * if no lease is valid, immediately while the database is known to be unavailable.
   */
  async getVersion(space: string): Promise<SpaceVersion | null> {
    for (let attempt = 0; attempt < attemptsMax && !this.#isClosed; attempt++) {
      const now = this.#parts.clock()
      const record = this.#spaces.touch(space, now)
      this.#startPolling(now)
      if (this.#isLeaseValid(record, now)) return record.known
      if (this.#queries.isAway(now)) break
      await this.#queryFor(space, record).settled
    }
    throw new DatabaseUnavailable()
  }

  /** Reports versions from a notification, a commit of this node, or a read. They do not renew a lease. */
  observe(space: string, versions: SpaceCounters): void {
    // Spaces that were never requested are skipped, because their first request queries the database.
    this.#spaces.find(space)?.raise(versions)
  }

  /** Reports that the listener has received this heartbeat. */
  onHeartbeat(heartbeat: number): void {
    this.#listener.heard(heartbeat, this.#parts.clock())
  }

  /** Reports that LISTEN is active. An immediate poll catches up on earlier notifications. */
  onListening(): void {
    this.#listener.listening()
    this.#polledAt = Number.NEGATIVE_INFINITY
    this.#heartbeatAt = Number.NEGATIVE_INFINITY
    this.#planPoll()
  }

  /** Reports that the listener's connection has ended. */
  onListenerLost(): void {
    this.#listener.lost()
    this.#planPoll()
  }

  /** Rejects pending requests and stops all work. */
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
    if (record.query?.isOpen) return record.query
    this.#nextQuery ??= new CountersQuery()
    const query = this.#nextQuery
    query.add(space, record)
    if (this.#runningQuery === null || query.floors.size >= spacesPerQuery) this.#sendNext()
    return query
  }

  #sendNext(): void {
    const query = this.#nextQuery
    if (query === null) return
    this.#nextQuery = null
    this.#runningQuery = query
    this.#queries.send(query)
    void query.settled.then(() => {
      if (this.#runningQuery === query) this.#runningQuery = null
      if (this.#runningQuery !== null) return
      // Requests that waited for a failed query must not wait for another.
      if (this.#queries.isAway(this.#parts.clock())) this.#rejectNext()
      else this.#sendNext()
    })
  }

  #rejectNext(): void {
    this.#nextQuery?.settle()
    this.#nextQuery = null
  }

  #startPolling(now: number): void {
    if (this.#isPollingActive) return
    this.#isPollingActive = true
    this.#polledAt = now
    this.#planPoll()
  }

  #planPoll(): void {
    // A running poll schedules the next one when it ends.
    if (!this.#isPollingActive || this.#isPolling || this.#isClosed) return
    this.#cancelPoll?.()
    const now = this.#parts.clock()
    const isQuiet = this.#listener.isHealthy(now) && !this.#queries.isAway(now)
    const inMs = this.#polledAt + (isQuiet ? pollMsOf(this.#polledSpaces) : pollMsMin) - now
    this.#cancelPoll = this.#parts.schedule(Math.max(0, inMs), () => this.#poll())
  }

  #poll(): void {
    this.#cancelPoll = null
    const now = this.#parts.clock()
    const inUse = this.#spaces.usedSince(now - inUseMs)
    this.#isPollingActive = inUse.length > 0
    if (!this.#isPollingActive) return
    this.#isPolling = true
    this.#polledAt = now
    this.#polledSpaces = inUse.length
    const queries: CountersQuery[] = []
    for (let from = 0; from < inUse.length; from += spacesPerQuery) {
      const query = new CountersQuery()
      for (const [space, record] of inUse.slice(from, from + spacesPerQuery)) query.add(space, record)
      this.#queries.send(query)
      queries.push(query)
    }
    void Promise.all(queries.map(({ settled }) => settled)).then(() => {
      this.#isPolling = false
      this.#planPoll()
    })
    this.#checkListener(now)
  }

  #checkListener(now: number): void {
    const { heartbeat, clock, onSilentListener } = this.#parts
    if (this.#listener.isSilent(now)) {
      this.#listener.lost()
      onSilentListener?.()
    }
    const isDue = now - this.#heartbeatAt >= (this.#listener.isHealthy(now) ? heartbeatMs : fastHeartbeatMs)
    if (heartbeat === undefined || this.#isHeartbeatPending || !isDue) return
    this.#isHeartbeatPending = true
    this.#heartbeatAt = now
    const number = this.#listener.next()
    Promise.try(heartbeat, number)
      .then(() => this.#listener.sent(number, clock()))
      // A heartbeat that could not be sent says nothing about the listener.
      .catch(() => {})
      .then(() => {
        this.#isHeartbeatPending = false
      })
  }
}
