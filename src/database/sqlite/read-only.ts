// Opens the file of an embedded database read-only. No file is created beside it, and none changes.
import { Database as BunDatabase, constants, type SQLQueryBindings } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Reads, type Statement, stop } from '../database.ts'

const busyTimeoutMs = 10_000

/**
 * Opens the file. SQLite creates files beside a database in WAL mode unless it is opened as immutable, which is safe
 * while no process has it open.
 */
export function openReadOnly(path: string, isInUse = existsSync(`${path}-wal`)): BunDatabase {
  const uri = `${pathToFileURL(path).href}${isInUse ? '' : '?immutable=1'}`
  const connection = new BunDatabase(uri, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
  connection.exec(`pragma busy_timeout = ${busyTimeoutMs}; pragma trusted_schema = off`)
  return connection
}

export function readsOfConnection(connection: BunDatabase): Reads {
  const prepare = <Row>(statement: Statement<Row>) => {
    const { sql, parameters } = statement.compile()
    return {
      prepared: connection.query<Row, SQLQueryBindings[]>(sql),
      parameters: parameters as SQLQueryBindings[],
    }
  }
  return {
    isBlocking: true,
    all: async statement => {
      const { prepared, parameters } = prepare(statement)
      return prepared.all(...parameters)
    },
    first: async statement => {
      const { prepared, parameters } = prepare(statement)
      return prepared.get(...parameters) ?? undefined
    },
    each: async (statement, onRow) => {
      const { prepared, parameters } = prepare(statement)
      for (const row of prepared.iterate(...parameters)) if (onRow(row) === stop) return
    },
  }
}
