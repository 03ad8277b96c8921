// The address of a live entry out of an index alone. In SQLite a row lies in the table with all of its values, and an
// answer names a hundred entries of which it needs nothing else. In PostgreSQL large values lie apart from their rows.
import { type Kysely, SqliteAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  await db.schema
    .createIndex('publication_live_address')
    .on('publication')
    .columns(['space', 'entry', 'collection', 'slug'])
    .where(sql<boolean>`to_revision is null`)
    .execute()
}
