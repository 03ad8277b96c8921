// What makes a file of SQLite one that this process must not write to any more, and words for what it refuses.
import { SQLiteError } from 'bun:sqlite'
import type { ErrorCode } from '../../base/error-table.ts'
import { Refusal } from '../../base/errors.ts'
import { busyRefusal } from './write-queue.ts'

/**
 * After a sync that failed the system takes what it could not write for written, so that trying again proves nothing;
 * and what is written to a damaged file damages it more.
 */
const damages = /^SQLITE_(IOERR_FSYNC|IOERR_DIR_FSYNC|CORRUPT|NOTADB)/

const damageWords =
  'The disk or the database file has failed, and nothing is written any more. Whether the last change was made is known after a restart.'

const refusals: readonly (readonly [code: RegExp, words: string, answer: ErrorCode])[] = [
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
  readonly #found = Promise.withResolvers<Error>()
  #isFound = false

  /** Settles when there is one. */
  get found(): Promise<Error> {
    return this.#found.promise
  }

  get isFound(): boolean {
    return this.#isFound
  }

  requireNone(): void {
    if (this.#isFound) throw new Refusal(damageWords, [], 'unavailable')
  }

  /** Runs what writes: none is begun once there is damage, and what SQLite refuses is said in words. */
  async watchWrite<Result>(work: () => Promise<Result>): Promise<Result> {
    this.requireNone()
    try {
      return await work()
    } catch (error) {
      this.note(error)
      throw inWords(error)
    }
  }

  /** Whatever SQLite throws is to be looked at here. */
  note(error: unknown): void {
    if (!(error instanceof SQLiteError) || !damages.test(error.code ?? '')) return
    this.#isFound = true
    this.#found.resolve(error)
  }
}

function inWords(error: unknown): unknown {
  if (!(error instanceof SQLiteError)) return error
  const code = error.code ?? ''
  if (damages.test(code)) return new Refusal(damageWords, [`${code}: ${error.message}`], 'unavailable')
  const known = refusals.find(([pattern]) => pattern.test(code))
  return known === undefined ? error : new Refusal(known[1], [], known[2])
}
