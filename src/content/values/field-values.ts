// Checks whether values are valid for their fields, and normalizes them.
import { parseTimestamp, toTimestamp } from '../../base/clock.ts'
import { toPointer } from '../../base/json/json-pointer.ts'
import { parsePlainDate } from '../../base/plain-date.ts'
import { assetExpectation, isAssetName, readAsset } from './asset-value.ts'
import { isJsonObject } from './json-object.ts'
import {
  entryIdPattern,
  type Field,
  type FieldType,
  type Json,
  referencesPerFieldMax,
  type Values,
} from './model.ts'
import { readPortableText } from './portable-text.ts'
import { addressError } from './safe-address.ts'

/** A field's normalized value; undefined if there is none. */
export type StoredValue = Json | undefined

/** A reference after validation. */
export type ReferenceValue = { readonly id: string } | { readonly collection: string; readonly slug: string }

/** An error of a value. */
export interface ValueError {
  /** A JSON Pointer within the values: `/title`, `/tags/2`. */
  readonly pointer: string
  /** Continues a sentence that begins with the name of the value. */
  readonly message: string
}

export interface CheckContext {
  /** Called for each error, with a sentence that names the field. */
  readonly onError: (message: string, error: ValueError) => void
  /**
   * Refuses unsafe addresses of assets and links, and in texts of the format `url`. Imported values may contain them, and
   * cannot be published again until they are changed, see field-rules.ts.
   */
  readonly refusesUnsafeAddresses?: boolean
}

/** The maximum number of reported errors of one field. */
const errorsPerFieldMax = 100

/** Checks and normalizes values. Null and an absent key both mean no value. The result is in the order of the model. */
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
    if (fields.some(field => field.apiName === name)) continue
    onError(`The model has no field "${name}".`, {
      pointer: toPointer(name),
      message: unknownField,
    })
  }
}

/** The error of a name that the model does not have. */
export const unknownField = 'is not a field of the model'

type Fail = (pointer: string, message: string) => void

function checkField(field: Field, value: Json, context: CheckContext): StoredValue {
  const { apiName } = field
  let errors = 0
  const fail: Fail = (pointer, message) => {
    if (++errors > errorsPerFieldMax) return
    const place = pointer === '' ? '' : ` at ${pointer}`
    context.onError(`The field "${apiName}"${place} ${message}.`, {
      pointer: `/${apiName}${pointer}`,
      message,
    })
  }
  const stored = field.many
    ? checkMany(field, value, context, fail)
    : checkOne(field, value, context, '', fail)
  return errors > 0 ? undefined : stored
}

function checkMany(field: Field, value: Json, context: CheckContext, fail: Fail): StoredValue {
  if (!Array.isArray(value)) return fail('', 'has many values and must be a list') as undefined
  if (field.type === 'reference' && value.length > referencesPerFieldMax) {
    return fail('', `has ${value.length} references; ${referencesPerFieldMax} is the maximum`) as undefined
  }
  const stored: Json[] = []
  for (const [index, item] of (value as readonly Json[]).entries()) {
    const pointer = `/${index}`
    if (item === null && field.type !== 'json') fail(pointer, `must be ${expectation(field)}, not null`)
    else stored.push(checkOne(field, item, context, pointer, fail) ?? null)
  }
  return stored
}

/** Returns undefined only if an error was reported. */
function checkOne(
  field: Field,
  value: Json,
  context: CheckContext,
  pointer: string,
  fail: Fail,
): StoredValue {
  if (field.type === 'richText' && field.format === 'portableText') {
    const result = readPortableText(value, context)
    if ('value' in result) return result.value
    for (const error of result.errors) fail(pointer + error.pointer, error.message)
    return undefined
  }
  const stored = field.type === 'reference' ? checkReference(field, value) : checks[field.type](value)
  if (stored === undefined) fail(pointer, `must be ${expectation(field)}`)
  else if (context.refusesUnsafeAddresses) refuseUnsafeAddress(field, stored, pointer, fail)
  return stored
}

/** Refuses unsafe addresses. A malformed address in a text is left to the rules, because the text may still be edited. */
function refuseUnsafeAddress({ type, format }: Field, value: Json, pointer: string, fail: Fail): void {
  if (type === 'asset') {
    if (isAssetName(value)) return
    const error = addressError((value as { url: string }).url, 'asset')
    if (error !== null) fail(`${pointer}/url`, error.message)
  } else if (type === 'text' && format === 'url') {
    const error = addressError(value as string, 'link')
    if (error?.kind === 'unsafe') fail(pointer, error.message)
  }
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
 * Checks the form of a reference. If `to` names collections, a reference by slug must name one of them. The importer checks
 * references by id, because it knows the target.
 */
function checkReference(field: Field, value: Json): StoredValue {
  if (!isJsonObject(value)) return undefined
  const keys = Object.keys(value).sort().join()
  const { id, collection, slug } = value
  if (keys === 'id') return typeof id === 'string' && entryIdPattern.test(id) ? { id } : undefined
  if (keys !== 'collection,slug' || typeof collection !== 'string' || typeof slug !== 'string')
    return undefined
  return field.to && !field.to.includes(collection) ? undefined : { collection, slug: slug.normalize('NFC') }
}
