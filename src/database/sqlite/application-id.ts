// Recognizes Frontlist's own SQLite files, so that a DATABASE_URL that names another application's file leaves it
// unchanged.
import type { Database as BunDatabase } from 'bun:sqlite'
import { Refusal } from '../../base/errors.ts'
import { isOurMigrationTable, requireReleased, toMigrationNames } from '../migrations.ts'

/** The id in the file header (sqlite.org/pragma.html#pragma_application_id): `Flst` in ASCII. */
const applicationId = 0x466c7374

export function isMarkedAsOurs(database: BunDatabase): boolean {
  return readId(database) === applicationId
}

export function markAsOurs(database: BunDatabase): void {
  database.exec(`pragma application_id = ${applicationId}`)
}

/**
 * Throws unless the file is Frontlist's. Accepts an empty file, and one that a killed process has not marked yet,
 * recognized by its migrations table.
 */
export function requireOurs(database: BunDatabase, path: string): void {
  const id = readId(database)
  if (id === applicationId) return
  const tables = database
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'table'")
    .all()
    .map(({ name }) => name)
  const applied = readApplied(database)
  if (id === 0 && (applied === null ? tables.length === 0 : isOurMigrationTable(applied, tables))) return
  const shown = tables.length === 0 ? [] : [`Its tables: ${tables.slice(0, 10).join(', ')}.`]
  throw new Refusal(
    `${path} is the database of another application. Nothing was changed; set DATABASE_URL to a file of Frontlist's own.`,
    shown,
  )
}

/** Refuses a file of ours that a version before 0.1.0 has made. */
export function requireReleasedFile(database: BunDatabase): void {
  requireReleased(readApplied(database) ?? [])
}

/** The names of the applied migrations; null if there is no table of them. */
export function readApplied(database: BunDatabase): readonly string[] | null {
  const table = database.query("select 1 from sqlite_schema where name = 'schema_migration'").get()
  if (table === null) return null
  return toMigrationNames(database.query('select * from schema_migration limit 1000').all())
}

function readId(database: BunDatabase): number {
  return database.query<{ application_id: number }, []>('pragma application_id').get()?.application_id ?? 0
}
