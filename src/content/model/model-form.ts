// Converts models to their stored form, in which equal models are equal texts and properties that equal their defaults are
// omitted, and compares models.

import type { StoredValue } from '../fields/field-type.ts'
import { checkValues, type ValueError } from '../fields/field-values.ts'
import { formatOf, haveSameForm, typeOf } from '../fields/registry.ts'
import type { Collection, Component, Field, Json } from '../values/model.ts'
import { defaultPreviewUrl } from './preview-url.ts'

/** Returns a valid model in its stored form. */
export function toStoredModel(collection: Collection): Collection {
  const { apiName, name, description = '', titleField, slugFrom, singleton, previewUrl, fields } = collection
  return {
    apiName,
    name,
    ...(description !== '' && { description }),
    ...(titleField !== undefined && { titleField }),
    ...(slugFrom !== undefined && { slugFrom }),
    ...(singleton && { singleton }),
    ...(previewUrl !== undefined && previewUrl !== defaultPreviewUrl && { previewUrl }),
    fields: fields.map(toStoredField),
  }
}

/** Returns a valid component in its stored form. */
export function toStoredComponent(component: Component): Component {
  const { apiName, name, description = '', titleField, icon, fields } = component
  return {
    kind: 'component',
    apiName,
    name,
    ...(description !== '' && { description }),
    ...(titleField !== undefined && { titleField }),
    ...(icon !== undefined && { icon }),
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
    of,
    query,
    search,
    paths = [],
  } = field
  const { required, unique, multiline, hidden, link } = field
  return {
    apiName,
    type,
    ...(many !== undefined && { many }),
    ...(to !== undefined && { to }),
    ...(of !== undefined && { of }),
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
    ...(link && { link }),
    ...(hidden && { hidden }),
  }
}

/**
 * Returns the properties of a valid field in their stored form: times in UTC, options with names, and no property that
 * equals its default.
 */
function toStoredProperties(field: Field): Partial<Field> {
  const { min, max, options, format } = field
  const { limit } = typeOf(field)
  const toLimit = (value: number | string) => limit?.toStored?.(value) ?? value
  const { value } = readDefault(field)
  return {
    ...(min !== undefined && { min: toLimit(min) }),
    ...(max !== undefined && { max: toLimit(max) }),
    ...(field.pattern !== undefined && { pattern: field.pattern }),
    ...(format !== undefined && format !== 'any' && { format }),
    ...(options && { options: options.map(({ value, name }) => ({ value, name: name ?? String(value) })) }),
    ...(field.accept && { accept: field.accept }),
    ...(value !== undefined && !isEmptyList(value) && { default: value }),
  }
}

export function readDefault(field: Field): {
  readonly errors: readonly ValueError[]
  readonly value: StoredValue
} {
  const errors: ValueError[] = []
  const [value] = checkValues(
    [field],
    { [field.apiName]: field.default ?? null },
    { onError: (_, error) => void errors.push(error), refusesUnsafeAddresses: true },
  )
  return { errors, value }
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0
}

/** Compares models in their stored form, without the components that their fields know. */
export function isSameModel(a: Collection | Component, b: Collection | Component): boolean {
  return Bun.deepEquals(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)))
}

/**
 * Checks whether entries of both collections have the same shape. Ignores rules, and properties for editors and queries.
 */
export function haveSameShape(a: Collection, b: Collection): boolean {
  return Bun.deepEquals(a.fields.map(toShape), b.fields.map(toShape))
}

function toShape(field: Field) {
  const { apiName, type, many, to, of, link } = field
  return { apiName, type, many, to, of, link, format: formatOf(field) }
}

/**
 * Lists the differences between an existing model and a file's model as operations of the management API, so that values
 * stored by the earlier model can be converted. A file contains no renames, so a renamed field appears as one removed and
 * one added field.
 */
export function listModelOperations(before: Collection, after: Collection): readonly object[] {
  const [old, next] = [byName(before), byName(after)]
  const removed = before.fields.filter(({ apiName }) => !next.has(apiName))
  const added = after.fields.filter(({ apiName }) => !old.has(apiName))
  const converted = after.fields.filter(field => {
    const known = old.get(field.apiName)
    return known !== undefined && !haveSameValues(known, field)
  })
  const naming = (['titleField', 'slugFrom'] as const).filter(key => before[key] !== after[key])
  const properties = Object.fromEntries(naming.map(key => [key, after[key] ?? null]))
  return [
    ...removed.map(({ apiName: field }) => ({ op: 'removeField', field })),
    ...converted.map(field => {
      const { apiName, type, many = false } = field
      const format = formatOf(field)
      return { op: 'convertField', field: apiName, type, many, ...(format !== null && { format }) }
    }),
    ...added.map(field => ({ op: 'addField', field })),
    ...(naming.length > 0 ? [{ op: 'set', properties }] : []),
  ]
}

function byName({ fields }: Collection): ReadonlyMap<string, Field> {
  return new Map(fields.map(field => [field.apiName, field]))
}

function haveSameValues(a: Field, b: Field): boolean {
  return haveSameForm(a, b) && (a.many ?? false) === (b.many ?? false)
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
  'link',
  'of',
] as const satisfies readonly (keyof Field)[]
