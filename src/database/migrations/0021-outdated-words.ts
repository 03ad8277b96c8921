// Spaces whose texts were folded and cut into words by older rules: Arabic and Hebrew with their points, and words in rich text
// of JSON that are bold in part. They are looked through after the migration, space by space (entries/drafts/renew-words.ts).
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('space')
    .addColumn('has_outdated_words', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await (db as Kysely<{ space: { has_outdated_words: number } }>)
    .updateTable('space')
    .set({ has_outdated_words: 1 })
    .execute()
}
