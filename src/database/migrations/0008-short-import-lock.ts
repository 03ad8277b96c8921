// Shortens the time for which an import holds the lock of its space.
import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Counts the changes of drafts, slugs and models: an import compares it to detect that another import has finished
  // meanwhile. The other revision counts changes of published content.
  await db.schema
    .alterTable('space')
    .addColumn('content_revision', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  // PostgreSQL checks foreign keys with one statement per inserted row, which doubles the time. Rows are written by
  // transactions that have read the space and its collections under the lock. SQLite's checks cost next to nothing.
  await sql`alter table entry drop constraint entry_collection`.execute(db)
  await sql`alter table publication drop constraint publication_space_fkey`.execute(db)
}
