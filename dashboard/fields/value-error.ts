// Checks whether a value has the form that the server accepts for its field; an incomplete number does not. The rules of
// the model are not checked here, because drafts may break them.
import { parsePlainDate } from '../../src/base/plain-date.ts'
import type { Field, FieldType } from '../../src/content/values/model.ts'
import type { NamedField } from '../parts/entries/field-name.ts'
import { findTimeError } from './date-time/date-time-text.ts'
import { findJsonError } from './json/json-text.ts'

export type ValueField = Pick<Field, 'apiName' | 'type' | 'many' | 'min' | 'max'> & NamedField

/** Returns why the value is invalid, as the end of a sentence that begins with the field's name; null if it is valid. */
type FindError = (value: unknown) => string | null

const must =
  (isValid: (value: unknown) => boolean, message: string): FindError =>
  value =>
    isValid(value) ? null : message

const isObjectWith = (key: string) => (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  key in value &&
  typeof value[key as keyof typeof value] === 'string' &&
  value[key as keyof typeof value] !== ''

const forms: Readonly<Record<FieldType, FindError>> = {
  text: must(value => typeof value === 'string', 'must be text'),
  richText: () => null,
  json: findJsonError,
  integer: must(Number.isSafeInteger, 'must be a whole number'),
  number: must(Number.isFinite, 'must be a number of at most 15 digits, such as 12.5'),
  boolean: must(value => typeof value === 'boolean', 'must be yes or no'),
  date: must(
    value => typeof value === 'string' && parsePlainDate(value) !== null,
    'must be a day of the years 0001 to 9999',
  ),
  dateTime: findTimeError,
  asset: must(value => isObjectWith('id')(value) || isObjectWith('url')(value), 'must be a file'),
  reference: must(value => isObjectWith('id')(value) || isObjectWith('slug')(value), 'must be an entry'),
}

/** Returns null if the server may accept the value. */
export function findValueError(field: ValueField, value: unknown): string | null {
  if (value === null || value === undefined) return null
  const { type, many } = field
  const findError = (one: unknown) => {
    const error = forms[type](one)
    return error !== null && type === 'integer' ? `${error}${limitsOf(field, one)}` : error
  }
  if (!many) return findError(value)
  if (!Array.isArray(value)) return 'must be a list'
  const message = value.map(findError).find(error => error !== null)
  return message === undefined ? null : `has an item that ${message}`
}

const digits = /^\s*[-−]?\d+\s*$/

/** Describes the limits of the model. Without limits, a number that is too large is described by its digits. */
function limitsOf({ min, max }: ValueField, value: unknown): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`
  if (min !== undefined) return `, at least ${min}`
  if (max !== undefined) return `, at most ${max}`
  return digits.test(String(value)) ? ' of at most 15 digits' : ''
}
