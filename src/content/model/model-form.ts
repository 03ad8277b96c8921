// Converts models to their stored form, in which equal models are equal texts, and properties that equal their defaults are
// omitted.

import type { Collection, Field } from '../values/model.ts'
import { toStoredProperties } from './field-properties.ts'

/** Returns a valid model in its stored form. */
export function toStoredModel(collection: Collection): Collection {
  const { apiName, name, description = '', titleField, slugFrom, singleton, fields } = collection
  return {
    apiName,
    name,
    ...(description !== '' && { description }),
    ...(titleField !== undefined && { titleField }),
    ...(slugFrom !== undefined && { slugFrom }),
    ...(singleton && { singleton }),
    fields: fields.map(toStoredField),
  }
}

function toStoredField(field: Field): Field {
  const {
    apiName,
    type,
    name,
    help = '',
    many,
    minItems = 0,
    maxItems,
    to,
    query,
    search,
    paths = [],
  } = field
  const { required, unique, multiline, hidden } = field
  return {
    apiName,
    type,
    ...(many !== undefined && { many }),
    ...(to !== undefined && { to }),
    ...(query === false && { query }),
    ...(search !== undefined && { search }),
    ...(paths.length > 0 && {
      paths: paths.map(({ path, type, many }) => ({ path, type, ...(many && { many }) })),
    }),
    ...(name !== undefined && { name }),
    ...(help !== '' && { help }),
    ...(minItems > 0 && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    ...(required && { required }),
    ...toStoredProperties(field),
    ...(multiline && { multiline }),
    ...(unique && { unique }),
    ...(hidden && { hidden }),
  }
}

/** Checks whether entries of both collections have the same shape. Ignores rules, and properties for editors and queries. */
export function haveSameShape(a: Collection, b: Collection): boolean {
  return Bun.deepEquals(a.fields.map(toShape), b.fields.map(toShape))
}

/** `format` determines the values of rich text. For other types it is only a rule. */
function toShape({ apiName, type, many, to, format }: Field) {
  return { apiName, type, many, to, ...(type === 'richText' && { format }) }
}

/** Properties of fields whose loss an import must report. */
export const reportedProperties = [
  'name',
  'help',
  'minItems',
  'maxItems',
  'required',
  'default',
  'min',
  'max',
  'pattern',
  'format',
  'options',
  'accept',
  'multiline',
  'unique',
  'hidden',
] as const satisfies readonly (keyof Field)[]
