// How often the drafts, slugs and models of a space have changed: what an import compares to learn whether another one
// has finished since it looked. The other revision counts changes of what is served.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('space')
    .addColumn('content_revision', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
}
