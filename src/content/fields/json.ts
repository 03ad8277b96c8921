// The type `json`: any JSON. Queries can name paths inside it that the model declares.
import type { FieldTypeDefinition } from './field-type.ts'
import { presenceOnly } from './query-facts.ts'

export const json: FieldTypeDefinition = {
  properties: ['paths'],
  expectation: () => 'JSON',
  read: value => value,
  mayBeList: true,
  mayBeNull: true,
  query: { ...presenceOnly, hasPaths: true },
  convert: item => item,
}
