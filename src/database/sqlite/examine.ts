// What can be seen of an embedded database from outside, while a server runs or not. Nothing is written: not a byte, not
// a setting, not a file beside it.
import { Database as BunDatabase, constants, SQLiteError } from 'bun:sqlite'
import {
  accessSync,
  closeSync,
  existsSync,
  constants as modes,
  openSync,
  readSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Clock } from '../../base/clock.ts'
import { Refusal } from '../../base/errors.ts'
import { about, type Finding } from '../../base/finding.ts'
import { examineMigrations } from '../examine-migrations.ts'
import { requireOurs } from './application-id.ts'

/** In the header of the file: the versions for writing and reading, which say how it keeps a journal. */
const journalAt = { from: 18, to: 20 } as const
const journalOfWal = 2

const mebibyte = 1024 * 1024
/** With less than that, writing will soon be refused. */
const roomMin = 64 * mebibyte
const busyTimeoutMs = 10_000
const faultsShown = 3
/** Clocks of one machine and its file systems differ by less. */
const aheadMsMax = 60_000

export function examineSqlite(file: string, clock: Clock): Finding[] {
  const path = resolve(file)
  const database = about('database')
  if (!existsSync(path)) {
    return [
      database.fault(
        `There is no file ${path}.`,
        'Is DATABASE_URL right? Where there was none yet, `serve` makes it.',
      ),
    ]
  }
  if (!statSync(path).isFile()) {
    return [database.fault(`${path} is no file.`, 'Set DATABASE_URL to sqlite: and the path of a file.')]
  }
  return [...examineContent(path), ...examineAccess(path), examineTime(path, clock), examineRoom(path)]
}

/**
 * SQLite makes files beside the one that it reads, where they are not there: they are there while somebody has it open.
 * Otherwise the file is taken for one that nobody changes, and looked at again where somebody has come meanwhile.
 */
function examineContent(path: string): Finding[] {
  const isOpen = () => existsSync(`${path}-wal`)
  const wasOpen = isOpen()
  const findings = examineOpened(path, wasOpen)
  return !wasOpen && isOpen() ? examineOpened(path, true) : findings
}

function examineOpened(path: string, isInUse: boolean): Finding[] {
  const database = about('database')
  let connection: BunDatabase | null = null
  try {
    const uri = `${pathToFileURL(path).href}${isInUse ? '' : '?immutable=1'}`
    connection = new BunDatabase(uri, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
    connection.exec(`pragma busy_timeout = ${busyTimeoutMs}; pragma trusted_schema = off`)
    requireOurs(connection, path)
    return [
      examineIntegrity(connection, path),
      examineMigrations(readApplied(connection)),
      examineDurability(path),
      about('SQLite').ok(String(firstOf(connection, 'select sqlite_version()'))),
    ]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof Refusal) return [database.fault(reason, error.details.join(' '))]
    return [
      database.fault(
        `${path} cannot be read as a database: ${reason}.`,
        'Is DATABASE_URL right, and may this user read the file? If it is damaged, restore a backup.',
      ),
    ]
  } finally {
    connection?.close()
  }
}

function examineIntegrity(connection: BunDatabase, path: string): Finding {
  const database = about('database')
  const found = checkWhole(connection)
  if (found.length === 1 && found[0] === 'ok') return database.ok(`${path} opens, and is whole.`)
  const told = found.slice(0, faultsShown).join('; ').replaceAll('\n', ' ')
  return database.fault(
    `${path} is damaged: ${told}.`,
    'Stop the server, keep a copy of all its files, and restore a backup.',
  )
}

/** The word `ok`, or what is wrong. Some damage is told as a row, some as an error. */
function checkWhole(connection: BunDatabase): readonly string[] {
  try {
    const rows = connection.query<object, []>('pragma quick_check').all()
    return rows.map(row => String(Object.values(row)[0]))
  } catch (error) {
    if (error instanceof SQLiteError && error.code?.startsWith('SQLITE_CORRUPT')) return [error.message]
    throw error
  }
}

function readApplied(connection: BunDatabase): readonly string[] | null {
  if (firstOf(connection, "select 1 from sqlite_schema where name = 'schema_migration'") === undefined) {
    return null
  }
  const rows = connection.query<{ name: string }, []>('select name from schema_migration').all()
  return rows.map(({ name }) => name)
}

/** By the file itself. What is set for each connection is set and read back by the server. */
function examineDurability(path: string): Finding {
  const durability = about('durability')
  return readBytes(path, journalAt.from, journalAt.to).every(byte => byte === journalOfWal)
    ? durability.ok('A write-ahead log, which each connection that writes forces to the disk.')
    : durability.warning(
        'The file has no write-ahead log.',
        'Nothing, where it is new or restored: `serve` gives it one, and refuses to start where it cannot.',
      )
}

function readBytes(path: string, from: number, to: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(to - from)
    readSync(file, bytes, 0, bytes.length, from)
    return bytes
  } finally {
    closeSync(file)
  }
}

function firstOf(connection: BunDatabase, text: string): unknown {
  return Object.values(connection.query<object, []>(text).get() ?? {})[0]
}

function examineAccess(path: string): Finding[] {
  const access = about('access')
  const folder = dirname(path)
  const findings: Finding[] = []
  for (const place of [path, folder]) {
    if (mayWrite(place)) continue
    findings.push(
      access.fault(`This user may not write to ${place}.`, 'Run it as the owner, or change that.'),
    )
  }
  const files = [path, `${path}-wal`, `${path}-shm`].filter(existsSync)
  for (const open of files.filter(each => (statSync(each).mode & 0o077) !== 0)) {
    findings.push(access.warning(`Other users have rights to ${open}.`, `chmod 600 ${open}`))
  }
  if ((statSync(folder).mode & 0o022) !== 0) {
    findings.push(
      access.fault(`Other users may replace files in ${folder}.`, `chmod go-w ${folder}, or another folder.`),
    )
  }
  return findings.length > 0 ? findings : [access.ok('The files are for their owner alone.')]
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, modes.W_OK)
    return true
  } catch {
    return false
  }
}

/** A clock that was put back would let keys and sessions in that are over. */
function examineTime(path: string, clock: Clock): Finding {
  const time = about('clock')
  const written = Math.max(...[path, `${path}-wal`].filter(existsSync).map(each => statSync(each).mtimeMs))
  const ahead = written - clock()
  return ahead <= aheadMsMax
    ? time.ok('It is not behind what was written last.')
    : time.fault(
        `The database was written ${Math.round(ahead / 1000)} seconds after what the clock says now.`,
        'Set the clock: keys and sessions end by it.',
      )
}

function examineRoom(path: string): Finding {
  const disk = about('disk')
  const { bavail, bsize } = statfsSync(dirname(path))
  const room = bavail * bsize
  const size = [path, `${path}-wal`].filter(existsSync).reduce((sum, each) => sum + statSync(each).size, 0)
  const told = `${Math.floor(room / mebibyte)} MiB are free, and the database has ${Math.ceil(size / mebibyte)}.`
  if (room < roomMin) {
    return disk.fault(told, 'Make room: on a full disk nothing can be written, while reading goes on.')
  }
  return room < 2 * size
    ? disk.warning(told, 'Make room for a large import, and for a backup beside the database.')
    : disk.ok(told)
}
