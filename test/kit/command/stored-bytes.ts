// Everything that a database stores, as bytes to search for secrets: the files of SQLite, the rows of PostgreSQL.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runSql } from '../database/postgres-databases.ts'
import { pastRowSecurity } from '../database/test-engine.ts'
import type { CommandLine } from './process.ts'

/** By the name of the file or table. `url` must have a role that sees all rows of PostgreSQL. */
export async function storedBytes(
  { databaseFile, databaseUrl }: CommandLine,
  url = pastRowSecurity(databaseUrl),
): Promise<Record<string, Buffer>> {
  if (databaseFile !== '') {
    const folder = dirname(databaseFile)
    return Object.fromEntries(filesOf(folder).map(name => [name, readFileSync(join(folder, name))]))
  }
  const tables = await runSql<{ tablename: string }>(
    url,
    'select tablename from pg_tables where schemaname = current_schema()',
  )
  const stored: Record<string, Buffer> = {}
  for (const { tablename } of tables) {
    const rows = await runSql<{ line: string }>(url, `select t::text as line from "${tablename}" as t`)
    stored[tablename] = Buffer.from(rows.map(({ line }) => line).join('\n'))
  }
  return stored
}

/** Without folders: those of files and images hold none of the database. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => name)
}
