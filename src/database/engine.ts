// The two engines, and how one statement becomes the text of either. What differs stands here and in the folders of the
// engines; the rooms write each statement once.
import {
  type Compilable,
  type CompiledQuery,
  createQueryId,
  type DataTypeNode,
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

/** A statement before it is the text of an engine; `compile` gives SQLite's. */
export interface Statement<Row = unknown> extends Compilable<Row>, OperationNodeSource {
  toOperationNode(): RootOperationNode
}

/** A statement that keeps its texts; see prepare.ts. */
export interface PreparedStatement<Row> extends Statement<Row> {
  textFor(engine: Engine): CompiledQuery<Row>
}

/** A fragment with its other text beside it: SQLite's is the node itself. */
interface TwofoldNode extends RawNode {
  readonly postgres?: RawNode
}

class TwofoldCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: TwofoldNode): void {
    super.visitRaw(node.postgres ?? node)
  }

  /** Text is ordered and compared by its bytes, as SQLite does, whatever the locale of the database. */
  protected override visitDataType(node: DataTypeNode): void {
    if (node.dataType === 'text') this.append('text collate "C"')
    else super.visitDataType(node)
  }
}

const compilers: Readonly<Record<Engine, QueryCompiler>> = {
  sqlite: new SqliteQueryCompiler(),
  postgres: new TwofoldCompiler(),
}

export function compilerOf(engine: Engine): QueryCompiler {
  return compilers[engine]
}

export function compileFor<Row>(engine: Engine, statement: Statement<Row>): CompiledQuery<Row> {
  if ('textFor' in statement) return (statement as PreparedStatement<Row>).textFor(engine)
  return compilers[engine].compileQuery(statement.toOperationNode(), createQueryId()) as CompiledQuery<Row>
}

/** The engine that a transaction writes to. */
export function engineOf(writes: Kysely<Schema>): Engine {
  return writes.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

/** For what the engines have no common words for. */
export function byEngine<Value>(texts: Readonly<Record<Engine, RawBuilder<Value>>>): RawBuilder<Value> {
  const node: TwofoldNode = {
    ...(texts.sqlite.toOperationNode() as RawNode),
    postgres: texts.postgres.toOperationNode() as RawNode,
  }
  return sql<Value>`${{ expressionType: undefined, toOperationNode: () => node }}`
}
