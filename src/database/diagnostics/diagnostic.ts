// The result of one check of the database or the settings. Checks the tables in the same way on both engines.
import { Refusal } from '../../base/errors.ts'
import { beforeRelease, isBeforeRelease, migrationNames } from '../migrations.ts'

export interface Diagnostic {
  /** The name of the check, such as `integrity`. */
  readonly check: string
  readonly status: 'ok' | 'warning' | 'failed'
  readonly message: string
  /** Advice for the operator; null if there is nothing to do. */
  readonly hint: string | null
}

export function ok(check: string, message: string): Diagnostic {
  return { check, status: 'ok', message, hint: null }
}

export function warning(check: string, message: string, hint: string): Diagnostic {
  return { check, status: 'warning', message, hint }
}

export function failed(check: string, message: string, hint: string): Diagnostic {
  return { check, status: 'failed', message, hint }
}

/** Runs checks whose errors are results too. The message of a refusal already names its subject. */
export async function reportErrors(
  check: string,
  { subject, hint }: { readonly subject: string; readonly hint: string },
  run: () => Diagnostic[] | Promise<Diagnostic[]>,
): Promise<Diagnostic[]> {
  try {
    return await run()
  } catch (error) {
    const message =
      error instanceof Refusal
        ? [error.message, ...error.details].join(' ')
        : `${subject}: ${(error as Error).message}.`
    return [failed(check, message, hint)]
  }
}

type Select = <Row>(sql: string) => Promise<readonly Row[]>

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
