// Chunks of the query index that an import fills before its content is visible: until then nobody reads their postings.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['pending_from', 'pending_to', 'pending_until']) {
    await db.schema.alterTable('space').addColumn(column, 'bigint').execute()
  }
}
