// The database of DATABASE_URL, looked at from outside.
import type { Clock } from '../base/clock.ts'
import type { Finding } from '../base/finding.ts'
import { isShared } from './open.ts'
import { examinePostgres } from './postgres/examine.ts'
import { examineSqlite } from './sqlite/examine.ts'

/** Never rejects because of what is found: that is a finding. */
export async function examineDatabase(url: string, clock: Clock): Promise<Finding[]> {
  return isShared(url) ? examinePostgres(url, clock) : examineSqlite(url.slice('sqlite:'.length), clock)
}
