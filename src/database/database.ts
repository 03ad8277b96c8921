// The database interface that all modules use: reads, snapshots and transactions. Engine differences stay in this folder.
import {
  DummyDriver,
  Kysely,
  type RawBuilder,
  type RawNode,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  sql,
} from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { byEngine, compileFor, compilerOf, engineOf, executeCompiled, type Statement } from './engine.ts'
import { toJsonParameter } from './prepare.ts'
import type { Schema } from './schema.ts'
import type { VersionSource } from './versions.ts'

/** Returned to {@link Reads.each} to stop reading. */
export const stop = Symbol('stop')

/** Runs read-only statements. */
export interface Reads {
  /** True if a read blocks the thread until it ends, as in SQLite. */
  readonly isBlocking: boolean
  /** Passes on each row as it is read, so that a caller with a budget can stop early. */
  each<Row>(query: Statement<Row>, onRow: (row: Row) => typeof stop | undefined): Promise<void>
  all<Row>(query: Statement<Row>): Promise<Row[]>
  first<Row>(query: Statement<Row>): Promise<Row | undefined>
}

/** A write transaction, or the database outside of one. */
export type Writes = Kysely<Schema>

/** The result of a write before the lock that conflicted with other transactions. Nothing was written. */
export const lockContention = Symbol('lockContention')

/** Rolls back a {@link ContentSession.writeBeforeLock}, whose result is then {@link lockContention}. */
export class LockContention extends Error {}

/**
 * Writes before the lock is acquired. It calls `checkContention` between statements, which throws {@link LockContention}
 * if other transactions wait for the rows that it has written.
 */
export type BeforeLock = (writes: Writes, checkContention: () => Promise<void>) => Promise<void>

/** A connection for one large change of a space's content. Its temporary tables are private and end with it. */
export interface ContentSession {
  /** Runs each statement outside a transaction. Used to create temporary tables. */
  readonly db: Writes
  /**
   * Runs in one snapshot of the space's content and may write only temporary tables. Takes no lock, so other readers and
   * writers continue.
   */
  read<Result>(work: (writes: Writes) => Promise<Result>): Promise<Result>
  /** Runs a {@link Database.transaction} of the space. */
  write<Result>(work: (writes: Writes) => Promise<Result>): Promise<Result>
  /**
   * Like `write`, but `beforeLock` runs in the transaction before its lock is acquired, while others go on writing. If
   * both write the same row, the others win. Null on SQLite, where one transaction writes at a time.
   */
  readonly writeBeforeLock:
    | (<Result>(
        beforeLock: BeforeLock,
        work: (writes: Writes) => Promise<Result>,
      ) => Promise<Result | typeof lockContention>)
    | null
}

export interface Database {
  /** Each statement sees everything committed when it runs, by this or another process. */
  readonly reads: Reads
  readonly versions: VersionSource
  /**
   * Runs `work`, whose statements all see the database as of the first one. Only the content of this space is visible.
   * With `revision`, the reads may use a replica that has reached at least that revision.
   */
  snapshot<Result>(
    space: SpaceId,
    work: (reads: Reads) => Promise<Result>,
    revision?: number,
  ): Promise<Result>
  /**
   * Runs an atomic transaction. It holds a write lock from its start, so other transactions do not change what it reads
   * until it ends. With a space, the lock covers that space's content, and only its content is visible. Without one, the
   * lock covers everything else, and no content is visible before {@link enterSpace}.
   */
  transaction<Result>(work: (writes: Writes) => Promise<Result>, space?: SpaceId): Promise<Result>
  /**
   * Like {@link Database.transaction} without a space, for changes that must not fail because of a running import:
   * revoking a key, signing in and out. It waits for as long as an import may write.
   */
  urgentTransaction<Result>(work: (writes: Writes) => Promise<Result>): Promise<Result>
  /** Opens a session for a change that is prepared before its lock is acquired. */
  session<Result>(space: SpaceId, work: (session: ContentSession) => Promise<Result>): Promise<Result>
  /** Runs the missing migrations and returns their names. */
  migrate(): Promise<readonly string[]>
  /** Returns true if the tables are at this version or a later one. Each migration keeps the previous version working. */
  isMigrated(): Promise<boolean>
  /**
   * Resolves, with the reason, when the state of the disk is no longer known. From then on nothing is written, and the
   * process should exit. Never resolves on PostgreSQL, which handles disk errors itself.
   */
  readonly failed: Promise<Error>
  /** Updates the planner's statistics after a bulk change. */
  analyze(): Promise<void>
  /** Writes a consistent copy to a new file while reads and writes continue. */
  backup(file: string): Promise<void>
  close(): Promise<void>
}

/** Runs a statement that is built once (see prepare.ts) in a transaction. */
export async function execute<Row>(writes: Writes, statement: Statement<Row>): Promise<Row[]> {
  return executeCompiled(writes, compileFor(engineOf(writes), statement))
}

/** Returns reads inside a transaction, which see its own changes. */
export function readsWithin(writes: Writes): Reads {
  const engine = engineOf(writes)
  const all: Reads['all'] = statement => execute(writes, statement)
  return {
    isBlocking: engine === 'sqlite',
    all,
    first: async query => (await all(query))[0],
    each: async (query, onRow) => {
      for (const row of await all(query)) if (onRow(row) === stop) return
    },
  }
}

/** Builds read statements. It has no connection. */
export const query = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => compilerOf('sqlite'),
  },
})

/** Creates a statement that the query builder cannot express. Names are as in the database. */
export function statementOf<Row>(text: RawBuilder<Row>): Statement<Row> {
  return { compile: () => text.compile(query), toOperationNode: () => text.toOperationNode() as RawNode }
}

/**
 * Locks the selected rows on PostgreSQL until the transaction ends. SQLite has only one writer. Goes at the end of a select.
 */
export const forShare = byEngine({ sqlite: sql``, postgres: sql`for share` })

/** Compares a column with a list of strings. The statement has the same text and one parameter for any number of strings. */
export function isIn(column: string, texts: readonly string[]) {
  return byEngine<SqlBool>({
    sqlite: sql`${sql.ref(column)} in (select value from json_each(${toJsonParameter(texts)}))`,
    postgres: sql`${sql.ref(column)} = any(${texts}::text[])`,
  })
}

/** Compares a column with a list of integers, given as strings. */
export function isNumberIn(column: string, numbers: readonly string[]) {
  return byEngine<SqlBool>({
    sqlite: sql`${sql.ref(column)} in (select cast(value as integer) from json_each(${toJsonParameter(numbers)}))`,
    postgres: sql`${sql.ref(column)} = any(${numbers}::int[])`,
  })
}

/**
 * Returns a table of `key` and `value` with the values of each key. The statement text is the same for any number of pairs.
 */
export function textPairs(groups: ReadonlyMap<string, readonly string[]>) {
  const pairs = [...groups].flatMap(([key, values]) => values.map(value => [key, value] as const))
  return byEngine<{ key: string; value: string }>({
    sqlite: sql`(
      select pair_key.key as key, pair_value.value as value
      from json_each(${JSON.stringify(Object.fromEntries(groups))}) as pair_key, json_each(pair_key.value) as pair_value
    )`,
    postgres: sql`(
      select * from unnest(${pairs.map(([key]) => key)}::text[], ${pairs.map(([, value]) => value)}::text[])
        as pairs(key, value)
    )`,
  })
}
