// The database as the rooms see it: reads, snapshots and transactions. What differs between engines stays in this
// folder.
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
import { byEngine, compileFor, compilerOf, engineOf, type Statement } from './engine.ts'
import { toJsonParameter } from './prepare.ts'
import type { Schema } from './schema.ts'
import type { VersionSource } from './versions.ts'

/** Tells {@link Reads.each} to read no further. */
export const stop = Symbol('stop')

/** Statements that only read. */
export interface Reads {
  /** Hands each row over as it is read, so that a caller with a budget can stop early. */
  each<Row>(query: Statement<Row>, onRow: (row: Row) => typeof stop | undefined): Promise<void>
  all<Row>(query: Statement<Row>): Promise<Row[]>
  first<Row>(query: Statement<Row>): Promise<Row | undefined>
}

/** A transaction that writes, or the database outside of one. */
export type Writes = Kysely<Schema>

/** A connection for one large change of a space's content. Its temporary tables are its own, and end with it. */
export interface ContentSession {
  /** Each statement by itself: for making temporary tables. */
  readonly db: Writes
  /**
   * Sees one state of the space's content, and may write temporary tables only. Takes no lock: others go on writing,
   * and read as before.
   */
  read<Result>(work: (writes: Writes) => Promise<Result>): Promise<Result>
  /** {@link Database.transaction} of the space. */
  write<Result>(work: (writes: Writes) => Promise<Result>): Promise<Result>
}

export interface Database {
  /** Each statement sees what was committed when it ran, by this or another process. */
  readonly reads: Reads
  readonly versions: VersionSource
  /**
   * All statements of `work` see the database as it was at the first one, whatever is committed meanwhile. Content is
   * seen of this space alone. With `revision` a replica may be asked, which has reached at least that one.
   */
  snapshot<Result>(
    space: SpaceId,
    work: (reads: Reads) => Promise<Result>,
    revision?: number,
  ): Promise<Result>
  /**
   * All of `work` or nothing; holds a write lock from its beginning: what it reads, no other transaction changes until
   * it ends. With a space the lock is that of the space's content, and content of that space alone is seen; without one
   * the lock is that of all the rest, and no content is seen before {@link enterSpace}.
   */
  transaction<Result>(work: (writes: Writes) => Promise<Result>, space?: SpaceId): Promise<Result>
  /**
   * The same without a space, for what must not fail because an import writes: revoking a key, signing in and out. It
   * waits for as long as an import may write.
   */
  urgentTransaction<Result>(work: (writes: Writes) => Promise<Result>): Promise<Result>
  /** For a change that is prepared before its lock is taken. */
  session<Result>(space: SpaceId, work: (session: ContentSession) => Promise<Result>): Promise<Result>
  /** Runs the missing migrations and returns their names. */
  migrate(): Promise<readonly string[]>
  /** True where the tables are those of this version, or of a later one: each leaves the one before it working. */
  isMigrated(): Promise<boolean>
  /**
   * Settles, with the reason, when nobody can say any more what the disk keeps: nothing is written from then on, and
   * the process should end. A PostgreSQL sees to its own disk.
   */
  readonly failed: Promise<Error>
  /** After many changes at once: the engine learns how much there is now, and plans its reads by that. */
  takeStock(): Promise<void>
  /** Writes a consistent copy to a new file while others read and write. */
  backup(file: string): Promise<void>
  close(): Promise<void>
}

/** The same statements inside of a transaction, which sees its own changes. */
export function readsWithin(writes: Writes): Reads {
  const engine = engineOf(writes)
  const all: Reads['all'] = async query => (await writes.executeQuery(compileFor(engine, query))).rows
  return {
    all,
    first: async query => (await all(query))[0],
    each: async (query, onRow) => {
      for (const row of await all(query)) if (onRow(row) === stop) return
    },
  }
}

/** Builds the statements that are only read with; it has no connection of its own. */
export const query = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => compilerOf('sqlite'),
  },
})

/** A statement that has no words in the builder: names as they are in the database. */
export function statementOf<Row>(text: RawBuilder<Row>): Statement<Row> {
  return { compile: () => text.compile(query), toOperationNode: () => text.toOperationNode() as RawNode }
}

/** Whether the column is one of the texts: one statement text and one parameter, however many there are. */
export function isIn(column: string, texts: readonly string[]) {
  return byEngine<SqlBool>({
    sqlite: sql`${sql.ref(column)} in (select value from json_each(${toJsonParameter(texts)}))`,
    postgres: sql`${sql.ref(column)} = any(${texts}::text[])`,
  })
}

/** Pairs of texts as a table of `key` and `value`: one statement text, the values by their key. */
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
