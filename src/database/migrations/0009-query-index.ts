// The tables of the query index. They are filled after the migration, space by space (content/index/index-catch-up.ts), so
// that a large database is not locked for minutes.
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { spaceSetting } from '../enter-space.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const embedded = !(db.getExecutor().adapter instanceof PostgresAdapter)
  for (const column of ['model_revision', 'indexed_revision', 'next_number']) {
    await db.schema
      .alterTable('space')
      .addColumn(column, 'bigint', definition => definition.notNull().defaultTo(0))
      .execute()
  }
  for (const column of ['title_field', 'indexed_model']) {
    await db.schema.alterTable('collection').addColumn(column, 'text').execute()
  }
  await db.schema
    .createTable('query_entry')
    .addColumn('space', 'text', column => column.notNull())
    .addColumn('entry', 'text', column => column.notNull())
    .addColumn('number', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('query_entry_key', ['space', 'entry'])
    .addUniqueConstraint('query_entry_number', ['space', 'number'])
    .execute()
  const bytes = embedded ? 'blob' : 'bytea'
  const posting = db.schema
    .createTable('query_posting')
    .addColumn('space', 'text', column => column.notNull())
    .addColumn('collection', 'text', column => column.notNull())
    .addColumn('field', 'text', column => column.notNull())
    .addColumn('variant', 'text', column => column.notNull())
    .addColumn('key', sql.raw(bytes), column => column.notNull())
    .addColumn('chunk', 'integer', column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .addColumn('numbers', sql.raw(bytes), column => column.notNull())
    .addPrimaryKeyConstraint('query_posting_key', ['space', 'collection', 'field', 'variant', 'key', 'chunk'])
  await (embedded ? posting.modifyEnd(sql`without rowid`) : posting).execute()
  if (embedded) return
  for (const name of ['query_entry', 'query_posting']) {
    const table = sql.table(name)
    await sql`alter table ${table} enable row level security`.execute(db)
    await sql`alter table ${table} force row level security`.execute(db)
    await sql`create policy own_space on ${table} using (space = current_setting(${sql.lit(spaceSetting)}, true))`.execute(
      db,
    )
  }
}
