// Classifies a request's database statements by their SQL alone.
import { expect } from 'bun:test'
import { sql } from 'kysely'
import { type Database, statementOf as rawStatement, type Statement } from '../../../src/database/database.ts'

/** A statement that no store has. */
export function statementOf<Row>(text: string): Statement<Row> {
  return rawStatement(sql.raw<Row>(text))
}

/** The file of an embedded database. */
export async function fileOf(database: Database): Promise<string> {
  const found = statementOf<{ file: string }>("select file from pragma_database_list where name = 'main'")
  return (await database.reads.first(found))?.file ?? ''
}

/**
 * Reads of entries: of the values of a page and of each level, and of the entry paths of unresolved references.
 * Statements that find out which entries a page has, how many there are, or which have changed do not count.
 */
export function entryReads(statements: readonly string[]): number {
  const isOfAddresses = /^select "entry", "collection", "slug" from "publication"/
  return statements.filter(
    sql => /from "publication"/.test(sql) && (/"data"/.test(sql) || isOfAddresses.test(sql)),
  ).length
}

/** The table of drafts is `entry`; other tables have columns of that name. A content request never writes. */
export function readsPublishedOnly(statement: string): boolean {
  const isOfDrafts = /\b(?:from|join|into|update)\s+"?entry"?(?![\w"])/i.test(statement)
  return !isOfDrafts && /^(?:select|with)\b/i.test(statement)
}

export function expectNoDraftRead(statements: readonly string[]): void {
  expect(statements.filter(statement => !readsPublishedOnly(statement))).toEqual([])
}
