// Describes the problems of a field in sentences. No React here.
import type { Field } from '../../../../src/content/values/model.ts'
import { nameField } from '../../../parts/entries/field-name.ts'
import type { FieldState, Problem } from '../engine/field-state.ts'

export interface FieldMessage {
  readonly severity: 'error' | 'warning'
  readonly text: string
}

/** `isBase` is false for overlays, which may omit required values. */
export function listMessages(field: Field, state: FieldState, isBase: boolean): FieldMessage[] {
  const { refusal, isEdited, value, problems } = state
  const name = nameField(field)
  if (refusal) return [{ severity: 'error', text: `Not saved: ${name} ${refusal.message}.` }]
  // The server has not validated an unsaved value yet.
  const found = isEdited ? findProblems(field, value, isBase) : problems.filter(one => !isNoted(field, one))
  return found.map(({ severity, message }) => ({ severity, text: `${name} ${message}.` }))
}

/** The input of a reference shows these problems in a note below each target. */
function isNoted({ type }: Field, { code }: Problem): boolean {
  return type === 'reference' && notedCodes.has(code)
}

const notedCodes: ReadonlySet<string> = new Set(['target_missing', 'target_archived', 'target_not_live'])

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
  } else if (type === 'text' && typeof value === 'string') {
    const length = countCharacters(value)
    if (min !== undefined && length < Number(min)) add(`must have at least ${min} characters`)
    if (max !== undefined && length > Number(max)) add(`must have at most ${max} characters`)
  } else if (typeof value === 'number') {
    if (min !== undefined && value < Number(min)) add(`must be at least ${min}`)
    if (max !== undefined && value > Number(max)) add(`must be at most ${max}`)
  }
  return found
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
}

/** Counts code points, as the server does. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
