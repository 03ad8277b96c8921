// How long the database takes of an answer.
import type { Reads } from '../../database/database.ts'

/** The same reads; `total.ms` grows by what each takes, the handing over of rows included. */
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
