// The tables of version 0.1.0. A migration that was released is never edited: every later change is a new migration.
import type { Kysely } from 'kysely'
import { accountTables } from './0001-accounts.ts'
import { assetTables } from './0001-assets.ts'
import { contentTables } from './0001-content.ts'
import { publicationTables } from './0001-publications.ts'
import { runSchema, type SchemaDialect } from './run-schema.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runSchema(db, toSchema)
}

/** Every key and index begins with the space, unless its rows belong to no space or are looked for in all of them. */
function toSchema(dialect: SchemaDialect): string {
  return [
    accountTables,
    contentTables(dialect),
    publicationTables(dialect),
    assetTables,
    ...spaceTables.map(dialect.ownSpaceOnly),
  ].join('\n')
}

/**
 * The tables whose rows PostgreSQL shows to their own space only. A schedule holds no values, and is looked for in all
 * spaces.
 */
const spaceTables = [
  'collection',
  'entry',
  'entry_version',
  'draft_reference',
  'draft_asset',
  'live_value',
  'model_change',
  'variant',
  'activity',
  'publication',
  'publication_variant',
  'publication_reference',
  'publication_asset',
  'query_entry',
  'query_posting',
  'asset',
  'asset_former',
]
