// The requirements for a PostgreSQL database: new enough, in UTF8, with a schema for the tables, in which no other
// application has any, and a session for each connection. A pooler that shares sessions between transactions breaks
// LISTEN and prepared statements, with errors that do not name the cause.
import { sql } from 'kysely'
import type pg from 'pg'
import { Refusal } from '../../base/errors.ts'
import type { Writes } from '../database.ts'
import { isOurMigrationTable } from '../migrations.ts'
import type { Schema } from '../schema.ts'
import { fromDriver, toRefusal } from './failures.ts'
import { type ConnectionPool, schemaOf } from './pools.ts'

/** The oldest version that the tests run on. */
const versionMin = 15

export interface ServerProperties {
  readonly version: string
  readonly encoding: string
  readonly database: string
  /** The schema in which tables are created; null if no schema of the search path exists. */
  readonly schema: string | null
  readonly searchPath: string
}

/** The columns of a select that returns {@link ServerProperties}. */
export const serverProperties = `current_setting('server_version') as version,
  current_setting('server_encoding') as encoding, current_database()::text as database,
  current_schema()::text as schema, current_setting('search_path') as "searchPath"`

/** Returns why Frontlist cannot use the database, with advice; null if it can. */
export function findServerError(
  { version, encoding, database, schema, searchPath }: ServerProperties,
  url: string,
): { readonly check: 'database' | 'encoding' | 'schema'; message: string; hint: string } | null {
  if (Number.parseInt(version, 10) < versionMin) {
    const hint = `${versionMin} or newer is needed.`
    return { check: 'database', message: `PostgreSQL ${version} is too old.`, hint }
  }
  if (encoding !== 'UTF8') {
    const message = `The database ${database} has the encoding ${encoding}, which cannot store every character.`
    const hint = `Create one in UTF8 and set DATABASE_URL to it: create database ${database}_utf8 encoding 'UTF8' template template0;`
    return { check: 'encoding', message, hint }
  }
  if (schema === null) {
    const named = schemaOf(url)
    const message =
      named === null
        ? `No schema of the search path (${searchPath}) exists in the database ${database}, or the role may not use it.`
        : `The database ${database} has no schema ${named}, or the role may not use it.`
    const example = `"${(named ?? 'frontlist').replaceAll('"', '""')}"`
    const hint = `Create it as a superuser, with the role of DATABASE_URL as its owner: create schema ${example} authorization ROLE;`
    return { check: 'schema', message, hint }
  }
  return null
}

/** Throws a refusal if the database cannot be used. Returns the schema of the tables. */
export async function requireServer(db: Writes, url: string): Promise<string> {
  const { rows } = await sql<ServerProperties>`select ${sql.raw(serverProperties)}`
    .execute(db)
    .catch(toRefusal)
  const properties = rows[0]!
  const error = findServerError(properties, url)
  if (error !== null) throw new Refusal(`${error.message} ${error.hint}`)
  return properties.schema!
}

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
  list_view: true,
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
  preview_link: true,
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

const connections = 3
const rounds = 3

export async function requireSessions(pool: ConnectionPool): Promise<void> {
  const clients: pg.PoolClient[] = []
  try {
    for (let opened = 0; opened < connections; opened++) clients.push(await pool.connect())
    if (await areShared(clients)) {
      throw new Refusal(
        'DATABASE_URL leads to a pooler that shares its connections between transactions. Frontlist needs sessions: with PgBouncer pool_mode = session, or the address of PostgreSQL itself.',
      )
    }
    for (const client of clients) client.release()
  } catch (error) {
    for (const client of clients) client.release(true)
    toRefusal(fromDriver(error))
  }
}

/**
 * Checks whether connections share sessions. Direct connections keep one session each. A transaction pooler gives each
 * connection a session that was just released by another one; to go undetected it would have to assign the same sessions
 * in the same order in every round.
 */
async function areShared(clients: readonly pg.PoolClient[]): Promise<boolean> {
  const seen = new Map<pg.PoolClient, unknown>()
  for (let round = 0; round < rounds; round++) {
    for (const client of clients) {
      const { rows } = await client.query('select pg_backend_pid() as session')
      const session = rows[0]?.session
      if (seen.has(client) && seen.get(client) !== session) return true
      if ([...seen].some(([other, itsOwn]) => other !== client && itsOwn === session)) return true
      seen.set(client, session)
    }
  }
  return false
}
