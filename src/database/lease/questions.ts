// Questions to the database and what becomes of them: it is the one place that says whether the database is away. It
// keeps no versions (known-spaces.ts) and does not decide when to ask (freshness.ts).
import type { CountersQuery, CountersResponse, SpaceLeases } from './known-spaces.ts'

/** An answer that takes longer still counts for what it says, but nobody waits for it. */
const answerMs = 400
/** How long a failure says that the database is away. Polls, while there are any, fail more often than this. */
const evidenceMs = 1000

export interface QueryRunnerParts {
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
  /** The newest question that was answered in time. */
  #answered = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #state: 'fresh' | 'away' = 'fresh'
  #isClosed = false

  constructor(parts: QueryRunnerParts, spaces: SpaceLeases) {
    this.#parts = parts
    this.#spaces = spaces
  }

  /**
   * Evidence of it, and recent: a process that was stopped for a while, or asked nothing for a while, knows nothing of
   * the database now and has to ask.
   */
  isAway(now: number): boolean {
    return now - this.#failedAt < evidenceMs
  }

  send(question: CountersQuery): void {
    const { clock, schedule, ask } = this.#parts
    this.#sent += 1
    question.number = this.#sent
    // Before it is sent: the answer is the truth as of some moment after this one.
    this.#spaces.markSent(question, clock())
    this.#open.set(
      question,
      schedule(answerMs, () => this.#fail(question, new Error(`No answer within ${answerMs} ms`))),
    )
    // An answer that is none fails, too.
    Promise.try(ask, [...question.floors.keys()])
      .then(answer => this.#take(question, answer))
      .catch(reason => this.#fail(question, reason))
  }

  close(): void {
    this.#isClosed = true
    for (const question of this.#open.keys()) this.#conclude(question)
  }

  #take(question: CountersQuery, answer: CountersResponse): void {
    if (this.#isClosed) return
    this.#spaces.learn(question, answer)
    if (!question.isOpen) return
    this.#answered = Math.max(this.#answered, question.number)
    this.#failedAt = Number.NEGATIVE_INFINITY
    this.#conclude(question)
    this.#tell('fresh')
  }

  #fail(question: CountersQuery, reason: unknown): void {
    if (!question.isOpen) return
    this.#conclude(question)
    // One connection has failed, but a later question came through on another.
    if (question.number < this.#answered) return
    // Of a timer that rings late because the process was stopped, only the time when it should have rung counts.
    const now = this.#parts.clock()
    this.#failedAt = Math.max(this.#failedAt, Math.min(now, question.sentAt + answerMs))
    if (this.isAway(now)) this.#tell('away', reason)
  }

  #conclude(question: CountersQuery): void {
    this.#open.get(question)?.()
    this.#open.delete(question)
    question.settle()
  }

  #tell(state: 'fresh' | 'away', reason?: unknown): void {
    if (state === this.#state) return
    this.#state = state
    this.#parts.onState(state, reason)
  }
}
