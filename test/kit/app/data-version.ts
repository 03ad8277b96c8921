// Whether any client wrote anything between two moments.
import { statementOf } from '../database/statements.ts'
import { testEngine } from '../database/test-engine.ts'
import type { TestSpace } from './test-space.ts'

/** What the reading connection sees of the writing one: a transaction that is rolled back does not count. */
const ofSqlite = 'select data_version as version from pragma_data_version'

/** Every row with the transaction that wrote it. */
function ofPostgres(tables: readonly string[]): string {
  const rows = tables.map(
    table => `select '${table}' || t.xmin::text || t::text as line from "${table}" as t`,
  )
  return `select md5(string_agg(line, '' order by line)) as version from (${rows.join(' union all ')}) as lines`
}

/** Unchanged as long as no change to a row was committed. */
export async function dataVersionOf({ everything: reads }: TestSpace): Promise<string | number> {
  const read = async (text: string) =>
    (await reads.first(statementOf<{ version: string | number }>(text)))!.version
  if (testEngine === 'sqlite') return read(ofSqlite)
  const tables = await reads.all(
    statementOf<{ tablename: string }>(
      'select tablename from pg_tables where schemaname = current_schema() order by tablename',
    ),
  )
  return read(ofPostgres(tables.map(({ tablename }) => tablename)))
}
