// PostgreSQL 15 to 18: the database that many nodes share.
import { Kysely, sql } from 'kysely'
import { Refusal } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { type Announcement, announcementsOf } from '../announce.ts'
import type { Database, Writes } from '../database.ts'
import { migrate, migrationNames } from '../migrations.ts'
import type { Schema } from '../schema.ts'
import { refuseInWords } from './failures.ts'
import { Nodes } from './nodes.ts'
import { BoundedPool } from './pools.ts'
import { PgDialect } from './postgres-dialect.ts'
import { readsOn } from './reads.ts'
import { requireSessions } from './sessions.ts'
import { snapshot } from './snapshot.ts'

/** The oldest that the tests run on. */
const versionMin = 15

const readersMax = 10
const readTimeoutMs = 10_000
const writersMax = 5
/** A statement of an import may take its time. */
const writeTimeoutMs = 120_000

const staleMsDefault = 10_000

/** What transactions take turns by: texts that every node and every version hashes alike. */
const locks = {
  rest: 'frontlist',
  migrations: 'frontlist migrations',
  content: (space: SpaceId) => `frontlist content ${space}`,
} as const

export interface PostgresOptions {
  /** Told of each statement before it runs: for counting and for logs. */
  readonly onStatement?: (sql: string) => void
  /** For how long a node goes on without its database, with what it knows. */
  readonly staleMs?: number
  readonly onState?: (state: 'fresh' | 'away', reason?: unknown) => void
}

/** Connects at the first statement: until then nobody knows whether there is such a database. */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const onStatement = options.onStatement ?? (() => {})
  const readers = new BoundedPool({
    url,
    name: 'reads',
    max: readersMax,
    statementTimeoutMs: readTimeoutMs,
  })
  const writers = new BoundedPool({
    url,
    name: 'writes',
    max: writersMax,
    statementTimeoutMs: writeTimeoutMs,
  })
  const db = new Kysely<Schema>({ dialect: new PgDialect(writers, onStatement) })
  const reads = readsOn(async () => {
    const client = await readers.connect()
    return { client, release: broken => client.release(broken) }
  }, onStatement)
  const nodes = new Nodes({
    url,
    onStatement,
    staleMs: options.staleMs ?? staleMsDefault,
    onState: options.onState,
  })
  const inTurn = async <Result>(lock: string, work: (writes: Writes) => Promise<Result>) => {
    let announced: readonly Announcement[] = []
    const result = await db
      .transaction()
      .execute(async writes => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(writes)
        const done = await work(writes)
        announced = announcementsOf(writes)
        return done
      })
      .catch(refuseInWords)
    // Whoever is answered now sees it with the next request, before any notification comes.
    for (const { space, versions } of announced) nodes.observe(space, versions)
    return result
  }
  return {
    reads,
    versions: nodes,
    snapshot: work => snapshot(readers, onStatement, work),
    transaction: (work, space) => inTurn(space === undefined ? locks.rest : locks.content(space), work),
    migrate: async () => {
      await requireVersion(db)
      await requireSessions(writers)
      if ((await countApplied(db)) === migrationNames.length) return []
      // On other connections than the lock's, which covers the migrations' own tables too.
      return inTurn(locks.migrations, () => migrate(db))
    },
    isMigrated: async () => (await countApplied(db)) >= migrationNames.length,
    backup: async () => {
      throw new Refusal('backup copies an embedded database. For PostgreSQL use pg_dump, or its own backups.')
    },
    close: async () => {
      await nodes.close()
      await readers.end()
      await db.destroy()
    },
  }
}

async function requireVersion(db: Writes): Promise<void> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db).catch(refuseInWords)
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version, 10) < versionMin) {
    throw new Refusal(`PostgreSQL ${version} is too old; ${versionMin} or newer is needed.`)
  }
}

async function countApplied(db: Writes): Promise<number> {
  const known = await sql<{ name: string | null }>`select to_regclass('schema_migration') as name`
    .execute(db)
    .catch(refuseInWords)
  if (!known.rows[0]?.name) return 0
  const { rows } = await sql<{ count: number }>`select count(*) as count from schema_migration`
    .execute(db)
    .catch(refuseInWords)
  return rows[0]?.count ?? 0
}
