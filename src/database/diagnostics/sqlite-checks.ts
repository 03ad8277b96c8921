// Checks an embedded database from outside: the file is opened read-only, and no file is created beside it.
import type { Database as BunDatabase } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Clock } from '../../base/clock.ts'
import { Refusal } from '../../base/errors.ts'
import { requireOurs } from '../sqlite/application-id.ts'
import { openReadOnly } from '../sqlite/read-only.ts'
import { check, type Diagnostic } from './diagnostic.ts'
import { checkMigrations } from './migrations-check.ts'

const errorsShownMax = 3
/** The clocks of a machine and its file systems differ by less. */
const clockToleranceMs = 60_000

/** `isThorough` reads the whole file. */
export function checkSqlite(file: string, clock: Clock, isThorough: boolean): Diagnostic[] {
  const path = resolve(file)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) {
    const message = stats ? `${path} is not a file.` : `There is no file ${path}.`
    return [
      check('database').failed(message, 'Check DATABASE_URL. `serve` creates the file of a new database.'),
    ]
  }
  const content = isThorough ? checkContent(path) : []
  return [...content, checkFileModes(path), checkClock(path, clock)]
}

/** If a process opened the file during the check, the result may be wrong, and the check is repeated. */
function checkContent(path: string): Diagnostic[] {
  const isOpen = () => existsSync(`${path}-wal`)
  const wasOpen = isOpen()
  const diagnostics = checkOpened(path, wasOpen)
  return !wasOpen && isOpen() ? checkOpened(path, true) : diagnostics
}

function checkOpened(path: string, isInUse: boolean): Diagnostic[] {
  const database = check('database')
  let connection: BunDatabase | null = null
  try {
    connection = openReadOnly(path, isInUse)
    requireOurs(connection, path)
    return [
      database.ok(`${path} can be opened.`),
      checkIntegrity(connection, path),
      checkMigrations(readApplied(connection)),
    ]
  } catch (error) {
    if (error instanceof Refusal) return [database.failed(error.message, error.details.join(' ') || null)]
    return [
      database.failed(
        `${path} cannot be read as a database: ${(error as Error).message}.`,
        'Check DATABASE_URL and the rights of this user. If the file is damaged, restore a backup.',
      ),
    ]
  } finally {
    connection?.close()
  }
}

function checkIntegrity(connection: BunDatabase, path: string): Diagnostic {
  const integrity = check('integrity')
  const rows = connection.query<{ quick_check: string }, []>('pragma quick_check').all()
  const errors = rows.map(row => row.quick_check).filter(text => text !== 'ok')
  if (errors.length === 0) return integrity.ok('The file is not damaged.')
  const shown = errors.slice(0, errorsShownMax).join('; ').replaceAll('\n', ' ')
  return integrity.failed(
    `${path} is damaged: ${shown}.`,
    'Stop the server, keep a copy of all its files, and restore a backup.',
  )
}

function readApplied(connection: BunDatabase): readonly string[] | null {
  const [table] = connection.query("select 1 from sqlite_schema where name = 'schema_migration'").all()
  if (!table) return null
  const rows = connection.query<{ name: string }, []>('select name from schema_migration').all()
  return rows.map(({ name }) => name)
}

function checkFileModes(path: string): Diagnostic {
  const files = check('files')
  const folder = dirname(path)
  if ((statSync(folder).mode & 0o022) !== 0) {
    return files.failed(`Other users can replace files in ${folder}.`, `Run: chmod go-w ${folder}`)
  }
  const open = filesOf(path).filter(file => (statSync(file).mode & 0o077) !== 0)
  return open.length > 0
    ? files.warning(`Other users can read or change ${open.join(', ')}.`, `Run: chmod 600 ${open.join(' ')}`)
    : files.ok('The files are accessible to their owner only.')
}

/** After the clock was set back, expired keys and sessions would be accepted again. */
function checkClock(path: string, clock: Clock): Diagnostic {
  const result = check('clock')
  const behindMs = Math.max(...filesOf(path).map(file => statSync(file).mtimeMs)) - clock()
  return behindMs <= clockToleranceMs
    ? result.ok('The clock is not behind the last write.')
    : result.failed(
        `The clock is ${Math.round(behindMs / 1000)} seconds behind the last write to the database.`,
        'Set the clock: keys and sessions expire by it.',
      )
}

function filesOf(path: string): readonly string[] {
  return [path, `${path}-wal`, `${path}-shm`].filter(existsSync)
}
