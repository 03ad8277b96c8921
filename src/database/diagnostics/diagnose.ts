// Runs the checks of the database and its secret for `doctor`; `serve` runs the cheap ones at startup. It also opens the
// database for commands that check its content. Nothing is written, and a file of SQLite is opened read-only.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../database.ts'
import { isShared } from '../open.ts'
import { openPostgres } from '../postgres/postgres.ts'
import { readSecret, secretFileOf } from '../secret-file.ts'
import { openReadOnly, readsOfConnection } from '../sqlite/read-only.ts'
import { type Diagnostic, failed, ok, reportErrors, warning } from './diagnostic.ts'
import { checkPostgres } from './postgres-checks.ts'
import { checkSqlite } from './sqlite-checks.ts'

type InspectedDatabase = Pick<Database, 'reads' | 'snapshot'>

export async function inspect<Result>(
  url: string,
  work: (database: InspectedDatabase) => Promise<Result>,
): Promise<Result> {
  if (isShared(url)) {
    const database = openPostgres(url, {})
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  const connection = openReadOnly(resolve(url.slice('sqlite:'.length)))
  try {
    const reads = readsOfConnection(connection)
    connection.exec('begin')
    return await work({ reads, snapshot: (_space, read) => read(reads) })
  } finally {
    connection.close()
  }
}

interface DiagnosedSettings {
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
