// A table whose writes fail, in the words of either engine: what a service does then is tested with the real database.
import { CompiledQuery } from 'kysely'
import type { Database } from '../../src/database/database.ts'
import { testEngine } from './test-engine.ts'

export interface BrokenTable {
  readonly table: string
  readonly event: 'insert' | 'update' | 'delete'
  /** What the database says to each of them. */
  readonly message: string
}

/** From now on, until the result is called, and whoever writes. */
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
