// Bulk writes. The text of a statement is built once and reused with other values.
import { type CompiledQuery, sql } from 'kysely'
import {
  compileFor,
  type Engine,
  engineOf,
  executeCompiled,
  prepareOnServer,
  type Statement,
  type Writes,
} from './database.ts'

/** Keeps the number of parameters far below PostgreSQL's limit of 65,535. */
const rowsPerBatch = 500

/** Reused statements, by engine and the caller's name for them. */
const statements = new Map<string, CompiledQuery>()

/**
 * Runs `build` over the rows in batches. `columns` lists the columns in the order in which `build` binds them, which is
 * the key order of the first row. `name` must identify one `build` only.
 */
export async function runInParts<Row extends object>(
  writes: Writes,
  name: string,
  columns: readonly (keyof Row)[],
  rows: readonly Row[],
  build: (batch: readonly Row[]) => Statement,
): Promise<void> {
  const engine = engineOf(writes)
  for (let start = 0; start < rows.length; start += rowsPerBatch) {
    const batch = rows.slice(start, start + rowsPerBatch)
    // On SQLite the statement has one row and runs for each row, because a statement with many rows would first write a
    // rollback journal of its own.
    const length = engine === 'sqlite' ? 1 : batch.length
    const key = `${engine} ${name} ${length}`
    const compiled = statements.get(key) ?? compileFor(engine, build(batch.slice(0, length)))
    if (length === 1 || length === rowsPerBatch) statements.set(key, compiled)
    // Most changes by editors have one row, so this statement is prepared on the server.
    if (engine === 'postgres' && length === 1) prepareOnServer(compiled.sql)
    const parameters: unknown[] = []
    for (const row of batch) for (const column of columns) parameters.push(row[column])
    await executeCompiled(writes, { ...compiled, parameters })
  }
}

/** Returns the row with its keys in column order, which is the order in which Kysely binds them. */
export function columnsOf<Row extends object>(row: Row, columns: readonly (keyof Row)[]): Row {
  return Object.fromEntries(columns.map(column => [column, row[column]])) as Row
}

/**
 * Runs statements without parameters. PostgreSQL gets them as one text, because separate ones would each commit and wait
 * for the disk.
 */
export async function runScript(db: Writes, statements: readonly string[]): Promise<void> {
  const texts = engineOf(db) === 'postgres' ? [statements.join('; ')] : statements
  for (const text of texts) await sql.raw(text).execute(db)
}

/**
 * Creates a temporary table. Texts compare by bytes as in the other tables, because PostgreSQL uses no index with
 * another collation.
 */
export function createTemporary(db: Writes, name: string, columns: string): string {
  return `create temporary table ${name} (${collateTexts(engineOf(db), columns)})`
}

/** Has PostgreSQL sort and compare columns of type text by bytes, as SQLite does, whatever the locale of the database. */
export function collateTexts(engine: Engine, columns: string): string {
  return engine === 'postgres' ? columns.replaceAll(/\btext\b(?! collate)/g, 'text collate "C"') : columns
}
