// Detects SQLite errors after which this process must not write to the file any more, and maps errors to refusals.
import { SQLiteError } from 'bun:sqlite'
import type { ErrorCode } from '../../base/errors/error-table.ts'
import { Refusal } from '../../base/errors/errors.ts'
import { busyRefusal } from './write-queue.ts'

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
