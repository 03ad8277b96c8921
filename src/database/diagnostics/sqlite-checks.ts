// Checks an embedded database from outside. The file is opened read-only, and no file is created beside it.
import type { Database as BunDatabase } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Clock } from '../../base/clock.ts'
import { requireOurs } from '../sqlite/application-id.ts'
import { openReadOnly } from '../sqlite/read-only.ts'
import { checkTables, type Diagnostic, failed, ok, reportErrors, warning } from './diagnostic.ts'

const errorsShownMax = 3
/** The clocks of a machine and its file systems differ by less than this. */
const clockToleranceMs = 60_000

/** `isThorough` reads the whole file. */
export async function checkSqlite(file: string, clock: Clock, isThorough: boolean): Promise<Diagnostic[]> {
  const path = resolve(file)
  if (!existsSync(path) || !statSync(path).isFile()) {
    const hint = 'Check DATABASE_URL. `serve` creates the file of a new database.'
    return [failed('database', `There is no file ${path}.`, hint)]
  }
  const hint = 'Check DATABASE_URL and the rights of this user. If the file is damaged, restore a backup.'
  const inDatabase = { subject: path, hint }
  const content = isThorough ? await reportErrors('database', inDatabase, () => checkContent(path)) : []
  // The file may belong to another program, so there is no advice on its mode.
  if (content[0]?.status === 'failed') return content
  const files = [path, `${path}-wal`, `${path}-shm`].filter(existsSync)
  return [...content, checkFileModes(dirname(path), files), checkClock(files, clock)]
}

/**
 * Checks the content of the file. SQLite creates files beside a database in WAL mode unless it is opened as immutable,
 * which is safe while no process has it open. If a process opened it during the check, the result may be wrong, and the
 * check is repeated.
 */
async function checkContent(path: string): Promise<Diagnostic[]> {
  const isInUse = existsSync(`${path}-wal`)
  const diagnostics = await checkOpened(path, isInUse).catch((error: Error) => error)
  if (!isInUse && existsSync(`${path}-wal`)) return checkContent(path)
  if (diagnostics instanceof Error) throw diagnostics
  return diagnostics
}

async function checkOpened(path: string, isInUse: boolean): Promise<Diagnostic[]> {
  const connection = openReadOnly(path, isInUse)
  try {
    requireOurs(connection, path)
    const select = async <Row>(sql: string) => connection.query<Row, []>(sql).all()
    const tables = await select<{ name: string }>('select name from sqlite_schema')
    return [
      ok('database', `${path} can be opened.`),
      checkIntegrity(connection),
      ...(await checkTables(
        select,
        tables.map(({ name }) => name),
      )),
    ]
  } finally {
    connection.close()
  }
}

function checkIntegrity(connection: BunDatabase): Diagnostic {
  const rows = connection.query<{ quick_check: string }, []>('pragma quick_check').all()
  const errors = rows.map(row => row.quick_check).filter(text => text !== 'ok')
  if (errors.length === 0) return ok('integrity', 'The file is not damaged.')
  const shown = errors.slice(0, errorsShownMax).join('; ').replaceAll('\n', ' ')
  const hint = 'Stop the server, keep a copy of all its files, and restore a backup.'
  return failed('integrity', `The file is damaged: ${shown}.`, hint)
}

function checkFileModes(folder: string, files: readonly string[]): Diagnostic {
  if ((statSync(folder).mode & 0o022) !== 0) {
    return failed('files', `Other users can replace files in ${folder}.`, `Run: chmod go-w ${folder}`)
  }
  const open = files.filter(file => (statSync(file).mode & 0o077) !== 0)
  return open.length > 0
    ? warning(
        'files',
        `Other users can read or change ${open.join(', ')}.`,
        `Run: chmod 600 ${open.join(' ')}`,
      )
    : ok('files', 'The files are accessible to their owner only.')
}

/** Checks the clock. If it was set back, expired keys and sessions would be accepted again. */
function checkClock(files: readonly string[], clock: Clock): Diagnostic {
  const behindMs = Math.max(...files.map(file => statSync(file).mtimeMs)) - clock()
  if (behindMs <= clockToleranceMs) return ok('clock', 'The clock is not behind the last write.')
  const message = `The clock is ${Math.round(behindMs / 1000)} seconds behind the last write to the database.`
  return failed('clock', message, 'Set the clock: keys and sessions expire by it.')
}
