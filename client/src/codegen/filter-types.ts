// The operators and values of each path that conditions can name, as short type aliases in generated text.
import type { SchemaField } from './schema-model.ts'
import { quote, type TypeNames, union } from './type-names.ts'

/** A path as the schema describes it. */
interface FilterPath {
  readonly type: string
  readonly filter: readonly string[]
  readonly to?: readonly string[] | null | undefined
}

const kinds: ReadonlyMap<string, { readonly name: string; readonly value: string }> = new Map([
  ['text', { name: 'Text', value: 'string' }],
  ['integer', { name: 'Number', value: 'number' }],
  ['number', { name: 'Number', value: 'number' }],
  ['boolean', { name: 'Boolean', value: 'boolean' }],
  ['date', { name: 'Time', value: 'string | Date' }],
  ['dateTime', { name: 'Time', value: 'string | Date' }],
  ['reference', { name: 'Reference', value: 'string' }],
])
/** Values of other types can only be tested for presence. */
const other = { name: 'Presence', value: 'never' }

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
    const { name, value } = kinds.get(type) ?? other
    const isReference = type === 'reference'
    const text = `Where<${union(filter.map(quote))}, ${value}${isReference ? ', To' : ''}>`
    const isList = filter.includes('all')
    const alias = this.#aliases.get(text) ?? {
      name: this.#names.take(`${name}${isList ? 'List' : ''}Filter`),
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
