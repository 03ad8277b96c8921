// Statements whose text is built once: what Kysely costs is paid at the first use, not for every request.
import type { Compilable, CompiledQuery } from 'kysely'

/** Stands for a value while the text is built. */
class Placeholder {
  constructor(
    readonly name: string,
    readonly asJson: boolean,
  ) {}
}

/**
 * `build` is called once, with placeholders instead of values: it may bind them and pass lists to `textList`, and
 * must not look at them. What decides the text, such as whether a part is there, is a statement of its own.
 */
export function prepare<Values extends object, Row>(
  build: (values: Values) => Compilable<Row>,
): (values: Values) => Compilable<Row> {
  let compiled: CompiledQuery<Row> | null = null
  return values => ({
    compile: () => {
      compiled ??= build(placeholders as Values).compile()
      return { ...compiled, parameters: compiled.parameters.map(parameter => bind(parameter, values)) }
    },
  })
}

/** A list as one parameter: its JSON. */
export function toListParameter(texts: readonly string[]): unknown {
  const value: unknown = texts
  return value instanceof Placeholder ? new Placeholder(value.name, true) : JSON.stringify(texts)
}

const placeholders: object = new Proxy({}, { get: (_, name) => new Placeholder(String(name), false) })

function bind(parameter: unknown, values: object): unknown {
  if (!(parameter instanceof Placeholder)) return parameter
  const value = (values as Record<string, unknown>)[parameter.name]
  return parameter.asJson ? JSON.stringify(value) : value
}
