// Adds the sites on which a space shows its drafts.
import type { Kysely } from 'kysely'
import { runSchema } from './run-schema.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runSchema(db, () => `alter table space add column preview_sites text not null default '[]';`)
}
