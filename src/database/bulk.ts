// Many rows at once: one statement text for each full part, compiled once and used again with other values.
import type { Writes } from './database.ts'
import { compileFor, engineOf, type Statement } from './engine.ts'

/** Several thousand parameters stay below every engine's limit. */
const rowsPerStatement = 500

/** Statement texts of full parts, by engine and the name that the caller gives them. */
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
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const part = rows.slice(start, start + rowsPerStatement)
    const full = part.length === rowsPerStatement
    const known = full ? texts.get(key) : undefined
    const compiled = compileFor(engine, build(known === undefined ? part : part.slice(0, 1)))
    if (known === undefined) {
      if (full) texts.set(key, compiled.sql)
      await writes.executeQuery(compiled)
      continue
    }
    const parameters: unknown[] = []
    for (const row of part) for (const column of columns) parameters.push(row[column])
    await writes.executeQuery({ ...compiled, sql: known, parameters })
  }
}

/** The row with its keys in the order of the columns: the order in which Kysely binds them. */
export function columnsOf<Row extends object>(row: Row, columns: readonly (keyof Row)[]): Row {
  return Object.fromEntries(columns.map(column => [column, row[column]])) as Row
}
