// Checks which properties a field of each type may have, and whether they are consistent. Their shapes are checked in
// model-input.schema.ts.
import { parseTimestamp, toTimestamp } from '../../base/clock.ts'
import { parsePlainDate } from '../../base/plain-date.ts'
import { findFieldProblems } from '../values/field-rules.ts'
import { checkValues, type StoredValue, type ValueError } from '../values/field-values.ts'
import {
  type Field,
  type FieldType,
  fieldTypes,
  type Json,
  propertiesOf,
  richTextFormats,
  type TypedProperty,
  textFormats,
} from '../values/model.ts'
import { compilePattern } from '../values/pattern.ts'

/**
 * An error of a field. `path` is relative to the field, and `message` continues a sentence that begins with the name of the
 * property.
 */
export interface ModelError {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const typedProperties = [...new Set(Object.values(propertiesOf).flat())]

export function findFieldErrors(field: Field): ModelError[] {
  const misplaced = typedProperties.filter(
    name => field[name] !== undefined && !propertiesOf[field.type].includes(name),
  )
  const errors = [
    ...misplaced.map(name => ({
      path: [],
      message: `has "${name}", which only ${typesWith(name)} may have`,
    })),
    ...findManyErrors(field),
    // Rules are not checked if the field has properties that its type does not allow.
    ...(misplaced.length > 0 ? [] : findRuleErrors(field)),
  ]
  return errors.length > 0 ? errors : findDefaultErrors(field)
}

function typesWith(property: TypedProperty): string {
  const types = fieldTypes.filter(type => propertiesOf[type].includes(property))
  return types.length === 1 ? types[0]! : `${types.slice(0, -1).join(', ')} and ${types.at(-1)}`
}

function findManyErrors({ many, minItems, maxItems, paths = [] }: Field): ModelError[] {
  const errors: ModelError[] = []
  for (const [name, value] of Object.entries({ minItems, maxItems })) {
    if (value === undefined || many) continue
    errors.push({ path: [], message: `has "${name}", which only a field with "many": true may have` })
  }
  if (maxItems === 0) errors.push({ path: ['maxItems'], message: 'must be 1 or more' })
  if ((minItems ?? 0) > (maxItems ?? Infinity)) {
    errors.push({ path: ['minItems'], message: 'must not be greater than maxItems' })
  }
  if (many && paths.some(path => !path.many)) {
    errors.push({ path: [], message: 'has many values, so each of its paths needs "many": true' })
  }
  return errors
}

function findRuleErrors({ type, min, max, pattern, format, options = [] }: Field): ModelError[] {
  const errors: ModelError[] = []
  const limit = limits[type]
  for (const [name, value] of Object.entries({ min, max })) {
    if (value !== undefined && limit && limit.read(value) === null) {
      errors.push({ path: [name], message: `must be ${limit.expectation}` })
    }
  }
  if (errors.length === 0 && limit && min !== undefined && max !== undefined) {
    if (limit.read(min)! > limit.read(max)!)
      errors.push({ path: ['min'], message: 'must not be greater than max' })
  }
  const compiled = pattern === undefined ? null : compilePattern(pattern)
  if (compiled && 'error' in compiled) errors.push({ path: ['pattern'], message: compiled.error })
  const formats: readonly string[] = type === 'text' ? textFormats : richTextFormats
  if (format !== undefined && !formats.includes(format)) {
    errors.push({ path: ['format'], message: `must be one of ${formats.join(', ')}` })
  }
  const wanted = type === 'text' ? 'a string' : type === 'integer' ? 'an integer' : 'a number'
  for (const [index, { value }] of options.entries()) {
    const fits =
      type === 'text'
        ? typeof value === 'string'
        : type === 'integer'
          ? Number.isInteger(value)
          : typeof value === 'number'
    if (!fits) errors.push({ path: ['options', index, 'value'], message: `must be ${wanted}` })
  }
  return errors
}

interface Limit {
  /** Returns the limit as a comparable number; null if it is not a limit of the type. */
  readonly read: (value: number | string) => number | null
  readonly expectation: string
}

const limits: Partial<Readonly<Record<FieldType, Limit>>> = {
  text: {
    read: value => (Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null),
    expectation: 'a number of characters, a whole one of 0 or more',
  },
  integer: {
    read: value => (Number.isInteger(value) ? (value as number) : null),
    expectation: 'an integer',
  },
  number: { read: value => (typeof value === 'number' ? value : null), expectation: 'a number' },
  date: {
    read: value => (typeof value === 'string' ? parsePlainDate(value) : null),
    expectation: 'an existing day, such as 2026-01-31',
  },
  dateTime: {
    read: value => (typeof value === 'string' ? parseTimestamp(value) : null),
    expectation: 'an RFC 3339 time, such as 2026-01-31T09:00:00Z',
  },
}

/** Checks that the default is a valid value of the field and obeys the field's rules. */
function findDefaultErrors(field: Field): ModelError[] {
  const { errors, value } = readDefault(field)
  const partsOf = (pointer: string) => pointer.split('/').slice(2)
  if (errors.length > 0) {
    return errors.map(({ pointer, message }) => ({ path: ['default', ...partsOf(pointer)], message }))
  }
  if (value === undefined) return []
  const problems = findFieldProblems([field], { [field.apiName]: value }, '')
  return problems.map(({ path, message }) => ({ path: ['default', ...partsOf(path)], message }))
}

function readDefault(field: Field): { readonly errors: readonly ValueError[]; readonly value: StoredValue } {
  const errors: ValueError[] = []
  const [value] = checkValues(
    [field],
    { [field.apiName]: field.default ?? null },
    { onError: (_, error) => void errors.push(error), refusesUnsafeAddresses: true },
  )
  return { errors, value }
}

/**
 * Returns the properties of a valid field in their stored form: times in UTC, options with names, and no property that
 * equals its default.
 */
export function toStoredProperties(field: Field): Partial<Field> {
  const { min, max, options, format } = field
  const toLimit = (value: number | string) =>
    field.type === 'dateTime' ? toTimestamp(parseTimestamp(value as string)!) : value
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

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0
}
