// Sends queries for counters and tracks their outcome. Only this file decides whether the database is unavailable. It
// stores no versions (space-leases.ts) and does not decide when to query (lease-keeper.ts).
import type { CountersQuery, CountersResponse, SpaceLeases } from './space-leases.ts'

/** A later response is still applied, but requests no longer wait for it. */
const responseMsMax = 400
/** The time that the database counts as unavailable after a failure. Active polls fail more often than this. */
const unavailableMs = 1000

interface QueryRunnerParts {
  readonly clock: () => number
  readonly schedule: (ms: number, work: () => void) => () => void
  readonly ask: (spaces: readonly string[]) => Promise<CountersResponse>
  readonly onState: (state: 'fresh' | 'away', reason?: unknown) => void
}

export class QueryRunner {
  readonly #parts: QueryRunnerParts
  readonly #spaces: SpaceLeases
  readonly #open = new Map<CountersQuery, () => void>()
  #sent = 0
  /** The newest query that got a response in time. */
  #succeeded = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #state: 'fresh' | 'away' = 'fresh'
  #isClosed = false

  constructor(parts: QueryRunnerParts, spaces: SpaceLeases) {
    this.#parts = parts
    this.#spaces = spaces
  }

  /**
   * Returns true only after a recent failure. After a suspension or an idle period the process knows nothing about the
   * database and must query it.
   */
  isAway(now: number): boolean {
    return now - this.#failedAt < unavailableMs
  }

  send(query: CountersQuery): void {
    const { clock, schedule, ask } = this.#parts
    this.#sent += 1
    query.number = this.#sent
    // Recorded before sending, because the response reflects some moment after this one.
    this.#spaces.markSent(query, clock())
    this.#open.set(
      query,
      schedule(responseMsMax, () => this.#fail(query, new Error(`No response within ${responseMsMax} ms`))),
    )
    // A malformed response counts as a failure, too.
    Promise.try(ask, [...query.floors.keys()])
      .then(response => this.#apply(query, response))
      .catch(reason => this.#fail(query, reason))
  }

  close(): void {
    this.#isClosed = true
    for (const query of this.#open.keys()) this.#settle(query)
  }

  #apply(query: CountersQuery, response: CountersResponse): void {
    if (this.#isClosed) return
    this.#spaces.learn(query, response)
    if (!query.isOpen) return
    this.#succeeded = Math.max(this.#succeeded, query.number)
    this.#failedAt = Number.NEGATIVE_INFINITY
    this.#settle(query)
    this.#setState('fresh')
  }

  #fail(query: CountersQuery, reason: unknown): void {
    if (!query.isOpen) return
    this.#settle(query)
    // One connection failed, but a later query succeeded on another.
    if (query.number < this.#succeeded) return
    // If the process was suspended, the timer fires late, so its due time counts.
    const now = this.#parts.clock()
    this.#failedAt = Math.max(this.#failedAt, Math.min(now, query.sentAt + responseMsMax))
    if (this.isAway(now)) this.#setState('away', reason)
  }

  #settle(query: CountersQuery): void {
    this.#open.get(query)?.()
    this.#open.delete(query)
    query.settle()
  }

  #setState(state: 'fresh' | 'away', reason?: unknown): void {
    if (state === this.#state) return
    this.#state = state
    this.#parts.onState(state, reason)
  }
}
