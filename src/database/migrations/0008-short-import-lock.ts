// What lets an import hold the lock of its space for a short time only.
import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // How often drafts, slugs and models have changed: what an import compares to learn whether another one has finished
  // since it looked. The other revision counts changes of what is served.
  await db.schema
    .alterTable('space')
    .addColumn('content_revision', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  // PostgreSQL runs a statement of its own for each row that is inserted, which doubles the time. Rows are written by
  // transactions that have read the space and its collections under the lock. SQLite checks at next to no cost.
  await sql`alter table entry drop constraint entry_collection`.execute(db)
  await sql`alter table publication drop constraint publication_space_fkey`.execute(db)
}
