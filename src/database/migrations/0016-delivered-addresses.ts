// Which addresses of assets were ever delivered: those alone lead to a file that replaces another. Nobody knows it of
// addresses from before, and of those that an older node leaves beside this version: they lead on.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const addFlag = (table: string, name: string, value: 0 | 1) =>
    db.schema
      .alterTable(table)
      .addColumn(name, 'integer', column => column.notNull().defaultTo(value))
      .execute()
  await addFlag('asset', 'was_delivered', 1)
  await addFlag('asset_former', 'was_delivered', 1)
  await addFlag('publication_asset', 'names_former', 0)
}
