// Creates, sorts and drops the temporary tables of a stage.
import { createTemporary, runScript } from '../database/bulk.ts'
import type { Writes } from '../database/database.ts'
import { engineOf } from '../database/engine.ts'
import { indexStageTables } from './index-stage.store.ts'
import { partedTables, type StageTable, stageTables } from './stage-tables.ts'

/** Without these indexes, PostgreSQL may compare each row with each other row, because it has no statistics on new rows. */
const stageIndexes = [
  'staged_entry (id)',
  'staged_version (entry)',
  'staged_publication (entry)',
  'staged_change (place) where count is null',
  ...partedTables.filter(name => name !== 'staged_entry').map(name => `${name} (is_late, part)`),
  'staged_entry (is_late, part, is_new, keeps_keys)',
] as const

/** Creates the tables on the connection of `db`. */
export async function createStage(db: Writes): Promise<void> {
  const create = Object.entries({ ...stageTables, ...indexStageTables(engineOf(db)) }).map(
    ([name, columns]) => createTemporary(db, name, columns),
  )
  await runScript(db, [...create, ...indexStatements()])
}

/** Returns the statements for the indexes of all tables, or of one. */
function indexStatements(table?: StageTable): string[] {
  return stageIndexes.flatMap((on, number) =>
    table === undefined || on.startsWith(`${table} `) ? [`create index stage_${number} on ${on}`] : [],
  )
}

export async function dropStage(db: Writes): Promise<void> {
  const names = Object.keys({ ...stageTables, ...indexStageTables(engineOf(db)) })
  await runScript(
    db,
    names.map(name => `drop table if exists ${name}`),
  )
}

/** Tables whose rows are inserted unchanged, with the columns that they are sorted by. */
const sortedTables = [
  ['staged_entry', 'id'],
  ['staged_version', 'entry'],
  ['staged_publication', 'entry'],
  ['staged_variant', 'entry'],
] as const satisfies readonly (readonly [StageTable, string])[]

/**
 * Sorts the rows by the keys of the content tables, and splits them into parts again. SQLite only: inserts in random order
 * take twice as long. Blocks for about a second for 100,000 entries.
 */
export async function sortStage(writes: Writes, rowsPerPart: number): Promise<void> {
  for (const [table, key] of sortedTables) {
    const sorted = `${table}_sorted`
    const columns = stageTables[table].split(',').map(column => column.trim().split(' ')[0]!)
    const part = `(row_number() over (order by ${key}) - 1) / ${rowsPerPart}`
    await runScript(writes, [
      createTemporary(writes, sorted, stageTables[table]),
      `insert into ${sorted} select ${columns.map(name => (name === 'part' ? part : name)).join(', ')}
        from ${table} order by ${key}`,
      `drop table ${table}`,
      `alter table ${sorted} rename to ${table}`,
      ...indexStatements(table),
    ])
  }
}
