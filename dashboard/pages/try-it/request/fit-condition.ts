// Keeps the parts of a condition consistent while it is edited, and says which part an error is about. No React here.
import { operators } from '../../../../src/content/model/query-model.ts'
import type { FieldError } from '../../../api/request.ts'
import type { Condition } from './conditions.ts'
import type { PathOption } from './path-options.ts'

export const truths: readonly string[] = ['true', 'false']

/** Whether the value is `true` or `false`, so that there is nothing to type. */
export function isTrueOrFalse(option: PathOption | null, operator: string): boolean {
  return operator === 'exists' || (option?.type === 'boolean' && (operator === 'eq' || operator === 'ne'))
}

interface Edited {
  readonly condition: Condition
  /** What its path is; null if that is not known. */
  readonly option: PathOption | null
}

/** After the field or the operator was chosen: an operator that the field has, and a value that it can take. */
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

/** The server names the parameter; which part of it is wrong follows from what it suggests. */
export function partOf({ allowed, didYouMean }: FieldError, option: PathOption | null): ConditionPart {
  if (allowed?.some(name => (operators as readonly string[]).includes(name))) return 'operator'
  return option === null || didYouMean !== undefined ? 'path' : 'value'
}
