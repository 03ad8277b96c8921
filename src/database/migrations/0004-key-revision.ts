// How often the keys of a space have changed: what a node that keeps keys in memory compares. A row of its own, because
// an import holds the space's row for as long as it runs, and a key must be revoked meanwhile.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('key_revision')
    .addColumn('space', 'text', column => column.primaryKey().notNull().references('space.id'))
    .addColumn('revision', 'bigint', column => column.notNull())
    .execute()
}
