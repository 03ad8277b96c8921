// The operators and values of each path that conditions can name, as short type aliases in generated text.
import type { SchemaField } from './schema-model.ts'
import { quote, type TypeNames, union } from './type-names.ts'
import { type ValueType, valueTypes } from './value-types.ts'

/** A path as the schema describes it. */
interface FilterPath {
  readonly type: string
  readonly filter: readonly string[]
  readonly to?: readonly string[] | null | undefined
}

/** Conditions compare the id of the target. */
const reference: ValueType = { value: 'string', filterName: 'Reference' }
/** Values of other types can only be tested for presence. */
const other: ValueType = { value: 'never', filterName: 'Presence' }

/** The aliases that a generated file declares, in the order of their first use. */
export class FilterTypes {
  readonly #names: TypeNames
  readonly #aliases = new Map<string, { readonly name: string; readonly text: string }>()

  constructor(names: TypeNames) {
    this.#names = names
  }

  get lines(): readonly string[] {
    return [...this.#aliases.values()].map(({ name, text }) =>
      text.includes(', To>')
        ? `type ${name}<To extends string = string> = ${text}`
        : `type ${name} = ${text}`,
    )
  }

  toType({ type, filter, to }: FilterPath): string {
    const isReference = type === 'reference'
    const { value, operand = value, filterName } = isReference ? reference : (valueTypes.get(type) ?? other)
    const text = `Where<${union(filter.map(quote))}, ${operand}${isReference ? ', To' : ''}>`
    const isList = filter.includes('all')
    const alias = this.#aliases.get(text) ?? {
      name: this.#names.take(`${filterName}${isList ? 'List' : ''}Filter`),
      text,
    }
    this.#aliases.set(text, alias)
    return isReference && to ? `${alias.name}<${union(to.map(quote))}>` : alias.name
  }
}

/** Returns the paths of a field: the field itself, and the paths inside it that the schema lists. */
export function filterPathsOf({ type, to, query }: SchemaField): [path: string, FilterPath][] {
  if (!query) return []
  const { name, filter, paths } = query
  const inside = paths.map((path): [string, FilterPath] => [path.path, path])
  return filter.length === 0 ? inside : [[name, { type, filter, to }], ...inside]
}
