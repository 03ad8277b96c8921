// The requirements for a PostgreSQL database: new enough, in UTF8, and with a schema for the tables.
import { sql } from 'kysely'
import { Refusal } from '../../base/errors/errors.ts'
import type { Writes } from '../database.ts'
import { schemaOf } from './database-url.ts'
import { toRefusal } from './failures.ts'

/** The oldest version that the tests run on. */
export const versionMin = 15

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
