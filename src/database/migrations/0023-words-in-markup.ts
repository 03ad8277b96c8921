// Spaces whose texts were cut into words by older rules: those in HTML that strings of rich text of JSON hold. They are looked
// through after the migration, like those of 0021.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await (db as Kysely<{ space: { has_outdated_words: number } }>)
    .updateTable('space')
    .set({ has_outdated_words: 1 })
    .execute()
}
