// Orders writes, and detects errors after which this process must not write to the file any more. SQLite has one writer
// among all processes, and waiting for it inside SQLite would block this process, so writers wait here, asynchronously.
import { SQLiteError } from 'bun:sqlite'
import type { ErrorCode } from '../../base/error-table.ts'
import { Refusal } from '../../base/errors.ts'

/**
 * The time that a writer waits: while the lock is held without any progress, while an import or others make progress,
 * and at most if it is urgent, which is longer than any import takes.
 */
const waitMs = { idle: 10_000, busy: 25_000, urgent: 600_000 } as const
const retryMs = 15
const waitingMax = { usual: 200, urgent: 1000 } as const

const busyRefusal = [
  'The database is busy: another process keeps writing to it. Nothing was changed; try again.',
  'unavailable',
] as const

interface WriteQueueParts {
  /** Returns a number that changes with every write to the database, by any process. */
  readonly readProgress?: () => number
  readonly now?: () => number
}

interface Waiter {
  readonly since: number
  readonly isUrgent: boolean
}

/** Runs writes first in, first out. A writer that waits too long or finds the queue full gets an error. */
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
    if (this.#waiting >= waitingMax[isUrgent ? 'urgent' : 'usual']) return Promise.reject(busy())
    this.#waiting += 1
    const waiter = { since: this.#now(), isUrgent }
    const next = async () => {
      this.#waiting -= 1
      this.#current = waiter
      if (!this.#mayWait()) throw busy()
      const result = await work()
      this.#progressAt = this.#now()
      return result
    }
    // Writes are synchronous. Without yielding to the event loop between two of them, reads would wait until all are done.
    const result = this.#last.then(() => new Promise<void>(resolve => setImmediate(resolve))).then(next)
    this.#last = result.catch(() => {})
    return result
  }

  /** Retries until it succeeds or the waiting time is over. Other work runs in between. */
  async insist(begin: () => Promise<unknown>, isBusy: (error: unknown) => boolean): Promise<void> {
    this.#progress = this.#readProgress()
    for (;;) {
      try {
        await begin()
        return
      } catch (error) {
        if (!isBusy(error)) throw error
        this.#noteProgress()
        if (!this.#mayWait()) throw busy()
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
    if (isUrgent) return waited < waitMs.urgent
    return waited < waitMs.busy && this.#now() - Math.max(since, this.#progressAt) < waitMs.idle
  }
}

function busy(): Refusal {
  return new Refusal(busyRefusal[0], [], busyRefusal[1])
}

/**
 * Errors after which nothing may be written: after a failed sync the system considers the lost pages written, so a retry
 * proves nothing, and writing to a corrupt file damages it further.
 */
const fatalCodes = /^SQLITE_(IOERR_FSYNC|IOERR_DIR_FSYNC|CORRUPT|NOTADB)/

const failureMessage =
  'The disk or the database file has failed, and nothing is written any more. Whether the last change was made is known after a restart.'

const refusals: readonly (readonly [code: RegExp, message: string, errorCode: ErrorCode])[] = [
  [/^SQLITE_BUSY$/, ...busyRefusal],
  [/^SQLITE_FULL$/, 'The disk is full. Nothing was changed; make room and try again.', 'storage_full'],
  [
    /^SQLITE_READONLY$/,
    'The database cannot be written: its file is read-only. Nothing was changed.',
    'unavailable',
  ],
  [/^SQLITE_IOERR/, 'The disk has reported an error. Nothing was changed; try again.', 'unavailable'],
]

export class StorageFailure {
  readonly #failure = Promise.withResolvers<Error>()
  #hasFailed = false

  /** Resolves at the first storage failure. */
  get found(): Promise<Error> {
    return this.#failure.promise
  }

  get isFound(): boolean {
    return this.#hasFailed
  }

  requireNone(): void {
    if (this.#hasFailed) throw new Refusal(failureMessage, [], 'unavailable')
  }

  /** Runs a write. It is refused after a storage failure, and SQLite errors become refusals. */
  async watchWrite<Result>(work: () => Promise<Result>): Promise<Result> {
    this.requireNone()
    try {
      return await work()
    } catch (error) {
      this.note(error)
      throw toRefusalOrError(error)
    }
  }

  /** Must be called with every error that SQLite throws. */
  note(error: unknown): void {
    if (!(error instanceof SQLiteError) || !fatalCodes.test(error.code ?? '')) return
    this.#hasFailed = true
    this.#failure.resolve(error)
  }
}

function toRefusalOrError(error: unknown): unknown {
  if (!(error instanceof SQLiteError)) return error
  const code = error.code ?? ''
  if (fatalCodes.test(code)) return new Refusal(failureMessage, [`${code}: ${error.message}`], 'unavailable')
  const known = refusals.find(([pattern]) => pattern.test(code))
  return known === undefined ? error : new Refusal(known[1], [], known[2])
}
