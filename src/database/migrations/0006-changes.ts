// Index of a space's changes since a revision: nodes read it to invalidate their caches without reading unchanged rows.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('publication_opened')
    .on('publication')
    .columns(['space', 'from_revision'])
    .execute()
  await db.schema
    .createIndex('publication_closed')
    .on('publication')
    .columns(['space', 'to_revision'])
    .where(sql<boolean>`to_revision is not null`)
    .execute()
}
