// PostgreSQL databases with all tables that one test uses after another: emptying one and keeping its connections takes
// a tenth of the CPU time of creating, connecting to and dropping one. They remain until the run ends.
import pg from 'pg'
import { migrationNames } from '../../../src/database/migrations.ts'
import { type Connections, connectionsTo } from '../../../src/database/postgres/postgres.ts'
import { LentPool } from './lent-pool.ts'
import { createDatabase, dropDatabase, nameCopy } from './postgres-databases.ts'
import { pastRowSecurity, testServer, testTemplate } from './test-engine.ts'

/** The rows of a table as a JSON array. */
export interface TableRows {
  readonly table: string
  readonly rows: string
}

/** Databases that no test uses. More are dropped: a property can have a hundred at once. */
const freeMax = 6
/** Multiplies the time limits of a server, because a test machine may be much busier. */
const timeFactor = 10
/** From this size on a table is truncated: deleted rows would slow later tests down. */
const deletedBytesMax = 128 * 1024

/** Tables that have or had rows. */
const stateQuery = `
  select quote_ident(relname) as table, pg_relation_size(oid)::integer as bytes
  from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`

/** Some tests add triggers, or remove or replace migrations. Tests that add tables or indexes create their own database. */
const changedQuery = `
  select exists (select from pg_trigger where not tgisinternal)
    or (select coalesce(string_agg(name, ' ' order by name collate "C"), '') from schema_migration)
      <> ${pg.escapeLiteral([...migrationNames].sort().join(' '))} as changed`

interface TableState {
  readonly table: string
  readonly bytes: number
}

export class ReusedDatabase {
  /** Skips foreign keys and row level security. */
  readonly #admin: pg.Client
  /** By URL, which names a role: connections that no handle uses. */
  readonly #free = new Map<string, Connections[]>()

  private constructor(readonly url: string) {
    this.#admin = new pg.Client({ connectionString: pastRowSecurity(url) })
    this.#admin.on('error', () => {})
  }

  static async create(): Promise<ReusedDatabase> {
    const made = new ReusedDatabase(
      await createDatabase(testServer(), { name: nameCopy(testTemplate()), template: testTemplate() }),
    )
    await made.#admin.connect()
    await made.#admin.query('set session_replication_role = replica')
    return made
  }

  /** For one handle, which returns them by closing. */
  lend(url: string): Connections {
    const free = this.#free.get(url) ?? []
    this.#free.set(url, free)
    const connections = free.pop() ?? connectionsTo(url, timeFactor)
    let open = Object.keys(connections).length
    const onEnd = () => {
      if (--open === 0) free.push(connections)
    }
    return {
      readers: new LentPool(connections.readers, onEnd),
      writers: new LentPool(connections.writers, onEnd),
      watch: new LentPool(connections.watch, onEnd),
      heartbeat: new LentPool(connections.heartbeat, onEnd),
    }
  }

  async dump(): Promise<readonly TableRows[]> {
    const dumped: TableRows[] = []
    for (const { table } of await this.#listTables()) {
      const { rows } = await this.#admin.query<TableRows>(
        `select $1 as table, json_agg(line)::text as rows from ${table} as line`,
        [table],
      )
      dumped.push(...rows.filter(row => row.rows !== null))
    }
    return dumped
  }

  /** Replaces all rows. Returns false if the tables are no longer those of the template. */
  async fill(content: readonly TableRows[]): Promise<boolean> {
    if (await this.#isChanged()) return false
    const tables = await this.#listTables()
    const clear = tables.map(({ table, bytes }) =>
      bytes > deletedBytesMax ? `truncate ${table} cascade` : `delete from ${table}`,
    )
    const insert = content.map(
      ({ table, rows }) =>
        `insert into ${table} select * from json_populate_recordset(null::${table}, ${pg.escapeLiteral(rows)})`,
    )
    await this.#admin.query(['begin', ...clear, ...insert, 'commit'].join('; '))
    return true
  }

  async drop(): Promise<void> {
    await this.#admin.end()
    for (const { readers, writers, watch, heartbeat } of [...this.#free.values()].flat()) {
      await Promise.all([readers, writers, watch, heartbeat].map(pool => pool.end()))
    }
    await dropDatabase(pastRowSecurity(this.url))
  }

  async #listTables(): Promise<readonly TableState[]> {
    const { rows } = await this.#admin.query<TableState>({ name: 'tables', text: stateQuery })
    return rows.filter(({ table }) => !table.startsWith('schema_migration'))
  }

  async #isChanged(): Promise<boolean> {
    const { rows } = await this.#admin.query<{ changed: boolean }>({ name: 'changed', text: changedQuery })
    return rows[0]!.changed
  }
}

const free: ReusedDatabase[] = []
const inUse = new Map<string, ReusedDatabase>()

const nameOf = (url: string) => new URL(url).pathname

/** With these rows only, until it is returned. */
export async function takeDatabase(content: readonly TableRows[]): Promise<ReusedDatabase> {
  const database = free.pop() ?? (await ReusedDatabase.create())
  if (!(await database.fill(content))) {
    await database.drop()
    return takeDatabase(content)
  }
  inUse.set(nameOf(database.url), database)
  return database
}

/** After all handles were closed. */
export async function returnDatabase(database: ReusedDatabase): Promise<void> {
  inUse.delete(nameOf(database.url))
  if (free.length < freeMax) free.push(database)
  else await database.drop()
}

/** Null for databases that are not reused, and for other addresses of the server. */
export function findTaken(url: string): ReusedDatabase | null {
  const found = inUse.get(nameOf(url))
  return found && [found.url, pastRowSecurity(found.url)].includes(url) ? found : null
}
