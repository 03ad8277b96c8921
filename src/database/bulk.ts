// Many rows at once: a statement text is made once and used again with other values.
import type { Writes } from './database.ts'
import { compileFor, engineOf, type Statement } from './engine.ts'

/** Several thousand parameters stay below PostgreSQL's limit. */
const rowsPerPart = 500

/** Texts that come again, by engine and the name that the caller gives them. */
const texts = new Map<string, string>()

/**
 * Runs `build` over the rows, a part at a time. `columns` names the row's columns in the order in which `build` binds
 * them, which is the order of the keys of the first row; `name` must stand for one `build` only.
 */
export async function runInParts<Row extends object>(
  writes: Writes,
  name: string,
  columns: readonly (keyof Row)[],
  rows: readonly Row[],
  build: (part: readonly Row[]) => Statement,
): Promise<void> {
  const engine = engineOf(writes)
  const key = `${engine} ${name}`
  for (let start = 0; start < rows.length; start += rowsPerPart) {
    const part = rows.slice(start, start + rowsPerPart)
    // Embedded, the text is of one row, and runs for each: a statement of many rows would first write down how to undo
    // itself.
    const comesAgain = engine === 'sqlite' || part.length === rowsPerPart
    const known = comesAgain ? texts.get(key) : undefined
    const compiled = compileFor(
      engine,
      build(known !== undefined || engine === 'sqlite' ? part.slice(0, 1) : part),
    )
    if (known === undefined && comesAgain) texts.set(key, compiled.sql)
    const parameters: unknown[] = []
    for (const row of part) for (const column of columns) parameters.push(row[column])
    await writes.executeQuery({ ...compiled, sql: known ?? compiled.sql, parameters })
  }
}

/** The row with its keys in the order of the columns: the order in which Kysely binds them. */
export function columnsOf<Row extends object>(row: Row, columns: readonly (keyof Row)[]): Row {
  return Object.fromEntries(columns.map(column => [column, row[column]])) as Row
}
