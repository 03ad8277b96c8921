// Opens connections to the file of an embedded database, with the settings that durability and safety require. Each
// setting is read back.
import { Database as BunDatabase, SQLiteError } from 'bun:sqlite'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Refusal } from '../../base/errors.ts'
import { requireOurs, requireReleasedFile } from './application-id.ts'

/** Before 3.51.3, a checkpoint concurrent with a WAL restart could corrupt the file. */
const sqliteVersionMin = [3, 51, 3] as const
export const busyTimeoutMs = 10_000

/**
 * Upper limits. With SQLite's default of 2 MiB a large import would write its index pages again and again. Pages that
 * are read are in the system's cache too, and responses in Frontlist's: a third copy of a whole space is not worth its
 * memory.
 */
const pageCacheKib = { write: 64 * 1024, read: 16 * 1024 } as const

/** The page size of new files. 4 KiB slow down inserts, 16 KiB slow down reading one entry. */
const pageBytes = 8 * 1024

/** Creates the file if it does not exist. New files are not readable by other users. */
export function makeFile(path: string, create: boolean): void {
  if (existsSync(path)) return
  if (!create) {
    throw new Refusal(`There is no database ${path}. Is DATABASE_URL right?`)
  }
  const folder = dirname(path)
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw new Refusal(
      `The database ${path} cannot be created (${(error as NodeJS.ErrnoException).code}). Check DATABASE_URL, and that this user may write to the folder.`,
    )
  }
}

/**
 * Removes access for other users. Call it only after SQLite has opened the file, because any other file that
 * DATABASE_URL may name must keep its mode.
 */
export function closeToOthers(path: string): void {
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
}

/**
 * The number of prepared statements per connection. With Bun's default of 20, a publish would prepare all its statements
 * every time.
 */
const statementsMax = 200

export function connect(path: string, mode: 'read' | 'write'): BunDatabase {
  BunDatabase.MAX_QUERY_CACHE_SIZE = statementsMax
  const database = new BunDatabase(path, { readwrite: true, create: false, strict: true })
  database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
  if (mode === 'write') requireOursOrClose(database, path)
  database.exec(`pragma page_size = ${pageBytes}`)
  retryWhileLocked(() => setPragma(database, 'journal_mode', 'wal'))
  setPragma(database, 'synchronous', 'full', 2)
  setPragma(database, 'foreign_keys', 'on', 1)
  setPragma(database, 'trusted_schema', 'off', 0)
  database.exec(`pragma cache_size = -${pageCacheKib[mode]}`)
  if (mode === 'read') setPragma(database, 'query_only', 'on', 1)
  return database
}

const unopenedCodes = /^SQLITE_(CANTOPEN|CORRUPT|NOTADB|READONLY)/

/** Opens the first connection to a file, for writing. If that fails, the refusal says what to check. */
export function connectFirst(path: string): BunDatabase {
  try {
    return connect(path, 'write')
  } catch (error) {
    if (!(error instanceof SQLiteError) || !unopenedCodes.test(error.code ?? '')) throw error
    throw new Refusal(
      `The database ${path} cannot be opened: ${error.message}. Check DATABASE_URL, and that this user may read and write the file and its folder. If the file is damaged, restore a backup.`,
    )
  }
}

const retryMs = 20

/** Retries, because SQLite itself does not wait if several processes change the journal mode of a new file at once. */
function retryWhileLocked(run: () => void): void {
  for (let left = busyTimeoutMs / retryMs; ; left--) {
    try {
      run()
      return
    } catch (error) {
      if (left <= 0 || (error as { code?: string }).code !== 'SQLITE_BUSY') throw error
      Bun.sleepSync(retryMs)
    }
  }
}

function requireOursOrClose(database: BunDatabase, path: string): void {
  try {
    requireOurs(database, path)
    requireReleasedFile(database)
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Puts temporary tables in an unnamed file, which disappears when the process is killed. It is on the disk of the
 * database, because the default location may be in memory.
 */
export function keepTemporaryBeside(connection: BunDatabase, path: string): void {
  connection.exec(
    `pragma temp_store = file; pragma temp_store_directory = '${dirname(path).replaceAll("'", "''")}'`,
  )
}

/** Sets a pragma and reads it back, because SQLite ignores settings silently, which could cost data later. */
function setPragma(
  database: BunDatabase,
  name: string,
  value: string,
  readBack: string | number = value,
): void {
  database.exec(`pragma ${name} = ${value}`)
  const [actual] = Object.values(database.query<object, []>(`pragma ${name}`).get() ?? {})
  if (actual !== readBack) {
    throw new Refusal(`SQLite did not take the setting ${name} = ${value} (it says ${String(actual)}).`)
  }
}

export function requireVersion(database: BunDatabase): void {
  const row = database.query<{ version: string }, []>('select sqlite_version() as version').get()
  const version = row?.version ?? '0'
  const parts = version.split('.').map(Number)
  const difference =
    sqliteVersionMin.map((min, index) => (parts[index] ?? 0) - min).find(part => part !== 0) ?? 0
  if (difference < 0) {
    throw new Refusal(`SQLite ${version} is too old; ${sqliteVersionMin.join('.')} is needed.`)
  }
}
