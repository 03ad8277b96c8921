// The list of checks for `doctor`; `serve` runs the cheap ones at startup.
import type { Clock } from '../../base/clock.ts'
import { isShared } from '../open.ts'
import type { Diagnostic } from './diagnostic.ts'
import { checkPostgres } from './postgres-checks.ts'
import { checkSecret } from './secret-check.ts'
import { checkSqlite } from './sqlite-checks.ts'

export interface DiagnosedSettings {
  readonly DATABASE_URL: string
  readonly FRONTLIST_SECRET: string
}

/** Changes nothing, and reports problems without rejecting. `isThorough` includes slow checks. */
export async function diagnose(
  { DATABASE_URL: url, FRONTLIST_SECRET: secret }: DiagnosedSettings,
  clock: Clock,
  isThorough: boolean,
): Promise<Diagnostic[]> {
  const database = isShared(url)
    ? await checkPostgres(url, clock, isThorough)
    : checkSqlite(url.slice('sqlite:'.length), clock, isThorough)
  return [...database, checkSecret(url, secret)]
}
