// The two engines, and how one statement compiles for either. Differences are here and in the engines' folders; the
// modules write each statement once.
import {
  type Compilable,
  type CompiledQuery,
  createQueryId,
  type Kysely,
  type OperationNodeSource,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryCompiler,
  type RawBuilder,
  type RawNode,
  type RootOperationNode,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Schema } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

/** A statement that is not yet compiled for an engine. `compile` returns SQLite's text. */
export interface Statement<Row = unknown> extends Compilable<Row>, OperationNodeSource {
  toOperationNode(): RootOperationNode
}

/** A statement that caches its compiled texts; see prepare.ts. */
export interface PreparedStatement<Row> extends Statement<Row> {
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
