// Converts the conditions of a query between rows of the form and URL parameters, adjusts a row to its field and operator,
// and finds the part of a row that an error is about.
import { operators } from '../../../../src/content/fields/query-facts.ts'
import type { FieldError } from '../../../api/request.ts'
import type { PathOption } from './path-options.ts'
import { queryValuesOf } from './query-values.ts'

/** Conditions of `filter` must all hold, one of each `any` group must, and none of `not` may. */
export const conditionGroups = ['filter', 'any', 'any.2', 'any.3', 'any.4', 'any.5', 'not'] as const
export type ConditionGroup = (typeof conditionGroups)[number]

/** Everything except the group is stored as typed, because the server validates it. */
export interface Condition {
  readonly group: ConditionGroup
  /** Empty if no path is chosen yet. */
  readonly path: string
  readonly operator: string
  readonly value: string
}

export const newCondition: Condition = { group: 'filter', path: '', operator: 'eq', value: '' }

/** Returns the parameter's name. `eq` is omitted, because it is the default operator. */
export function toParameterName({ group, path, operator }: Omit<Condition, 'value'>): string {
  return operator === 'eq' ? `${group}[${path}]` : `${group}[${path}][${operator}]`
}

const namePattern = /^(filter|not|any(?:\.[1-5])?)\[(.*?)\](?:\[([^[\]]+)\])?$/s

/** Returns null if the parameter is not a condition. */
export function readParameterName(name: string): Omit<Condition, 'value'> | null {
  const [, group, path, operator = 'eq'] = namePattern.exec(name) ?? []
  if (group === undefined || path === undefined) return null
  return { group: (group === 'any.1' ? 'any' : group) as ConditionGroup, path, operator }
}

export function readConditions(query: URLSearchParams): readonly Condition[] {
  return [...query].flatMap(([name, value]) => {
    const read = readParameterName(name)
    return read === null ? [] : [{ ...read, value }]
  })
}

/** Checks whether the value can only be `true` or `false`, so that it is selected instead of typed. */
export function isTrueOrFalse(option: PathOption | null, operator: string): boolean {
  if (operator === 'exists') return true
  return queryValuesOf(option?.type).isTruth === true && (operator === 'eq' || operator === 'ne')
}

interface Edited {
  readonly condition: Condition
  /** The option of the condition's path; null if the path is unknown. */
  readonly option: PathOption | null
}

/**
 * Adjusts the condition after its field or operator has changed: selects an operator that the field supports, and a
 * suitable value.
 */
export function fitCondition(before: Edited, { condition, option }: Edited): Condition {
  const allowed = option?.operators ?? operators
  const operator = allowed.includes(condition.operator as never)
    ? condition.operator
    : (allowed[0] ?? condition.operator)
  const wasChoice = isTrueOrFalse(before.option, before.condition.operator)
  const isChoice = isTrueOrFalse(option, operator)
  const value = isChoice === wasChoice ? condition.value : isChoice ? 'true' : ''
  return { ...condition, operator, value }
}

type ConditionPart = 'path' | 'operator' | 'value'

/**
 * Determines which part of a condition is invalid from the error's suggestions, because the server names only the
 * parameter.
 */
export function partOf({ allowed, didYouMean }: FieldError, option: PathOption | null): ConditionPart {
  if (allowed?.some(name => (operators as readonly string[]).includes(name))) return 'operator'
  return option === null || didYouMean !== undefined ? 'path' : 'value'
}
