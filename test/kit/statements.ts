// What a request asked of the database, told from the SQL alone.
import { expect } from 'bun:test'

/** Reads of entries: pages, levels, and references that stay unresolved. Counting a collection is none. */
export function entryReads(statements: readonly string[]): number {
  return statements.filter(sql => /from "publication"/.test(sql) && !/select count\(\*\)/.test(sql)).length
}

/** The table of drafts is `entry`; columns of that name are elsewhere too. A content request never writes. */
export function expectNoDraftRead(statements: readonly string[]): void {
  for (const sql of statements) {
    expect(sql).not.toMatch(/\b(?:from|join|into|update)\s+"?entry"?(?![\w"])/i)
    expect(sql).toMatch(/^(?:select|with)\b/i)
  }
}
