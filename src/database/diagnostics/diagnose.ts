// Runs the checks of `doctor`. `serve` runs the cheap ones at startup. They change nothing.
import { statSync } from 'node:fs'
import type { Clock } from '../../base/clock.ts'
import { isShared } from '../open.ts'
import { readSecret, secretFileOf } from '../secret-file.ts'
import { type Diagnostic, failed, ok, reportErrors, warning } from './diagnostic.ts'
import { checkPostgres } from './postgres-checks.ts'
import { checkSqlite } from './sqlite-checks.ts'

export interface DiagnosedSettings {
  readonly DATABASE_URL: string
  readonly FRONTLIST_SECRET: string
}

/** Reports problems, and never rejects. `isThorough` includes slow checks. */
export async function diagnose(
  { DATABASE_URL: url, FRONTLIST_SECRET: secret }: DiagnosedSettings,
  clock: Clock,
  isThorough: boolean,
): Promise<Diagnostic[]> {
  const database = isShared(url)
    ? await checkPostgres(url, clock, isThorough)
    : await checkSqlite(url.slice('sqlite:'.length), clock, isThorough)
  const unreadable = { subject: 'The secret', hint: 'Run this as the owner of the file.' }
  return [...database, ...(await reportErrors('secret', unreadable, () => [checkSecret(url, secret)]))]
}

/** Checks the secret. Anybody who knows it can sign sessions. `secret` is empty if FRONTLIST_SECRET is not set. */
function checkSecret(url: string, secret: string): Diagnostic {
  if (secret !== '') return ok('secret', 'FRONTLIST_SECRET is set.')
  if (isShared(url)) {
    const hint = 'Set it to the same value on every node, such as the output of: openssl rand -hex 32'
    return failed('secret', 'FRONTLIST_SECRET is not set.', hint)
  }
  const file = secretFileOf(url)
  if (readSecret(file) === null) {
    return warning('secret', `${file} does not exist.`, '`serve` creates it; existing sessions end.')
  }
  if ((statSync(file).mode & 0o077) === 0) return ok('secret', `${file} is readable by its owner only.`)
  return failed(
    'secret',
    `Other users can read or change ${file}, and so create sessions.`,
    `Run: chmod 600 ${file}. If somebody may have read it, delete it; users sign in again.`,
  )
}
