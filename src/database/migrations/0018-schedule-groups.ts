// Several entries that one request schedules together: they go live in one transaction, or none of them does.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('schedule').addColumn('group_entry', 'text').execute()
  await db.schema.createIndex('schedule_group').on('schedule').columns(['space', 'group_entry']).execute()
}
