// Detects tables of another application in the schema. If names collide, nothing is created.
import { sql } from 'kysely'
import { Refusal } from '../../base/errors/errors.ts'
import type { Writes } from '../database.ts'
import { isOurMigrationTable } from '../migrations.ts'
import type { Schema } from '../schema.ts'

/** A record, so that a missing table is a compile error. */
const ownTables: Readonly<Record<keyof Schema, true>> = {
  space: true,
  collection: true,
  entry: true,
  publication: true,
  publication_variant: true,
  publication_reference: true,
  query_entry: true,
  query_posting: true,
  entry_version: true,
  draft_reference: true,
  live_value: true,
  schedule: true,
  model_change: true,
  variant: true,
  activity: true,
  space_activity: true,
  blob: true,
  blob_use: true,
  asset_store: true,
  asset: true,
  publication_asset: true,
  draft_asset: true,
  asset_former: true,
  api_key: true,
  api_key_secret: true,
  key_revision: true,
  user: true,
  credential: true,
  setup_token: true,
  session: true,
  sign_in_failure: true,
  member: true,
  invitation: true,
}

/** `applied` are the migrations in a table `schema_migration`; null if there is none. */
export async function refuseForeignTables(db: Writes, applied: readonly string[] | null): Promise<void> {
  const names = [...Object.keys(ownTables), 'schema_migration', 'schema_migration_lock']
  const { rows } = await sql<{ schema: string; name: string }>`
    select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = current_schema() and relname = any(${names}) order by relname`.execute(db)
  const found = rows.map(({ name }) => name)
  if (found.length === 0) return
  if (applied !== null && isOurMigrationTable(applied, found)) return
  throw new Refusal(
    `The schema ${rows[0]?.schema} holds tables of another application: ${found.join(', ')}. Nothing was changed; set DATABASE_URL to a database of Frontlist's own.`,
  )
}
