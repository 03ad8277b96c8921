// The migrations, in order. Listed in code, not read from a folder at run time, so that they are part of the
// executable.
import { type Kysely, type Migration, Migrator } from 'kysely'
import { Refusal } from '../base/errors.ts'
import { up as firstRelease } from './migrations/0001-first-release.ts'
import { up as views } from './migrations/0002-views.ts'
import { up as previewSites } from './migrations/0003-preview-sites.ts'
import { up as previewLinks } from './migrations/0004-preview-links.ts'
import type { Schema } from './schema.ts'

const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-release': { up: firstRelease },
  '0002-views': { up: views },
  '0003-preview-sites': { up: previewSites },
  '0004-preview-links': { up: previewLinks },
}

/** The migrations of this version of Frontlist, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations)

const migrationTables = ['schema_migration', 'schema_migration_lock'] as const

/** The names of the rows of a table `schema_migration`. In one of another application, rows may have none. */
export function toMigrationNames(rows: readonly unknown[]): readonly string[] {
  return rows.map(row => String((row as { readonly name?: unknown }).name ?? ''))
}

/** True if the tables are at this version or a later one. */
export function areMigrated(applied: readonly string[]): boolean {
  return migrationNames.every(name => applied.includes(name))
}

/** True if the tables are exactly at this version. */
export function areCurrent(applied: readonly string[]): boolean {
  return areMigrated(applied) && applied.length === migrationNames.length
}

/**
 * Decides by the applied migrations and the existing tables whether a table `schema_migration` is ours: it has the first
 * migration, or is empty with no other tables beside it. Other applications have tables of that name too.
 */
export function isOurMigrationTable(applied: readonly string[], tables: readonly string[]): boolean {
  if (applied.includes(migrationNames[0]!) || isBeforeRelease(applied)) return true
  return applied.length === 0 && tables.every(name => (migrationTables as readonly string[]).includes(name))
}

/** The first migrations of the builds before 0.1.0, whose tables differ from those of the release. */
const namesBeforeRelease = ['0001-initial', '0001-tables']

/** True if a version before 0.1.0 has made the tables, which no migration leads on from. */
export function isBeforeRelease(applied: readonly string[]): boolean {
  return namesBeforeRelease.some(name => applied.includes(name))
}

export const beforeRelease =
  'The database was made by a version of Frontlist before 0.1.0: export its content with the version that made it, and import it into a new database of this version; nothing was changed.'

export function requireReleased(applied: readonly string[]): void {
  if (isBeforeRelease(applied)) throw new Refusal(beforeRelease)
}

/**
 * Migrates the tables to this version, in one transaction that holds the write lock: if several processes start at
 * once, one migrates and the others find it done. Returns the names of the migrations that ran. `schema` is where the
 * tables are on PostgreSQL: without it, Kysely would take tables in any schema of the database for its own.
 */
export async function migrate(db: Kysely<Schema>, schema?: string): Promise<readonly string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: migrationTables[0],
    migrationLockTableName: migrationTables[1],
    ...(schema !== undefined && { migrationTableSchema: schema }),
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) refuseLaterTables(error)
  return (results ?? []).map(result => result.migrationName)
}

/** Kysely's error for an applied migration that this version does not know. */
const unknownMigration = /previously executed migration (\S+) is missing/

function refuseLaterTables(error: unknown): never {
  const [, name] = unknownMigration.exec(error instanceof Error ? error.message : '') ?? []
  if (name === undefined) throw error
  throw new Refusal(
    `The database's tables are of a later version of Frontlist, which has run ${name}. Start that version, or restore a backup from before it.`,
  )
}
