// The values that queries compare, by their type.
import type { QueryType } from '../../../../src/content/model/query-model.ts'
import type { QueryValues } from '../../../fields/field-type.ts'
import { fieldTypes } from '../../../fields/registry.ts'

/** The types of keys that every entry has. */
const ownTypes: Readonly<Record<string, QueryValues>> = {
  id: { placeholder: 'Entry ID' },
  slug: { directions: ['A to Z', 'Z to A'] },
  collection: { placeholder: 'API name' },
}

export function queryValuesOf(type: QueryType | undefined): QueryValues {
  if (type === undefined) return {}
  return ownTypes[type] ?? fieldTypes[type as keyof typeof fieldTypes].query ?? {}
}
