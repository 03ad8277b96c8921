// The type `boolean`: true or false.
import type { FieldTypeDefinition } from './field-type.ts'
import { toRange } from './query-facts.ts'

export const boolean: FieldTypeDefinition = {
  properties: [],
  expectation: () => 'true or false',
  read: value => (typeof value === 'boolean' ? value : undefined),
  query: {
    operators: ['eq', 'ne', 'exists'],
    isSortable: true,
    isFacetable: true,
    toScalar: value => (typeof value === 'boolean' ? value : null),
    parse: (operator, text) =>
      text === 'true' || text === 'false'
        ? toRange(operator, text === 'true')
        : { error: { message: 'must be true or false', allowed: ['true', 'false'] } },
  },
  convert(item, { from }) {
    if (from.type === 'json') return item
    if (from.type === 'richText') return undefined
    return item === 'true' ? true : item === 'false' ? false : undefined
  },
}
