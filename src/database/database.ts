// The database as the rooms see it: reads, snapshots and transactions. What differs between engines stays in this
// folder.
import {
  type Compilable,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { toListParameter } from './prepare.ts'
import type { Schema } from './schema.ts'

/** Tells {@link Reads.each} to read no further. */
export const stop = Symbol('stop')

/** Statements that only read. */
export interface Reads {
  /** Hands each row over as it is read, so that a caller with a budget can stop early. */
  each<Row>(query: Compilable<Row>, onRow: (row: Row) => typeof stop | undefined): Promise<void>
  all<Row>(query: Compilable<Row>): Promise<Row[]>
  first<Row>(query: Compilable<Row>): Promise<Row | undefined>
}

/** A transaction that writes, or the database outside of one. */
export type Writes = Kysely<Schema>

export interface Database {
  /** Each statement sees what was committed when it ran, by this or another process. */
  readonly reads: Reads
  /** All statements of `work` see the database as it was at the first one, whatever is committed meanwhile. */
  snapshot<Result>(work: (reads: Reads) => Promise<Result>): Promise<Result>
  /** All of `work` or nothing; holds the write lock from its beginning. */
  transaction<Result>(work: (writes: Writes) => Promise<Result>): Promise<Result>
  /** Runs the missing migrations and returns their names. */
  migrate(): Promise<readonly string[]>
  /** True where the tables are those of this version. */
  isMigrated(): Promise<boolean>
  /** Writes a consistent copy to a new file while others read and write. */
  backup(file: string): Promise<void>
  close(): Promise<void>
}

/** The same statements inside of a transaction, which sees its own changes. */
export function readsWithin(writes: Writes): Reads {
  const all: Reads['all'] = async query => (await writes.executeQuery(query)).rows
  return {
    all,
    first: async query => (await all(query))[0],
    each: async (query, onRow) => {
      for (const row of await all(query)) if (onRow(row) === stop) return
    },
  }
}

/** Builds the statements that {@link Reads} runs; it has no connection of its own. */
export const query = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** The texts for an `in`: one statement text and one parameter, however many there are. */
export function textList(texts: readonly string[]) {
  return sql<string>`(select value from json_each(${toListParameter(texts)}))`
}

/** Pairs of texts as a table of `key` and `value`: one statement text and one parameter, the values by their key. */
export function textPairs(groups: ReadonlyMap<string, readonly string[]>) {
  const json = JSON.stringify(Object.fromEntries(groups))
  return sql<{ key: string; value: string }>`(
    select pair_key.key as key, pair_value.value as value
    from json_each(${json}) as pair_key, json_each(pair_key.value) as pair_value
  )`
}
