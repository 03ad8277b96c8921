// Derives the field of the new type in a conversion. Properties that make sense for the new type are kept.

import { convertValue } from '../../../content/fields/convert-value.ts'
import { typeOf } from '../../../content/fields/registry.ts'
import { findFieldErrors, type ModelError } from '../../../content/model/model-input.schema.ts'
import type { Field } from '../../../content/values/model.ts'
import type { ModelOperation } from '../model-operations.ts'

type Conversion = Extract<ModelOperation, { readonly op: 'convertField' }>

/** Properties that mean the same for every type. */
const commonProperties = ['name', 'help', 'required', 'hidden', 'query'] as const

export function convertField(
  field: Field,
  { type, many = field.many ?? false, format, of = type === field.type ? field.of : undefined }: Conversion,
): { readonly field: Field } | { readonly errors: readonly ModelError[] } {
  const bare: Field = {
    apiName: field.apiName,
    type,
    ...(many && { many }),
    ...(format !== undefined && { format }),
    ...(of !== undefined && { of }),
    ...pick(field, commonProperties),
    ...(many && field.many && pick(field, ['minItems', 'maxItems'])),
  }
  const errors = findFieldErrors(bare)
  if (errors.length > 0) return { errors }
  let converted = bare
  for (const property of typeOf({ type }).properties) {
    // The limits of a text are numbers of characters, and those of a number are values.
    const isOther =
      limits.includes(property) && typeOf(field).limit?.meaning !== typeOf({ type }).limit?.meaning
    const stays = !isOther && (property !== 'format' || (format === undefined && field.type === type))
    if (stays && field[property] !== undefined) converted = withFitting(converted, pick(field, [property]))
  }
  const initial = field.default === undefined ? null : convertValue(field, converted, field.default)
  if (initial?.value !== undefined && initial.reasons.size === 0) {
    converted = withFitting(converted, { default: initial.value })
  }
  return { field: converted }
}

const limits: readonly string[] = ['min', 'max']

function pick<Name extends keyof Field>(field: Field, names: readonly Name[]): Partial<Field> {
  return Object.fromEntries(names.flatMap(name => (field[name] === undefined ? [] : [[name, field[name]]])))
}

/** Adds properties unless they are invalid for the new type, such as a fractional limit of an integer. */
function withFitting(field: Field, properties: Partial<Field>): Field {
  const changed = { ...field, ...properties }
  return findFieldErrors(changed).length > 0 ? field : changed
}
