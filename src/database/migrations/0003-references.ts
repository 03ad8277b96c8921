// Reverse references: the live publications that reference an entry, for users who look at the entry.
import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const embedded = !(db.getExecutor().adapter instanceof PostgresAdapter)
  const table = db.schema
    .createTable('publication_reference')
    .addColumn('space', 'text', column => column.notNull())
    .addColumn('target', 'text', column => column.notNull())
    .addColumn('entry', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('publication_reference_key', ['space', 'target', 'entry'])
  // The key is the whole row: a table beside its index would double the work.
  await (embedded ? table.modifyEnd(sql`without rowid`) : table).execute()
  // Versions without this table did not support PostgreSQL, so there are no rows to convert.
  if (embedded) await fill(db)
}

/** Adds the references of live publications. The only strings in `refs` are target ids. */
async function fill(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert or ignore into publication_reference (space, target, entry)
    select publication.space, target.value, publication.entry
    from publication, json_tree(publication.refs) as target
    where publication.to_revision is null and target.type = 'text'
    order by 1, 2, 3`.execute(db)
  await sql`
    insert or ignore into publication_reference (space, target, entry)
    select overlay.space, target.value, overlay.entry
    from publication_variant as overlay
    join publication on publication.space = overlay.space
      and publication.entry = overlay.entry
      and publication.from_revision = overlay.from_revision
    join json_tree(overlay.refs) as target
    where publication.to_revision is null and target.type = 'text'`.execute(db)
}
