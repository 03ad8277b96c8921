// The migrations, in order. Listed in code, not read from a folder at run time, so that they are part of the
// executable.
import { type Kysely, type Migration, Migrator } from 'kysely'
import { Refusal } from '../base/errors/errors.ts'
import { up as initial } from './migrations/0001-initial.ts'
import { up as accounts } from './migrations/0002-accounts.ts'
import { up as references } from './migrations/0003-references.ts'
import { up as keyRevision } from './migrations/0004-key-revision.ts'
import { up as rowSecurity } from './migrations/0005-row-security.ts'
import { up as changes } from './migrations/0006-changes.ts'
import { up as addresses } from './migrations/0007-addresses.ts'
import { up as shortImportLock } from './migrations/0008-short-import-lock.ts'
import { up as queryIndex } from './migrations/0009-query-index.ts'
import { up as authoring } from './migrations/0010-authoring.ts'
import { up as unboundReferences } from './migrations/0011-unbound-references.ts'
import { up as listsFromIndex } from './migrations/0012-lists-from-index.ts'
import { up as scheduleProblems } from './migrations/0013-schedule-problems.ts'
import { up as assets } from './migrations/0014-assets.ts'
import { up as listOrder } from './migrations/0015-list-order.ts'
import { up as deliveredAddresses } from './migrations/0016-delivered-addresses.ts'
import { up as pendingPostings } from './migrations/0017-pending-postings.ts'
import { up as scheduleGroups } from './migrations/0018-schedule-groups.ts'
import { up as decodedPictures } from './migrations/0019-decoded-pictures.ts'
import { up as spaceActivity } from './migrations/0020-space-activity.ts'
import { up as outdatedWords } from './migrations/0021-outdated-words.ts'
import { up as earlierForms } from './migrations/0022-earlier-forms.ts'
import { up as wordsInMarkup } from './migrations/0023-words-in-markup.ts'
import type { Schema } from './schema.ts'

const migrations: Readonly<Record<string, Migration>> = {
  '0001-initial': { up: initial },
  '0002-accounts': { up: accounts },
  '0003-references': { up: references },
  '0004-key-revision': { up: keyRevision },
  '0005-row-security': { up: rowSecurity },
  '0006-changes': { up: changes },
  '0007-addresses': { up: addresses },
  '0008-short-import-lock': { up: shortImportLock },
  '0009-query-index': { up: queryIndex },
  '0010-authoring': { up: authoring },
  '0011-unbound-references': { up: unboundReferences },
  '0012-lists-from-index': { up: listsFromIndex },
  '0013-schedule-problems': { up: scheduleProblems },
  '0014-assets': { up: assets },
  '0015-list-order': { up: listOrder },
  '0016-delivered-addresses': { up: deliveredAddresses },
  '0017-pending-postings': { up: pendingPostings },
  '0018-schedule-groups': { up: scheduleGroups },
  '0019-decoded-pictures': { up: decodedPictures },
  '0020-space-activity': { up: spaceActivity },
  '0021-outdated-words': { up: outdatedWords },
  '0022-earlier-forms': { up: earlierForms },
  '0023-words-in-markup': { up: wordsInMarkup },
}

/** The migrations of this version of Frontlist, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations)

const migrationTables = ['schema_migration', 'schema_migration_lock'] as const

/**
 * Decides by the rows of a table `schema_migration` and the existing tables: ours has the first migration, or is empty
 * with no other tables beside it. Other applications have tables of that name too.
 */
export function isOurMigrationTable(rows: readonly unknown[], tables: readonly string[]): boolean {
  const [first] = migrationNames
  if (rows.some(row => (row as { name?: unknown }).name === first)) return true
  return rows.length === 0 && tables.every(name => (migrationTables as readonly string[]).includes(name))
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
