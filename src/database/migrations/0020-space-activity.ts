// Who did what with the API keys, the members and the name of a space. It is no content, so it has a table of its own:
// its writers need not wait for the lock of the content. What was done with content is found by who did it, too.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('space_activity')
    .addColumn('space', 'text', column => column.notNull())
    .addColumn('id', 'bigint', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('by', 'text')
    .addColumn('action', 'text', column => column.notNull())
    .addColumn('detail', 'text')
    .addPrimaryKeyConstraint('space_activity_key', ['space', 'id'])
    .execute()
  // What one person did is a filter of the list.
  await db.schema.createIndex('activity_by').on('activity').columns(['space', 'by', 'id']).execute()
}
