// What is known of a picture beside its size: how many frames it has, and whether it can be decoded. Of pictures from
// before nobody knows the frames until the files are cleaned up the next time, and those of an older node beside this
// version neither.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('blob').addColumn('frames', 'integer').execute()
  await db.schema
    .alterTable('blob')
    .addColumn('unreadable', 'integer', column => column.notNull().defaultTo(0))
    .execute()
}
