// Which of the migrations that this version knows have run, as a finding.
import { about, type Finding } from '../base/finding.ts'
import { migrationNames } from './migrations.ts'

/** `applied` null: there is no table that says so. */
export function examineMigrations(applied: readonly string[] | null): Finding {
  const tables = about('tables')
  if (applied === null) {
    return tables.warning('The database has no tables of Frontlist.', '`serve` or `migrate` makes them.')
  }
  const unknown = applied.filter(name => !migrationNames.includes(name))
  if (unknown.length > 0) {
    return tables.fault(
      `The tables are of a later version, which has made ${unknown.join(', ')}.`,
      'Start that version, or restore a backup from before it.',
    )
  }
  const missing = migrationNames.filter(name => !applied.includes(name))
  if (missing.length > 0) {
    return tables.warning(
      `The tables are of an earlier version: ${missing.join(', ')} has not run.`,
      'Back up; `serve` or `migrate` brings them up to this version.',
    )
  }
  return tables.ok("They are this version's.")
}
