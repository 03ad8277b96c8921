// What keeps a scheduled draft from being published, by field.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('schedule').addColumn('problems', 'text').execute()
}
