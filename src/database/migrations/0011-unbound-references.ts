// Finds what is live with a reference by collection and slug that means no entry yet: it is bound when an entry is published
// there. Such publications have 2 in `rebind`.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('publication_unbound')
    .on('publication')
    // `rebind` makes SQLite choose this index: among those that begin with the space alone it takes any.
    .columns(['space', 'rebind', 'entry'])
    .where(sql<boolean>`to_revision is null and rebind = 2`)
    .execute()
}
