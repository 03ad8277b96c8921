// A covering index for the paths of live entries. SQLite stores a row with all of its values, and a response references
// a hundred entries of which it needs the path only. PostgreSQL stores large values apart from their rows.
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
