// Counts the changes of a space's keys: nodes compare it to validate cached keys. It has a row of its own, because an
// import locks the space's row while it runs, and keys must be revocable meanwhile.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('key_revision')
    .addColumn('space', 'text', column => column.primaryKey().notNull().references('space.id'))
    .addColumn('revision', 'bigint', column => column.notNull())
    .execute()
}
