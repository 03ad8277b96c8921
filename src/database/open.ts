// From DATABASE_URL to a database.
import { Refusal } from '../base/errors.ts'
import type { Database } from './database.ts'
import { openSqlite } from './sqlite/sqlite.ts'

/** `sqlite:FILE`; with `create` the file and its folder are made where they do not exist. */
export function openDatabase(url: string, create: boolean): Database {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : ''
  if (file === '')
    throw new Refusal(`DATABASE_URL must be sqlite: and a file, such as sqlite:data/frontlist.db.`)
  return openSqlite(file, { create })
}
