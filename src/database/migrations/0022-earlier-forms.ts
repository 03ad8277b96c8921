// What scheduled drafts were before changes of their model, so that a field that is restored brings their values back. A change
// writes such a draft anew in its own version, so that nothing else has what it was.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('entry_version').addColumn('earlier', 'text').execute()
}
