// Checks the values of fields and converts them to text, each by the type of its field.
import type { componentsKey, Field, FieldType, Json } from '../../src/content/values/model.ts'

import type { NamedField } from '../parts/entries/place-name.ts'
import type { ReadField, TargetNames } from './field-type.ts'
import { toUnfinishedText } from './json/json-text.ts'
import { toCommonText } from './plain-value.tsx'
import { fieldTypes } from './registry.ts'

export type ValueField = Pick<Field, 'apiName' | 'type' | 'many' | 'min' | 'max' | typeof componentsKey> &
  NamedField

/**
 * Returns null if the server may accept the value. An incomplete number, for example, has another form. The rules of the
 * model are not checked here, because drafts may break them.
 */
export function findValueError(field: ValueField, value: unknown): string | null {
  if (value === null || value === undefined) return null
  const findError = (one: unknown) => fieldTypes[field.type].findError(one, field)
  if (!field.many) return findError(value)
  if (!Array.isArray(value)) return 'must be a list'
  const message = value.map(findError).find(error => error !== null)
  return message === undefined ? null : `has an item that ${message}`
}

/** Checks whether the value of a field consists of blocks, whose values have addresses of their own. */
export function holdsBlocks({ type }: Pick<Field, 'type'>): boolean {
  return fieldTypes[type].holdsBlocks === true
}

interface TextField {
  readonly type: FieldType
  readonly many?: boolean | undefined
  readonly options?: readonly { readonly value: string | number; readonly name: string }[] | undefined
}

/**
 * Converts a single value to text: the name of a choice, and a time in the user's time zone. Returns null for null, lists
 * and objects. Without a field, a string is returned unchanged.
 */
export function toValueText(field: TextField | null, value: unknown): string | null {
  const choice = field?.options?.find(one => one.value === value)
  if (choice) return choice.name
  const own = field ? fieldTypes[field.type].toText?.(value) : null
  return own ?? toCommonText(value)
}

const summaryLengthMax = 2000

/** Summarizes a value in a few words for lists of changes. Returns null if there is no value. */
export function summarize(field: TextField | null, value: unknown, names: TargetNames): string | null {
  if (value === undefined || value === null || value === '') return null
  if (field?.many && Array.isArray(value)) {
    return value.map(one => summarizeOne(field, one, names)).join(', ')
  }
  return summarizeOne(field, value, names)
}

export function summarizeOne(field: TextField | null, value: unknown, names: TargetNames): string {
  const text = toValueText(field, value)
  if (text !== null) return text
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const unfinished = toUnfinishedText(value)
  if (unfinished !== null) return unfinished
  const words = field ? fieldTypes[field.type].summarize?.(value, names, field as ReadField) : null
  return (words ?? JSON.stringify(value)).slice(0, summaryLengthMax)
}

/** Checks whether a value is missing: null, an empty list, or text that is only whitespace. False is a value. */
export function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

/** Returns the value that an input outside of an entry starts with. A switch starts with false. */
export function toStartValue({ type, many }: Pick<Field, 'type' | 'many'>): Json {
  return many ? [] : (fieldTypes[type].emptyItem ?? null)
}

/** Returns the single values of a field with their paths inside of it. */
export function listItems({ many }: Pick<TextField, 'many'>, value: unknown) {
  return many && Array.isArray(value)
    ? value.map((item: unknown, index) => ({ path: `/${index}`, item }))
    : [{ path: '', item: value }]
}
