// The operators of conditions by the type of a field, and conditions in words. No React here.
import type { Field, Json } from '../../../../src/content/values/model.ts'
import type { ConditionOperator as Operator } from '../../../fields/field-type.ts'
import { fieldTypes } from '../../../fields/registry.ts'
import { nameField } from '../../../parts/entries/place-name.ts'
import { type Condition, conditionPattern } from '../conditions.ts'

export function operatorsOf({ type }: Pick<Field, 'type'>): readonly Operator[] {
  return [...(fieldTypes[type].query?.operators ?? []), 'exists', 'missing']
}

/** Checks whether a condition compares with yes or no. */
export function isTruth({ type }: Pick<Field, 'type'>): boolean {
  return fieldTypes[type].query?.isTruth === true
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

interface ShownCondition {
  /** For example `Price is less than`. */
  readonly text: string
  /** Empty if the text says everything. */
  readonly value: string
  /** The field at the end of a path without references; null for others. */
  readonly field: Field | null
}

/** Conditions that the filter bar does not make, such as those through references, are shown as they are written. */
export function describeCondition({ name, value }: Condition, fields: readonly Field[]): ShownCondition {
  const [, group = '', path = '', sent = 'eq'] = conditionPattern.exec(name) ?? []
  const field = findField(path, fields)
  const operator = toOperator(sent, value)
  if (group !== 'filter' || field === null || operator === null) return { text: name, value, field: null }
  const text = `${nameField(field)} ${nameOperator(operator, field)}`
  return { text, value: needsValue(operator) ? value : '', field }
}

function toOperator(sent: string, value: string): Operator | null {
  if (sent === 'exists') return value === 'true' ? 'exists' : 'missing'
  return Object.hasOwn(words, sent) && sent !== 'missing' ? (sent as Operator) : null
}

function findField(path: string, fields: readonly Field[]): Field | null {
  const name = path.startsWith('data.') ? path.slice('data.'.length) : path
  return fields.find(({ apiName }) => apiName === name) ?? null
}
