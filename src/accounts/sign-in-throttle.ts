// Limits failed sign-ins by account, existing or not, and by client IP, counted in the database. An attempt is counted
// before its password is checked, so that concurrent attempts get no more tries than sequential ones.
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
} from './sign-in.store.ts'

const windowMs = 15 * 60 * 1000
const accountFailuresMax = 8

/** Higher than for an account: an address can stand for many people, or for one attacker who tries many accounts. */
const addressFailuresMax = 100

interface ThrottleParts {
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
  /** The key of the hashes of e-mails and addresses, which cannot be reversed without it. */
  readonly secret: string
}

/** Runs `check`. A `credentials_invalid` counts as a failure. Throws `too_many_requests` if the limit is reached. */
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
    const client = { subject: toSubject('address', address), at: now, id: account.id }
    const assertNotThrottled = async (reads: Reads) => {
      const waitMs = Math.max(
        waitMsOf(await readFailures(reads, account.subject, now - windowMs), accountFailuresMax, now),
        waitMsOf(await readFailures(reads, client.subject, now - windowMs), addressFailuresMax, now),
      )
      if (waitMs > 0) throw tooMany(waitMs)
    }
    // Checked without a lock first, because a request that is refused anyway must not block other writes.
    await assertNotThrottled(database.reads)
    await database.urgentTransaction(async writes => {
      await assertNotThrottled(readsWithin(writes))
      await insertFailure(writes, account)
      await insertFailure(writes, client)
    })
    try {
      const result = await check()
      await database.urgentTransaction(async writes => {
        await deleteFailuresAt(writes, account.subject, client.subject)
        await deleteFailure(writes, client)
      })
      return result
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'credentials_invalid')) {
        await database.urgentTransaction(async writes => {
          await deleteFailure(writes, account)
          await deleteFailure(writes, client)
        })
      }
      throw error
    }
  }
}

/** Deletes failures outside of the window. */
export function deleteOldFailures(writes: Writes, now: number): Promise<void> {
  return deleteFailuresUntil(writes, now - windowMs)
}

/**
 * Returns the milliseconds until the oldest of the last `max` failures leaves the window; 0 if another attempt is allowed.
 */
function waitMsOf(failures: readonly number[], max: number, now: number): number {
  const oldest = failures[failures.length - max]
  return oldest === undefined ? 0 : oldest + windowMs - now
}

function tooMany(waitMs: number): Problem {
  return new Problem(
    'too_many_requests',
    'Too many failed sign-ins for this account or from this address. Wait, then try again.',
    { headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) } },
  )
}
