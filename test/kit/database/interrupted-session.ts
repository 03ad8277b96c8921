// Lets something happen between the steps of a large change: its reads under a snapshot, and its write transactions.
import type { ContentSession, Database } from '../../../src/database/database.ts'

/** The database, with other sessions. */
function withSessions(
  database: Database,
  change: (session: ContentSession) => Partial<ContentSession>,
): Database {
  return {
    ...database,
    session: (space, work) => database.session(space, session => work({ ...session, ...change(session) })),
  }
}

/** `between` runs after each read of a session, counted from 1: what is prepared is not yet written. */
export function interrupted(database: Database, between: (read: number) => Promise<void>): Database {
  let reads = 0
  return withSessions(database, session => ({
    read: async look => {
      const result = await session.read(look)
      await between(++reads)
      return result
    },
  }))
}

/** `onStep` runs before each write transaction of a session, counted from 0; it may throw instead. */
export function beforeWrites(database: Database, onStep: (step: number) => Promise<unknown>): Database {
  let step = 0
  return withSessions(database, session => ({
    write: async change => {
      await onStep(step++)
      return session.write(change)
    },
  }))
}

/** As if the process was killed before that write, since nothing of it is written from then on. */
export function killedBefore(database: Database, last: number): Database {
  return beforeWrites(database, async step => {
    if (step >= last) throw new Error('killed')
  })
}
