// The database interface that all modules use: reads, snapshots, transactions, and statements that compile for either
// engine. Differences of the engines are here and in their folders; the modules write each statement once. The text of a
// prepared statement is built once, so that Kysely's cost is paid at the first use and not on every request.
import {
  type Compilable,
  type CompiledQuery,
  createQueryId,
  DummyDriver,
  Kysely,
  type OperationNodeSource,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryCompiler,
  type RawBuilder,
  type RawNode,
  type RootOperationNode,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import type { Schema } from './schema.ts'
import type { VersionSource } from './space-versions.ts'

export type Engine = 'sqlite' | 'postgres'

/** A statement that is not yet compiled for an engine. `compile` returns SQLite's text. */
export interface Statement<Row = unknown> extends Compilable<Row>, OperationNodeSource {
  toOperationNode(): RootOperationNode
}

/** A statement that caches its compiled texts. */
interface PreparedStatement<Row> extends Statement<Row> {
  textFor(engine: Engine): CompiledQuery<Row>
}

/** A raw fragment with an alternative for PostgreSQL; the node itself is SQLite's. */
interface DualEngineNode extends RawNode {
  readonly postgres?: RawNode
}

class DualEngineCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: DualEngineNode): void {
    super.visitRaw(node.postgres ?? node)
  }
}

const compilers: Readonly<Record<Engine, QueryCompiler>> = {
  sqlite: new SqliteQueryCompiler(),
  postgres: new DualEngineCompiler(),
}

export function compilerOf(engine: Engine): QueryCompiler {
  return compilers[engine]
}

export function compileFor<Row>(engine: Engine, statement: Statement<Row>): CompiledQuery<Row> {
  if ('textFor' in statement) return (statement as PreparedStatement<Row>).textFor(engine)
  return compilers[engine].compileQuery(statement.toOperationNode(), createQueryId()) as CompiledQuery<Row>
}

/** The adapter of an engine whose transactions own the connection, and whose statements end before they return. */
export interface DirectAdapter {
  execute<Row>(compiled: CompiledQuery<Row>): Row[]
}

/** Runs a compiled statement. Kysely's executor would take as long as a small statement in SQLite, so it is bypassed. */
export async function executeCompiled<Row>(
  writes: Kysely<Schema>,
  compiled: CompiledQuery<Row>,
): Promise<Row[]> {
  const { adapter } = writes.getExecutor()
  if (writes.isTransaction && 'execute' in adapter) return (adapter as DirectAdapter).execute(compiled)
  return (await writes.executeQuery(compiled)).rows
}

/** The engine of a transaction. */
export function engineOf(writes: Kysely<Schema>): Engine {
  return writes.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

/** Builds SQL that differs between the engines. */
export function byEngine<Value>(texts: Readonly<Record<Engine, RawBuilder<Value>>>): RawBuilder<Value> {
  const node: DualEngineNode = {
    ...(texts.sqlite.toOperationNode() as RawNode),
    postgres: texts.postgres.toOperationNode() as RawNode,
  }
  return sql<Value>`${{ expressionType: undefined, toOperationNode: () => node }}`
}

/** The names of texts that are prepared on PostgreSQL. */
const serverNames = new Map<string, string>()

/** Prepares the text on PostgreSQL too, under its own name, so that each connection plans it once. */
export function prepareOnServer(text: string): void {
  if (!serverNames.has(text)) serverNames.set(text, `frontlist_${Bun.hash(text).toString(36)}`)
}

/** Returns undefined if the text is not prepared on the server. */
export function serverNameOf(text: string): string | undefined {
  return serverNames.get(text)
}

/** Represents a value while the text is built. */
class Placeholder {
  constructor(
    readonly name: string,
    readonly asJson: boolean,
  ) {}
}

/**
 * Prepares a statement. `build` is called once, with placeholders instead of values: it may bind them and pass lists to
 * `isIn`, but must not inspect them. Anything that changes the text, such as an optional clause, needs its own
 * statement.
 */
export function prepare<Values extends object, Row>(
  build: (values: Values) => Statement<Row>,
): (values: Values) => Statement<Row> {
  const texts = new Texts(() => build(placeholders as Values))
  return values => new BoundStatement(texts, values)
}

class Texts<Row> {
  readonly #build: () => Statement<Row>
  readonly #compiled: Partial<Record<Engine, CompiledQuery<Row>>> = {}

  constructor(build: () => Statement<Row>) {
    this.#build = build
  }

  node(): RootOperationNode {
    return this.#build().toOperationNode()
  }

  of(engine: Engine): CompiledQuery<Row> {
    const known = this.#compiled[engine]
    if (known !== undefined) return known
    const compiled = compileFor(engine, this.#build())
    if (engine === 'postgres') prepareOnServer(compiled.sql)
    this.#compiled[engine] = compiled
    return compiled
  }
}

class BoundStatement<Row> implements PreparedStatement<Row> {
  readonly #texts: Texts<Row>
  readonly #values: object

  constructor(texts: Texts<Row>, values: object) {
    this.#texts = texts
    this.#values = values
  }

  textFor(engine: Engine): CompiledQuery<Row> {
    const text = this.#texts.of(engine)
    return { ...text, parameters: text.parameters.map(parameter => bind(parameter, this.#values)) }
  }

  compile(): CompiledQuery<Row> {
    return this.textFor('sqlite')
  }

  /** Returns a node with placeholders instead of values. */
  toOperationNode(): RootOperationNode {
    return this.#texts.node()
  }
}

/** Returns a list as one JSON parameter. */
export function toJsonParameter(texts: readonly string[]): unknown {
  const value: unknown = texts
  return value instanceof Placeholder ? new Placeholder(value.name, true) : JSON.stringify(texts)
}

const placeholders: object = new Proxy({}, { get: (_, name) => new Placeholder(String(name), false) })

function bind(parameter: unknown, values: object): unknown {
  if (!(parameter instanceof Placeholder)) return parameter
  const value = (values as Record<string, unknown>)[parameter.name]
  return parameter.asJson ? JSON.stringify(value) : value
}

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

/**
 * Rolls back a large change whose preparation no longer fits the space. `changed`: other transactions have changed what the
 * preparation is based on. `contended`: they need rows that are written before the lock, or have changed them.
 */
export class PreparationOutdated extends Error {
  constructor(readonly reason: 'changed' | 'contended') {
    super(`The preparation is outdated: ${reason}.`)
  }
}

/**
 * Writes before the lock is acquired. It calls `checkContention` between statements, which throws {@link
 * PreparationOutdated} if other transactions wait for the rows that it has written.
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
   * both write the same row, the others win, and it throws {@link PreparationOutdated}. Null on SQLite, where one
   * transaction writes at a time.
   */
  readonly writeBeforeLock:
    | (<Result>(beforeLock: BeforeLock, work: (writes: Writes) => Promise<Result>) => Promise<Result>)
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

/** Runs a statement that is built once in a transaction. */
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
 * Locks the selected rows on PostgreSQL until the transaction ends. SQLite has only one writer. Goes at the end of a
 * select.
 */
export const forShare = byEngine({ sqlite: sql``, postgres: sql`for share` })

/**
 * Compares a column with a list of strings. The statement has the same text and one parameter for any number of strings.
 */
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
