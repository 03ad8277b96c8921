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
