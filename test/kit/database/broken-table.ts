// Makes writes to a table fail, on either engine, to test services with a real database error.
import { CompiledQuery } from 'kysely'
import type { Database } from '../../../src/database/database.ts'
import { testEngine } from './test-engine.ts'

export interface BrokenTable {
  readonly table: string
  readonly event: 'insert' | 'update' | 'delete'
  /** The database's error message for each write. */
  readonly message: string
}

/** Fails all writes, by any client, until the returned function is called. */
export async function breakTable(database: Database, broken: BrokenTable): Promise<() => Promise<void>> {
  const name = `broken_${broken.table}`
  const run = (texts: readonly string[]) =>
    database.transaction(async writes => {
      for (const text of texts) await writes.executeQuery(CompiledQuery.raw(text))
    })
  const when = `create trigger ${name} before ${broken.event} on "${broken.table}"`
  if (testEngine === 'sqlite') {
    await run([`${when} begin select raise(abort, '${broken.message}'); end`])
    return () => run([`drop trigger ${name}`])
  }
  await run([
    `create function ${name}() returns trigger language plpgsql as
      $$ begin raise exception '${broken.message}'; end $$`,
    `${when} for each row execute function ${name}()`,
  ])
  return () => run([`drop function ${name} cascade`])
}
