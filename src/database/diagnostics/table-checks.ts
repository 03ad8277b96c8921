// Checks the tables in the same way on both engines.
import { beforeRelease, isBeforeRelease, migrationNames } from '../migrations.ts'
import { type Diagnostic, failed, ok, warning } from './diagnostic.ts'

export type Select = <Row>(sql: string) => Promise<readonly Row[]>

/** `tables` are the names of the existing tables. Checks of their rows must come after the check of the migrations. */
export async function checkTables(select: Select, tables: readonly string[]): Promise<Diagnostic[]> {
  if (!tables.includes('schema_migration')) {
    return [warning('migrations', 'The database has no tables yet.', '`serve` or `migrate` creates them.')]
  }
  const rows = await select<{ name: string }>('select name from schema_migration')
  return [checkMigrations(rows.map(({ name }) => name))]
}

function checkMigrations(applied: readonly string[]): Diagnostic {
  if (isBeforeRelease(applied)) {
    return { check: 'migrations', status: 'failed', message: beforeRelease, hint: null }
  }
  const unknown = applied.filter(name => !migrationNames.includes(name))
  const pending = migrationNames.filter(name => !applied.includes(name))
  if (unknown.length > 0) {
    const message = `The tables belong to a later version, which has run ${unknown.join(', ')}.`
    return failed('migrations', message, 'Start that version, or restore a backup from before it.')
  }
  return pending.length > 0
    ? warning(
        'migrations',
        `Pending: ${pending.join(', ')}.`,
        'Make a backup; `serve` or `migrate` runs them.',
      )
    : ok('migrations', 'The tables are those of this version.')
}
