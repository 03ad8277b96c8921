// The operators and values of each path that conditions can name, as short type aliases in generated text.
import type { SchemaField } from './schema-model.ts'
import { quote, type TypeNames, union } from './type-names.ts'
import { type ValueType, valueTypes } from './value-types.ts'

/** A path as the schema describes it. */
interface FilterPath {
  readonly type: string
  readonly filter: readonly string[]
  readonly to?: readonly string[] | null | undefined
  readonly of?: readonly string[] | null | undefined
  readonly many?: boolean | undefined
}

/** Conditions compare the id of the target. */
const reference: ValueType = { value: 'string', filterName: 'Reference' }
/** Values of other types can only be tested for presence. */
const other: ValueType = { value: 'never', filterName: 'Presence' }

interface Alias {
  readonly name: string
  readonly parameter: string
  readonly text: string
}

/** The aliases that a generated file declares, in the order of their first use. */
export class FilterTypes {
  readonly #names: TypeNames
  readonly #aliases = new Map<string, Alias>()
  readonly #components: ReadonlySet<string>

  /** `components` are the names of the components of the model. */
  constructor(names: TypeNames, components: ReadonlySet<string>) {
    this.#names = names
    this.#components = components
  }

  get lines(): readonly string[] {
    return [...this.#aliases.values()].map(
      ({ name, parameter, text }) => `type ${name}${parameter} = ${text}`,
    )
  }

  toType({ type, filter, to, of, many = false }: FilterPath): string {
    const operators = union(filter.map(quote))
    const allowed = (of ?? []).filter(name => this.#components.has(name))
    if (type === 'component' && allowed.length > 0) {
      const text = `WhereBlocks<${operators}, Components, Of${many ? ", 'all'" : ''}>`
      const name = this.#aliasOf(text, many ? 'BlocksFilter' : 'BlockFilter', '<Of extends keyof Components>')
      return `${name}<${union(allowed.map(quote))}>`
    }
    const isReference = type === 'reference'
    const { value, operand = value, filterName } = isReference ? reference : (valueTypes.get(type) ?? other)
    const text = `Where<${operators}, ${operand}${isReference ? ', To' : ''}>`
    const name = this.#aliasOf(
      text,
      `${filterName}${filter.includes('all') ? 'List' : ''}Filter`,
      isReference ? '<To extends string = string>' : '',
    )
    return isReference && to ? `${name}<${union(to.map(quote))}>` : name
  }

  /** Returns the name of the alias of a type, and declares it with its parameter if it is new. */
  #aliasOf(text: string, name: string, parameter: string): string {
    const alias = this.#aliases.get(text) ?? { name: this.#names.take(name), parameter, text }
    this.#aliases.set(text, alias)
    return alias.name
  }
}

/** Returns the paths of a field: the field itself, and the paths inside it that the schema lists. */
export function filterPathsOf({ type, to, of, many, query }: SchemaField): [path: string, FilterPath][] {
  if (!query) return []
  const { name, filter, paths } = query
  const inside = paths.map((path): [string, FilterPath] => [path.path, path])
  return filter.length === 0 ? inside : [[name, { type, filter, to, of, many }], ...inside]
}
