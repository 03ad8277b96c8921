// Builds the text of statements once, so that Kysely's cost is paid at the first use and not on every request.
import type { CompiledQuery, RootOperationNode } from 'kysely'
import { compileFor, type Engine, type PreparedStatement, type Statement } from './engine.ts'

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
