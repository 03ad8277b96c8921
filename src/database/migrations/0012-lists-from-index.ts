// Lists of entries on PostgreSQL: what they are filtered and sorted by is in their index, as on SQLite since 0010, so that
// a list of 100,000 entries reads no drafts. Without slug and search text, which may be longer than an index allows.
import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`drop index entry_list`.execute(db)
  await sql`
    create index entry_list on entry (space, collection, updated_at, id)
      include (state, problems, published_at, created_at, updated_by, title_key)`.execute(db)
}
