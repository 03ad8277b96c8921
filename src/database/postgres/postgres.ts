// PostgreSQL 15 to 18: the database that many nodes share.
import { Kysely, sql } from 'kysely'
import { Refusal } from '../../base/errors.ts'
import type { Database, Writes } from '../database.ts'
import { enterSpace, seeSpace } from '../enter-space.ts'
import { migrate, migrationNames } from '../migrations.ts'
import { type ChangeNotification, notificationsOf } from '../notify-change.ts'
import type { Schema } from '../schema.ts'
import { toPrivilegeRefusal, toRefusal, toWriteRefusal } from './failures.ts'
import { refuseForeignTables } from './foreign-tables.ts'
import { NodeVersions } from './nodes.ts'
import { takeStock } from './planning.ts'
import { BoundedPool, endOnServer, requireAddress } from './pools.ts'
import { PgDialect } from './postgres-dialect.ts'
import { readsOn } from './reads.ts'
import { Replicas } from './replicas.ts'
import { requireSessions } from './sessions.ts'
import { snapshot } from './snapshot.ts'

/** The oldest that the tests run on. */
export const versionMin = 15

const readersMax = 10
const readTimeoutMs = 10_000
const writersMax = 5
/** A statement of an import may take its time. */
const writeTimeoutMs = 120_000

const staleMsDefault = 10_000

/** What transactions outside of a space's content take turns by: texts that every node and version hashes alike. */
const locks = { rest: 'frontlist', migrations: 'frontlist migrations' } as const

const takeTurn = (lock: string) => (writes: Writes) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(writes)

export interface PostgresOptions {
  /** Told of each statement of a caller's before it runs: for counting and for logs. */
  readonly onStatement?: (sql: string) => void
  /** For how long a node goes on without its database, with what it knows. */
  readonly staleMs?: number
  /** Goes on while the machine is suspended; without it a lease may outlive that. */
  readonly wallClock?: () => number
  /** Copies that follow the database, asked for content. */
  readonly replicaUrls?: readonly string[]
  readonly onState?: (state: 'fresh' | 'away', reason?: unknown) => void
  /** See {@link BoundedPool}. */
  readonly idleTimeoutMs?: number
}

/** Connects at the first statement: until then nobody knows whether there is such a database. */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const { onStatement = () => {}, idleTimeoutMs, replicaUrls = [] } = options
  requireAddress('DATABASE_URL', url)
  for (const replicaUrl of replicaUrls) requireAddress('DATABASE_REPLICA_URLS', replicaUrl)
  const readers = new BoundedPool({
    url,
    name: 'reads',
    settings: `set default_transaction_read_only = on; ${endOnServer(readTimeoutMs)}`,
    max: readersMax,
    statementTimeoutMs: readTimeoutMs,
    ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
  })
  const writers = new BoundedPool({
    url,
    name: 'writes',
    max: writersMax,
    statementTimeoutMs: writeTimeoutMs,
    ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
  })
  const db = new Kysely<Schema>({ dialect: new PgDialect(writers, onStatement) })
  const reads = readsOn(async () => {
    const client = await readers.connect()
    return { client, release: broken => client.release(broken) }
  }, onStatement)
  const replicas = new Replicas(replicaUrls, onStatement)
  const nodes = new NodeVersions({
    url,
    staleMs: options.staleMs ?? staleMsDefault,
    wallClock: options.wallClock ?? (() => performance.now()),
    onState: (state, reason) => {
      if (state === 'fresh') for (const pool of [readers, writers]) pool.renew()
      options.onState?.(state, reason)
    },
  })
  const inTurn = async <Result>(
    begin: (writes: Writes) => Promise<unknown>,
    work: (writes: Writes) => Promise<Result>,
    on: Writes = db,
  ) => {
    let announced: readonly ChangeNotification[] = []
    const result = await on
      .transaction()
      .execute(async writes => {
        await begin(writes)
        const done = await work(writes)
        announced = notificationsOf(writes)
        return done
      })
      .catch(toWriteRefusal)
    // Whoever is answered now sees it with the next request, before any notification comes.
    for (const { space, versions } of announced) nodes.observe(space, versions)
    return result
  }
  const bringUp = async () => {
    await requireVersion(db)
    await requireSessions(writers)
    if ((await countApplied(db)) === migrationNames.length) return []
    await refuseForeignTables(db)
    // On other connections than the lock's, which covers the migrations' own tables too.
    return inTurn(takeTurn(locks.migrations), async lock => {
      // It only holds the lock, in silence, for as long as the migrations take.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock)
      return migrate(db)
    })
  }
  return {
    reads,
    versions: nodes,
    snapshot: async (space, work, revision) => {
      const { timeline } = nodes
      const wanted = revision === undefined || timeline === null ? null : { space, revision, timeline }
      const copied = wanted && (await replicas.snapshot(wanted, work))
      return copied ? copied.result : snapshot(readers, onStatement, space, work)
    },
    transaction: (work, space) =>
      inTurn(space === undefined ? takeTurn(locks.rest) : writes => enterSpace(writes, space), work),
    // No lock of an import is in its way.
    urgentTransaction: work => inTurn(takeTurn(locks.rest), work),
    session: (space, work) =>
      db.connection().execute(bound =>
        work({
          db: bound,
          read: look =>
            bound
              .transaction()
              .setAccessMode('read only')
              .execute(async writes => {
                await seeSpace(writes, space)
                return look(writes)
              })
              .catch(toWriteRefusal),
          write: change => inTurn(writes => enterSpace(writes, space), change, bound),
        }),
      ),
    migrate: () => bringUp().catch(toPrivilegeRefusal),
    isMigrated: async () => (await countApplied(db)) >= migrationNames.length,
    failed: new Promise(() => {}),
    takeStock: async () => {
      // What was changed is there, whether this succeeds or not.
      await sql
        .raw(takeStock)
        .execute(db)
        .catch(() => {})
    },
    backup: async () => {
      throw new Refusal('backup copies an embedded database. For PostgreSQL use pg_dump, or its own backups.')
    },
    close: async () => {
      await nodes.close()
      await replicas.close()
      await readers.end()
      await db.destroy()
    },
  }
}

async function requireVersion(db: Writes): Promise<void> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db).catch(toRefusal)
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version, 10) < versionMin) {
    throw new Refusal(`PostgreSQL ${version} is too old; ${versionMin} or newer is needed.`)
  }
}

async function countApplied(db: Writes): Promise<number> {
  const known = await sql<{ name: string | null }>`select to_regclass('schema_migration') as name`
    .execute(db)
    .catch(toRefusal)
  if (!known.rows[0]?.name) return 0
  const { rows } = await sql<{ count: number }>`select count(*) as count from schema_migration`
    .execute(db)
    .catch(toRefusal)
  return rows[0]?.count ?? 0
}
