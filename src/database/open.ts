// Opens the database that DATABASE_URL names.
import { Refusal } from '../base/errors.ts'
import type { Database } from './database.ts'
import { openPostgres, type PostgresOptions } from './postgres/postgres.ts'
import { openSqlite } from './sqlite/sqlite.ts'

/** Checks whether several nodes share the database, and therefore must share the secret, too. */
export function isShared(url: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(url)
}

interface OpenOptions extends PostgresOptions {
  readonly create: boolean
}

/** Opens `sqlite:FILE`, which `create` creates if it does not exist, or `postgres://…`. */
export function openDatabase(url: string, { create, ...options }: OpenOptions): Database {
  if (isShared(url)) return openPostgres(url, options)
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : ''
  if (file === '') {
    throw new Refusal(
      'DATABASE_URL must be sqlite: and a file, such as sqlite:data/frontlist.db, or postgres:// and so on.',
    )
  }
  return openSqlite(file, { create })
}
