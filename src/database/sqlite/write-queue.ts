// Who writes next. SQLite has one writer, in this process or in another, and waiting for it inside of SQLite would stop
// everything else that this process does: so it is waited for here, between other work.
import { Refusal } from '../../base/errors.ts'

/**
 * How long a writer waits: while the lock is taken and nobody writes anything, while an import or others do write, and
 * at most if it is urgent, which is longer than any import takes.
 */
const patienceMs = { idle: 10_000, busy: 25_000, urgent: 600_000 } as const
const retryMs = 15
const waitingMax = { usual: 200, urgent: 1000 } as const

export const busyRefusal = [
  'The database is busy: another process keeps writing to it. Nothing was changed; try again.',
  'unavailable',
] as const

interface WriteQueueParts {
  /** A number that changes whenever anybody, in any process, writes to the database. */
  readonly readProgress?: () => number
  readonly now?: () => number
}

interface Waiter {
  readonly since: number
  readonly isUrgent: boolean
}

/** One after another, in the order in which they came; who waits too long, or finds too many waiting, gets an error. */
export class WriteQueue {
  readonly #readProgress: () => number
  readonly #now: () => number
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #current: Waiter = { since: 0, isUrgent: false }
  #progress = 0
  #progressAt = Number.NEGATIVE_INFINITY

  constructor({ readProgress = () => 0, now = () => performance.now() }: WriteQueueParts = {}) {
    this.#readProgress = readProgress
    this.#now = now
  }

  run<Result>(work: () => Promise<Result>, isUrgent = false): Promise<Result> {
    if (this.#waiting >= waitingMax[isUrgent ? 'urgent' : 'usual']) return Promise.reject(refuse())
    this.#waiting += 1
    const waiter = { since: this.#now(), isUrgent }
    const next = async () => {
      this.#waiting -= 1
      this.#current = waiter
      if (!this.#mayWait()) throw refuse()
      const result = await work()
      this.#progressAt = this.#now()
      return result
    }
    // Writing is synchronous: without a turn of the event loop between two of them, nobody reads until all are done.
    const result = this.#last.then(() => new Promise<void>(resolve => setImmediate(resolve))).then(next)
    this.#last = result.catch(() => {})
    return result
  }

  /** Tries again, while others run, until it is not refused as busy or patience ends. */
  async insist(begin: () => Promise<unknown>, isBusy: (error: unknown) => boolean): Promise<void> {
    this.#progress = this.#readProgress()
    for (;;) {
      try {
        await begin()
        return
      } catch (error) {
        if (!isBusy(error)) throw error
        this.#noteProgress()
        if (!this.#mayWait()) throw refuse()
      }
      await Bun.sleep(retryMs)
    }
  }

  #noteProgress(): void {
    const progress = this.#readProgress()
    if (progress === this.#progress) return
    this.#progress = progress
    this.#progressAt = this.#now()
  }

  #mayWait(): boolean {
    const { since, isUrgent } = this.#current
    const waited = this.#now() - since
    if (isUrgent) return waited < patienceMs.urgent
    return waited < patienceMs.busy && this.#now() - Math.max(since, this.#progressAt) < patienceMs.idle
  }
}

function refuse(): Refusal {
  return new Refusal(busyRefusal[0], [], busyRefusal[1])
}
