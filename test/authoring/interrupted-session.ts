// Lets others write between the phases of a change that is prepared without the lock.
import type { Database } from '../../src/database/database.ts'

/** The database, with `between` after each read of a session: what is prepared is not yet written. */
export function interrupted(database: Database, between: (read: number) => Promise<void>): Database {
  let reads = 0
  return {
    ...database,
    session: (space, work) =>
      database.session(space, session =>
        work({
          ...session,
          read: async look => {
            const result = await session.read(look)
            await between(++reads)
            return result
          },
        }),
      ),
  }
}
