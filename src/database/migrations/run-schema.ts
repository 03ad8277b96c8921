// Runs the SQL of a migration, which is written once for both engines.
import type { Kysely } from 'kysely'
import { collateTexts, runScript } from '../bulk.ts'
import { type Engine, engineOf, type Writes } from '../database.ts'
import { spaceSetting } from '../enter-space.ts'

/** Where the SQL of the two engines differs. */
export interface SchemaDialect {
  /** The text on SQLite, nothing on PostgreSQL. */
  readonly onSqlite: (text: string) => string
  /** The text on PostgreSQL, nothing on SQLite. */
  readonly onPostgres: (text: string) => string
  /** The type of a column of bytes. */
  readonly bytes: string
  /** Ends a table whose rows are little more than their key: SQLite then stores them once, in the order of the key. */
  readonly keyOnly: string
  /** Shows and takes only rows of the space that the transaction has entered, the owner of the table included. */
  readonly ownSpaceOnly: (table: string) => string
}

const dialects: Readonly<Record<Engine, SchemaDialect>> = {
  sqlite: {
    onSqlite: text => text,
    onPostgres: () => '',
    bytes: 'blob',
    keyOnly: 'without rowid',
    ownSpaceOnly: () => '',
  },
  postgres: {
    onSqlite: () => '',
    onPostgres: text => text,
    bytes: 'bytea',
    keyOnly: '',
    ownSpaceOnly: table => `
      alter table ${table} enable row level security;
      alter table ${table} force row level security;
      create policy own_space on ${table} using (space = current_setting('${spaceSetting}', true));`,
  },
}

/** Each statement ends with a semicolon, and contains no other one. */
export async function runSchema(
  db: Kysely<unknown>,
  toSchema: (dialect: SchemaDialect) => string,
): Promise<void> {
  const writes = db as Writes
  const engine = engineOf(writes)
  const statements = collateTexts(engine, toSchema(dialects[engine])).split(';')
  await runScript(
    writes,
    statements.map(text => text.trim()).filter(text => text !== ''),
  )
}
