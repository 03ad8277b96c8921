// Keeps the parts of a condition consistent while it is edited, and determines which part an error is about. No React
// here.
import { operators } from '../../../../src/content/model/query-model.ts'
import type { FieldError } from '../../../api/request.ts'
import type { Condition } from './conditions.ts'
import type { PathOption } from './path-options.ts'

export const truths: readonly string[] = ['true', 'false']

/** Checks whether the value can only be `true` or `false`, so that it is selected instead of typed. */
export function isTrueOrFalse(option: PathOption | null, operator: string): boolean {
  return operator === 'exists' || (option?.type === 'boolean' && (operator === 'eq' || operator === 'ne'))
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

export type ConditionPart = 'path' | 'operator' | 'value'

/**
 * Determines which part of a condition is invalid from the error's suggestions, because the server names only the
 * parameter.
 */
export function partOf({ allowed, didYouMean }: FieldError, option: PathOption | null): ConditionPart {
  if (allowed?.some(name => (operators as readonly string[]).includes(name))) return 'operator'
  return option === null || didYouMean !== undefined ? 'path' : 'value'
}
