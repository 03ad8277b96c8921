// Lists of entries in the order of their index: the newest change first, then by id, as most lists are asked for. After an
// import all entries have one time, and the whole collection was sorted for each page. Counts by state have an index of
// their own, which is a fraction of the other.
import { type Kysely, PostgresAdapter, sql } from 'kysely'

const listed = sql`state, problems, published_at, created_at, updated_by, title_key`

export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const key = sql`space, collection, updated_at desc, id`
  await sql`drop index entry_list`.execute(db)
  // What each has besides is as in 0010 and 0012.
  await (isPostgres
    ? sql`create index entry_list on entry (${key}) include (${listed})`
    : sql`create index entry_list on entry (${key}, ${listed}, slug, search)`
  ).execute(db)
  await sql`create index entry_state on entry (space, collection, state, problems)`.execute(db)
}
