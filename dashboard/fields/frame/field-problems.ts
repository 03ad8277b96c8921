// Describes the problems of a field in sentences.

import type { Field } from '../../../src/content/values/model.ts'
import { nameField } from '../../parts/entries/place-name.ts'
import type { PlacedProblem } from '../field-type.ts'
import { isBlank } from '../field-values.ts'
import { fieldTypes } from '../registry.ts'

/** The value of a field, and what is known to be wrong with it. */
export interface CheckedValue {
  readonly value: unknown
  readonly isEdited: boolean
  /** Why the value could not be saved. */
  readonly refusal: { readonly message: string; readonly isLocal: boolean } | null
  /** The rules that the saved value breaks. */
  readonly problems: readonly Omit<PlacedProblem, 'place'>[]
}

export interface FieldMessage {
  readonly severity: 'error' | 'warning'
  readonly text: string
}

/** `isBase` is false for overlays, which may omit required values. */
export function listMessages(field: Field, state: CheckedValue, isBase: boolean): FieldMessage[] {
  const { refusal, isEdited, value, problems } = state
  const name = nameField(field)
  if (refusal) return [{ severity: 'error', text: `Not saved: ${name} ${refusal.message}.` }]
  // The server has not validated an unsaved value yet.
  const found = isEdited ? findProblems(field, value, isBase) : problems.filter(one => !isNoted(field, one))
  return found.map(({ severity, message }) => ({ severity, text: `${name} ${message}.` }))
}

function isNoted({ type }: Field, { code }: Pick<PlacedProblem, 'code'>): boolean {
  return fieldTypes[type].notedProblems?.has(code) ?? false
}

interface LocalProblem {
  readonly severity: 'error'
  readonly message: string
}

/** Checks the rules that are cheap to check. The server checks all of them. */
function findProblems(field: Field, value: unknown, isBase: boolean): LocalProblem[] {
  const { required, min, max, minItems, maxItems, many, type } = field
  const found: LocalProblem[] = []
  const add = (message: string) => found.push({ severity: 'error', message })
  if (isBlank(value)) {
    if (required && isBase) add('is required')
    return found
  }
  if (many && Array.isArray(value)) {
    if (minItems !== undefined && value.length < minItems) add(`must have at least ${minItems} items`)
    if (maxItems !== undefined && value.length > maxItems) add(`must have at most ${maxItems} items`)
    return found
  }
  const { measure, unit } = fieldTypes[type].rules.limits ?? {}
  const size = measure?.(value) ?? null
  if (size === null) return found
  const must = unit === undefined ? 'must be' : 'must have'
  if (min !== undefined && size < Number(min)) add(`${must} at least ${min}${unit ?? ''}`)
  if (max !== undefined && size > Number(max)) add(`${must} at most ${max}${unit ?? ''}`)
  return found
}
