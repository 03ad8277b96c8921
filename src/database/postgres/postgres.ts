// Opens PostgreSQL 15 to 18, the database that several nodes share, with the connection pools of a node to its primary.
// Each kind of work has its own pool, so that none waits for another.
import { Kysely, sql } from 'kysely'
import { Refusal } from '../../base/errors.ts'
import type { Database, Writes } from '../database.ts'
import { enterSpace, seeSpace } from '../enter-space.ts'
import { areCurrent, areMigrated, migrate, requireReleased, toMigrationNames } from '../migrations.ts'
import { type ChangeNotification, notificationsOf } from '../notify-change.ts'
import type { Schema } from '../schema.ts'
import { toPrivilegeRefusal, toRefusal, toWriteRefusal } from './failures.ts'
import { NodeVersions } from './node-versions.ts'
import { analyze } from './planning.ts'
import {
  BoundedPool,
  type ConnectionPool,
  connectTimeoutMsDefault,
  endOnServer,
  listExecuting,
  requireAddress,
  waitMsMaxDefault,
} from './pools.ts'
import { PgDialect, writerSettings } from './postgres-dialect.ts'
import { readsOn, snapshot } from './reads.ts'
import { Replicas } from './replicas.ts'
import { refuseForeignTables, requireServer, requireSessions } from './server-requirements.ts'
import { enterSpaceAfter } from './write-before-lock.ts'

export interface Connections {
  readonly readers: ConnectionPool
  readonly writers: ConnectionPool
  /** Connections for queries for newer versions. */
  readonly watch: ConnectionPool
  readonly heartbeat: ConnectionPool
}

const readersMax = 10
const readTimeoutMs = 10_000
const writersMax = 5
/** The maximum wait for a connection, because writers of one space wait for each other. */
const writerWaitMsMax = 10_000
/** Statements of an import may take long. */
const writeTimeoutMs = 120_000
/** Two, so that the next query does not wait for a broken connection. */
const watchersMax = 2
const watchTimeoutMs = 1000

/**
 * A heartbeat is a notification: it queues behind commits that wait for their standby, where statement timeouts do not
 * apply. It must not wait for a standby itself, or it would delay the others.
 */
const heartbeatSettings = (timeoutMs: number) =>
  `set lock_timeout = ${timeoutMs}; set synchronous_commit = off`

/** Multiplies all time limits by the factor, so that a busy machine does not look like an unavailable database. */
export function connectionsTo(url: string, timeFactor = 1): Connections {
  const connectTimeoutMs = connectTimeoutMsDefault * timeFactor
  const watchMs = watchTimeoutMs * timeFactor
  const readMs = readTimeoutMs * timeFactor
  const watching = { url, statementTimeoutMs: watchMs, connectTimeoutMs: watchMs }
  return {
    readers: new BoundedPool({
      url,
      name: 'reads',
      settings: `set default_transaction_read_only = on; ${endOnServer(readMs)}`,
      max: readersMax,
      waitMsMax: waitMsMaxDefault * timeFactor,
      connectTimeoutMs,
      statementTimeoutMs: readMs,
    }),
    writers: new BoundedPool({
      url,
      name: 'writes',
      settings: writerSettings,
      max: writersMax,
      waitMsMax: writerWaitMsMax * timeFactor,
      connectTimeoutMs,
      statementTimeoutMs: writeTimeoutMs * timeFactor,
    }),
    watch: new BoundedPool({ ...watching, name: 'watch', max: watchersMax }),
    heartbeat: new BoundedPool({
      ...watching,
      name: 'heartbeat',
      max: 1,
      settings: heartbeatSettings(watchMs),
    }),
  }
}

const staleMsDefault = 10_000
const firstResponseMsDefault = 2000

/** Advisory locks for transactions outside a space's content. Every node and version hashes these strings alike. */
const locks = { rest: 'frontlist', migrations: 'frontlist migrations' } as const

const acquireLock = (lock: string) => (writes: Writes) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(writes)

export interface PostgresOptions {
  /** Called before each statement of a caller, for counting and logging. */
  readonly onStatement?: (sql: string) => void
  /** The time in milliseconds that a node keeps serving cached data without its database. */
  readonly staleMs?: number
  /** The maximum wait in milliseconds for the versions of a space that has nothing cached. */
  readonly firstResponseMs?: number
  /** Returns a time that advances while the machine is suspended. Without it, a lease may outlast a suspension. */
  readonly wallClock?: () => number
  /** Read replicas, used for content. */
  readonly replicaUrls?: readonly string[]
  readonly onState?: (state: 'fresh' | 'away', reason?: unknown) => void
  /** Pools of this URL's database, which {@link Database.close} ends; new ones by default. */
  readonly connections?: Connections
}

/** Connects at the first statement; until then the URL is not verified. */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const { onStatement = () => {}, replicaUrls = [] } = options
  requireAddress('DATABASE_URL', url)
  for (const replicaUrl of replicaUrls) requireAddress('DATABASE_REPLICA_URLS', replicaUrl)
  const { readers, writers, ...pools } = options.connections ?? connectionsTo(url)
  const db = new Kysely<Schema>({ dialect: new PgDialect(writers, onStatement) })
  const reads = readsOn(async () => {
    const client = await readers.connect()
    return { client, release: broken => client.release(broken) }
  }, onStatement)
  const replicas = new Replicas(replicaUrls, onStatement)
  const nodes = new NodeVersions({
    url,
    pools,
    staleMs: options.staleMs ?? staleMsDefault,
    firstResponseMs: options.firstResponseMs ?? firstResponseMsDefault,
    wallClock: options.wallClock ?? (() => performance.now()),
    onState: (state, reason) => {
      if (state === 'fresh') {
        for (const pool of [readers, writers]) pool.renew(backends => listExecuting(pools.watch, backends))
      }
      options.onState?.(state, reason)
    },
  })
  const writeUnderLock = async <Result>(
    begin: (writes: Writes) => Promise<unknown>,
    work: (writes: Writes) => Promise<Result>,
    on: Writes = db,
  ) => {
    let notifications: readonly ChangeNotification[] = []
    const result = await on
      .transaction()
      .execute(async writes => {
        await begin(writes)
        const done = await work(writes)
        notifications = notificationsOf(writes)
        return done
      })
      .catch(toWriteRefusal)
    // A client that has its response sees the change with its next request, before any notification arrives.
    for (const { space, versions } of notifications) nodes.observe(space, versions)
    return result
  }
  const migrateUnderLock = async () => {
    const schema = await requireServer(db, url)
    await requireSessions(writers)
    const applied = await readApplied(db)
    requireReleased(applied ?? [])
    if (areCurrent(applied ?? [])) return []
    // The migrations run on other connections than the lock's. The lock also covers Kysely's migration tables.
    return writeUnderLock(acquireLock(locks.migrations), async lock => {
      // Read again under the lock, because another process may just have migrated, and its tables must not look foreign.
      // The connection that has waited for the lock cannot be used: `to_regclass` may miss the new tables until its
      // transaction ends.
      await refuseForeignTables(db, await readApplied(db))
      // This connection only holds the lock, idle for as long as the migrations take.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock)
      return migrate(db, schema)
    })
  }
  return {
    reads,
    versions: nodes,
    snapshot: async (space, work, revision) => {
      const { timeline } = nodes
      const required = revision === undefined || timeline === null ? null : { space, revision, timeline }
      const fromReplica = required && (await replicas.snapshot(required, work))
      return fromReplica ? fromReplica.result : snapshot(readers, onStatement, space, work)
    },
    transaction: (work, space) =>
      writeUnderLock(
        space === undefined ? acquireLock(locks.rest) : writes => enterSpace(writes, space),
        work,
      ),
    // Imports do not hold this lock.
    urgentTransaction: work => writeUnderLock(acquireLock(locks.rest), work),
    session: (space, work) =>
      db.connection().execute(bound =>
        work({
          db: bound,
          read: reading =>
            bound
              .transaction()
              .setAccessMode('read only')
              .execute(async writes => {
                await seeSpace(writes, space)
                return reading(writes)
              })
              .catch(toWriteRefusal),
          write: writing => writeUnderLock(writes => enterSpace(writes, space), writing, bound),
          writeBeforeLock: (beforeLock, writing) =>
            writeUnderLock(writes => enterSpaceAfter(writes, space, beforeLock), writing, bound),
        }),
      ),
    migrate: () => migrateUnderLock().catch(toPrivilegeRefusal),
    isMigrated: async () => areMigrated((await readApplied(db)) ?? []),
    failed: new Promise(() => {}),
    analyze: async () => {
      // The change is committed, whether or not this succeeds.
      await sql
        .raw(analyze)
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

/** The names of the applied migrations; null if there is no table of them. */
async function readApplied(db: Writes): Promise<readonly string[] | null> {
  const known = await sql<{ name: string | null }>`select to_regclass('schema_migration') as name`
    .execute(db)
    .catch(toRefusal)
  if (!known.rows[0]?.name) return null
  const { rows } = await sql`select * from schema_migration limit 1000`.execute(db).catch(toRefusal)
  return toMigrationNames(rows)
}
