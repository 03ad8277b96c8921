// Measures how long a response waits for the database.
import type { Reads } from '../../database/database.ts'

/** Adds the time of each read to `total.ms`, including the row callbacks. */
export function timeReads(reads: Reads, total: { ms: number }): Reads {
  const timed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const started = performance.now()
    try {
      return await work()
    } finally {
      total.ms += performance.now() - started
    }
  }
  return {
    each: (statement, onRow) => timed(() => reads.each(statement, onRow)),
    all: statement => timed(() => reads.all(statement)),
    first: statement => timed(() => reads.first(statement)),
  }
}
