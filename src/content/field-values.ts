// Checks whether a value is valid for its field, and normalizes it.
import { parseTimestamp, toTimestamp } from '../base/clock.ts'
import { parsePlainDate } from '../base/plain-date.ts'
import { assetExpectation, readAsset } from './asset-value.ts'
import { isJsonObject } from './json-object.ts'
import {
  entryIdPattern,
  type Field,
  type FieldType,
  type Json,
  referencesPerFieldMax,
  type Values,
} from './model.ts'

/** A field's normalized value; undefined if there is none. */
export type StoredValue = Json | undefined

/** A reference after validation. */
export type ReferenceValue = { readonly id: string } | { readonly collection: string; readonly slug: string }

export interface CheckContext {
  /** Called for each error, with a sentence that names the field. */
  readonly onError: (message: string) => void
}

/** Null and an absent key both mean that there is no value. The result is in model order. */
export function checkValues(fields: readonly Field[], values: Values, context: CheckContext): StoredValue[] {
  let known = 0
  for (const { apiName } of fields) if (Object.hasOwn(values, apiName)) known++
  const names = Object.keys(values)
  if (names.length > known) reportUnknown(fields, names, context)
  return fields.map(field => {
    const value = Object.hasOwn(values, field.apiName) ? values[field.apiName] : null
    return value === null || value === undefined ? undefined : checkField(field, value, context)
  })
}

function reportUnknown(fields: readonly Field[], names: readonly string[], { onError }: CheckContext): void {
  for (const name of names) {
    if (!fields.some(field => field.apiName === name)) onError(`The model has no field "${name}".`)
  }
}

function checkField(field: Field, value: Json, context: CheckContext): StoredValue {
  const fail = (message: string) => {
    context.onError(`The field "${field.apiName}" ${message}.`)
    return undefined
  }
  if (!field.many) {
    const stored = checkOne(field, value)
    return stored === undefined ? fail(`must be ${expectation(field)}`) : stored
  }
  if (!Array.isArray(value)) return fail('has many values and must be a list')
  if (field.type === 'reference' && value.length > referencesPerFieldMax) {
    return fail(`has ${value.length} references; ${referencesPerFieldMax} is the maximum`)
  }
  const stored: Json[] = []
  for (const item of value as readonly Json[]) {
    const hasNone = item === null && field.type !== 'json'
    const one = hasNone ? undefined : checkOne(field, item)
    if (one === undefined) return fail(`must have ${expectation(field)} at position ${stored.length + 1}`)
    stored.push(one)
  }
  return stored
}

function checkOne(field: Field, value: Json): StoredValue {
  return field.type === 'reference' ? checkReference(field, value) : checks[field.type](value)
}

const checks: Record<Exclude<FieldType, 'reference'>, (value: Json) => StoredValue> = {
  text: value => (typeof value === 'string' ? value : undefined),
  richText: value => value,
  integer: value => (Number.isInteger(value) ? value : undefined),
  number: value => (typeof value === 'number' ? value : undefined),
  boolean: value => (typeof value === 'boolean' ? value : undefined),
  date: value => (typeof value === 'string' && parsePlainDate(value) !== null ? value : undefined),
  dateTime: value => {
    const time = typeof value === 'string' ? parseTimestamp(value) : null
    return time === null ? undefined : toTimestamp(time)
  },
  json: value => value,
  asset: readAsset,
}

const expectations: Record<FieldType, string> = {
  text: 'a string',
  richText: 'a string or JSON',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  date: 'an existing day of the years 0001 to 9999, such as 2026-01-31',
  dateTime: 'an RFC 3339 time, such as 2026-01-31T09:00:00Z',
  json: 'JSON',
  asset: assetExpectation,
  reference: '{ "id" } or { "collection", "slug" }',
}

function expectation(field: Field): string {
  const to = field.type === 'reference' && field.to ? `, to ${field.to.join(' or ')}` : ''
  return expectations[field.type] + to
}

/**
 * If `to` names collections, a reference by slug must name one of them; a reference by id is checked by the importer,
 * which knows the target.
 */
function checkReference(field: Field, value: Json): StoredValue {
  if (!isJsonObject(value)) return undefined
  const keys = Object.keys(value).sort().join()
  const { id, collection, slug } = value
  if (keys === 'id') return typeof id === 'string' && entryIdPattern.test(id) ? { id } : undefined
  if (keys !== 'collection,slug' || typeof collection !== 'string' || typeof slug !== 'string')
    return undefined
  return field.to && !field.to.includes(collection) ? undefined : { collection, slug }
}
