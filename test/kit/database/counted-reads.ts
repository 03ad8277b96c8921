// What a request reads: each statement with its parameters, and how many rows it had.
import { compileFor, type Database, type Reads, type Statement } from '../../../src/database/database.ts'
import { testEngine } from './test-engine.ts'

export interface CountedRead {
  readonly sql: string
  /** Lists are sorted: they may come from rows that the database returns in any order. */
  readonly parameters: readonly unknown[]
  rows: number
  /** The length of all texts in the rows. */
  length: number
}

/** The database, and all that is read from it under a snapshot. */
export function countReads(database: Database): { database: Database; reads: CountedRead[] } {
  const reads: CountedRead[] = []
  const begin = (statement: Statement): CountedRead => {
    const { sql, parameters } = compileFor(testEngine, statement)
    const sorted = parameters.map(one => (Array.isArray(one) ? one.toSorted() : one))
    const read = { sql, parameters: sorted, rows: 0, length: 0 }
    reads.push(read)
    return read
  }
  const counted = (plain: Reads): Reads => ({
    isBlocking: plain.isBlocking,
    each: (statement, onRow) => {
      const read = begin(statement)
      return plain.each(statement, row => {
        read.rows += 1
        read.length += lengthOf(row)
        return onRow(row)
      })
    },
    all: async statement => {
      const read = begin(statement)
      const rows = await plain.all(statement)
      read.rows = rows.length
      for (const row of rows) read.length += lengthOf(row)
      return rows
    },
    first: async statement => {
      const read = begin(statement)
      const row = await plain.first(statement)
      read.rows = row === undefined ? 0 : 1
      if (row !== undefined) read.length = lengthOf(row)
      return row
    },
  })
  const snapshot: Database['snapshot'] = (space, work, revision) =>
    database.snapshot(space, plain => work(counted(plain)), revision)
  return { database: { ...database, snapshot }, reads }
}

function lengthOf(row: unknown): number {
  let length = 0
  for (const value of Object.values(row as object)) if (typeof value === 'string') length += value.length
  return length
}
