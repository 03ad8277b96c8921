// Extends the errors of a 400 with accepted values, as far as the check provides them, and the name that was probably
// meant.
import type { z } from '@hono/zod-openapi'
import type { FieldError } from '../base/errors.ts'
import { nearestName } from '../base/nearest-name.ts'

type AcceptedValues = Pick<FieldError, 'allowed' | 'min' | 'max'>

/** Collects accepted values. A custom check passes them as the issue's `params`. */
export function acceptedValues(issues: readonly z.core.$ZodIssue[]): AcceptedValues {
  return Object.assign({}, ...issues.filter(({ path }) => path.length === 0).map(ofIssue))
}

function ofIssue(issue: z.core.$ZodIssue): AcceptedValues {
  if (issue.code === 'custom') return issue.params ?? {}
  if (issue.code === 'invalid_value') return { allowed: issue.values.map(String) }
  if (issue.code === 'too_small' && isNumeric(issue.origin)) return { min: Number(issue.minimum) }
  if (issue.code === 'too_big' && isNumeric(issue.origin)) return { max: Number(issue.maximum) }
  return {}
}

/** Checks whether a bound is one of a number. All others are bounds of a length. */
function isNumeric(origin: string): boolean {
  return origin === 'number' || origin === 'int'
}

/** Returns an empty object if no name is similar. */
export function suggestedName(unknownName: string, names: readonly string[]): Pick<FieldError, 'didYouMean'> {
  const meant = nearestName(unknownName, names)
  return meant === null ? {} : { didYouMean: meant }
}
