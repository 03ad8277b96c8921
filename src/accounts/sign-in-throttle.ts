// How often signing in may fail: by account, known or not, and by address, counted in the database. An attempt is
// counted before its password is looked at, so that many at once are not more than many one after another.
import type { Clock } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import { newId, type RandomBytes } from '../base/ids.ts'
import { type Database, type Reads, readsWithin, type Writes } from '../database/database.ts'
import {
  deleteFailure,
  deleteFailuresAt,
  deleteFailuresUntil,
  insertFailure,
  readFailures,
} from './sign-in-failures.store.ts'

const windowMs = 15 * 60 * 1000
const accountFailuresMax = 8

/** Many people can stand behind one address, and one who guesses at many accounts. */
const addressFailuresMax = 100

interface ThrottleParts {
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
  /** Makes hashes of e-mails and addresses that nobody without it can look up. */
  readonly secret: string
}

/** Runs `check`; its `credentials_invalid` counts as a failure. Refuses with `too_many_requests` beforehand. */
export type Throttle = <Result>(
  who: { readonly email: string; readonly address: string },
  check: () => Promise<Result>,
) => Promise<Result>

export function createThrottle({ database, clock, random, secret }: ThrottleParts): Throttle {
  const toSubject = (kind: string, text: string) =>
    new Bun.CryptoHasher('sha256', secret).update(`${kind}:${text}`).digest('hex')
  return async ({ email, address }, check) => {
    const now = clock()
    const account = { subject: toSubject('account', email), at: now, id: newId(random) }
    const place = { subject: toSubject('address', address), at: now, id: account.id }
    const requireCalm = async (reads: Reads) => {
      const waitMs = Math.max(
        waitOf(await readFailures(reads, account.subject, now - windowMs), accountFailuresMax, now),
        waitOf(await readFailures(reads, place.subject, now - windowMs), addressFailuresMax, now),
      )
      if (waitMs > 0) throw tooMany(waitMs)
    }
    // First without a lock: who is refused anyway does not keep others from writing.
    await requireCalm(database.reads)
    await database.urgentTransaction(async writes => {
      await requireCalm(readsWithin(writes))
      await insertFailure(writes, account)
      await insertFailure(writes, place)
    })
    try {
      const result = await check()
      await database.urgentTransaction(async writes => {
        await deleteFailuresAt(writes, account.subject, place.subject)
        await deleteFailure(writes, place)
      })
      return result
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'credentials_invalid')) {
        await database.urgentTransaction(async writes => {
          await deleteFailure(writes, account)
          await deleteFailure(writes, place)
        })
      }
      throw error
    }
  }
}

/** Those that no longer count. */
export function deleteOldFailures(writes: Writes, now: number): Promise<void> {
  return deleteFailuresUntil(writes, now - windowMs)
}

/** Until the oldest of the last `max` failures is out of the window; 0 where one more may fail. */
function waitOf(failures: readonly number[], max: number, now: number): number {
  const oldest = failures[failures.length - max]
  return oldest === undefined ? 0 : oldest + windowMs - now
}

function tooMany(waitMs: number): Problem {
  return new Problem(
    'too_many_requests',
    'Signing in has failed too often, for this account or from this address. Wait, then try again.',
    { headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) } },
  )
}
