// Checks that the tables are at this version.
import { migrationNames } from '../migrations.ts'
import { check, type Diagnostic } from './diagnostic.ts'

/** `applied` is null if there is no migrations table. */
export function checkMigrations(applied: readonly string[] | null): Diagnostic {
  const migrations = check('migrations')
  if (applied === null) {
    return migrations.warning('The database has no tables yet.', '`serve` or `migrate` creates them.')
  }
  const unknown = applied.filter(name => !migrationNames.includes(name))
  if (unknown.length > 0) {
    return migrations.failed(
      `The tables belong to a later version, which has run ${unknown.join(', ')}.`,
      'Start that version, or restore a backup from before it.',
    )
  }
  const pending = migrationNames.filter(name => !applied.includes(name))
  if (pending.length > 0) {
    return migrations.warning(
      `Pending: ${pending.join(', ')}.`,
      'Make a backup; `serve` or `migrate` runs them.',
    )
  }
  return migrations.ok('The tables are those of this version.')
}
