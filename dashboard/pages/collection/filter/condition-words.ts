// The operators of conditions by the type of a field, and conditions in words. No React here.
import type { Field, Json } from '../../../../src/content/values/model.ts'
import type { ConditionOperator as Operator } from '../../../fields/field-type.ts'
import { toValueText } from '../../../fields/field-values.ts'
import { fieldTypes } from '../../../fields/registry.ts'
import { nameField } from '../../../parts/entries/place-name.ts'
import { type Condition, conditionPattern } from '../conditions.ts'

export function operatorsOf({ type }: Pick<Field, 'type'>): readonly Operator[] {
  return [...(fieldTypes[type].query?.operators ?? []), 'exists', 'missing']
}

/** Checks whether a condition compares with the ids of entries. */
export function comparesEntries({ type }: Pick<Field, 'type'>): boolean {
  return fieldTypes[type].query?.isFollowed === true
}

const words: Readonly<Record<Operator, string>> = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  prefix: 'begins with',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  exists: 'is not empty',
  missing: 'is empty',
}
const wordsOfTimes: Partial<Record<Operator, string>> = {
  lt: 'is before',
  lte: 'is on or before',
  gt: 'is after',
  gte: 'is on or after',
}
const wordsOfLists: Partial<Record<Operator, string>> = {
  eq: 'contains',
  ne: 'does not contain',
  in: 'contains one of',
  prefix: 'contains text that begins with',
}

export function nameOperator(operator: Operator, { type, many }: Pick<Field, 'type' | 'many'>): string {
  const isTime = fieldTypes[type].query?.isTime === true
  return (many && wordsOfLists[operator]) || (isTime && wordsOfTimes[operator]) || words[operator]
}

export const needsValue = (operator: Operator): boolean => operator !== 'exists' && operator !== 'missing'

/** Returns the field of a condition's value: without the rules of stored values, and a list if there are several values. */
export function toComparedField({ apiName, name, type, options, to }: Field, operator: Operator): Field {
  return { apiName, name, type, options, to, many: operator === 'in' } as Field
}

export function toCondition({ apiName }: Pick<Field, 'apiName'>, operator: Operator, value: Json): Condition {
  const path = `data.${apiName}`
  if (!needsValue(operator)) return { name: `filter[${path}][exists]`, value: String(operator === 'exists') }
  const name = operator === 'eq' ? `filter[${path}]` : `filter[${path}][${operator}]`
  return { name, value: toParameterValue(value) }
}

function toParameterValue(value: Json): string {
  if (Array.isArray(value)) {
    return (value as readonly Json[])
      .map(item => toParameterValue(item).replaceAll(/[\\,]/g, found => `\\${found}`))
      .join()
  }
  if (typeof value === 'object' && value !== null) return String((value as { readonly id?: Json }).id ?? '')
  return String(value)
}

/** Splits the value of a parameter that takes a list. */
function readList(value: string): readonly string[] {
  const items = value.match(/(?:\\.|[^,\\])+/gs) ?? []
  return items.map(item => item.replaceAll(/\\(.)/gs, '$1'))
}

/** Converts one value of a condition to the text that people read. Part of a time, such as `2026-03`, stays unchanged. */
export function toShownValue(field: Field, text: string): string {
  const { findError, rules } = fieldTypes[field.type]
  const value = rules.parse?.(text) ?? text
  return (findError(value, {}) === null ? toValueText(field, value) : null) ?? text
}

interface ShownCondition {
  /** For example `Price is less than`. */
  readonly text: string
  /** The values as they are sent; empty if the text says everything. */
  readonly values: readonly string[]
  /** The field at the end of a path without references; null for others. */
  readonly field: Field | null
}

/** Conditions that the filter bar does not make, such as those through references, are shown as they are written. */
export function describeCondition({ name, value }: Condition, fields: readonly Field[]): ShownCondition {
  const [, group = '', path = '', sent = 'eq'] = conditionPattern.exec(name) ?? []
  const field = findField(path, fields)
  const operator = toOperator(sent, value)
  if (group !== 'filter' || field === null || operator === null)
    return { text: name, values: [value], field: null }
  const text = `${nameField(field)} ${nameOperator(operator, field)}`
  const values = operator === 'in' ? readList(value) : [value]
  return { text, values: needsValue(operator) ? values : [], field }
}

function toOperator(sent: string, value: string): Operator | null {
  if (sent === 'exists') return value === 'true' ? 'exists' : 'missing'
  return Object.hasOwn(words, sent) && sent !== 'missing' ? (sent as Operator) : null
}

function findField(path: string, fields: readonly Field[]): Field | null {
  const name = path.startsWith('data.') ? path.slice('data.'.length) : path
  return fields.find(({ apiName }) => apiName === name) ?? null
}
