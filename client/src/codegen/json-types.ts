// The types that `--json-type` names for JSON fields, and their imports.
import { isJson } from './field-types.ts'
import type { SchemaComponent } from './schema-model.ts'
import { isIdentifier, quote, type TypeNames } from './type-names.ts'

export class JsonTypes {
  /** The local names of types by path. */
  readonly #types = new Map<string, string>()
  readonly importLines: readonly string[]

  /** Throws a TypeError for a path that is not a JSON field of the model, or a target that names no type. */
  constructor(types: Readonly<Record<string, string>>, models: readonly SchemaComponent[], names: TypeNames) {
    const paths = new Set(models.flatMap(pathsOf))
    const locals = new Map<string, string>()
    const lines: string[] = []
    for (const [path, target] of Object.entries(types).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (!paths.has(path)) {
        const allowed = paths.size === 0 ? 'there is none' : `there are ${[...paths].join(', ')}`
        throw new TypeError(`${path} is no JSON field of the model: ${allowed}.`)
      }
      const [module, name] = readTarget(target)
      const known = locals.get(target)
      const local = known ?? names.take(name)
      locals.set(target, local)
      this.#types.set(path, local)
      const imported = local === name ? name : `${name} as ${local}`
      if (known === undefined) lines.push(`import type { ${imported} } from ${quote(module)}`)
    }
    this.importLines = lines
  }

  typeOf(model: string, field: string): string | null {
    return this.#types.get(`${model}.${field}`) ?? null
  }
}

function pathsOf({ apiName, fields }: SchemaComponent): string[] {
  return fields.filter(isJson).map(field => `${apiName}.${field.apiName}`)
}

function readTarget(target: string): [module: string, name: string] {
  const hash = target.lastIndexOf('#')
  const [module, name] = [target.slice(0, hash), target.slice(hash + 1)]
  if (hash > 0 && isIdentifier(name)) return [module, name]
  throw new TypeError(`${target} names no type: it must be MODULE#TYPE, such as ./types.ts#Formats.`)
}
