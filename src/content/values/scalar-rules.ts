// Checks the rules of a single value of fields that hold texts, numbers, dates or times.
import {
  type Field,
  type FieldOption,
  type Json,
  patternReadMax,
  type RichTextFormat,
  type TextFormat,
} from './model.ts'
import { compilePattern } from './pattern.ts'
import { cutAt } from './query-text.ts'
import { addressError } from './safe-address.ts'

type RuleCode = 'min' | 'max' | 'pattern' | 'format' | 'options'

interface BrokenRule {
  readonly code: RuleCode
  readonly message: string
}

/** The number of steps that the patterns of a draft may still take. */
export interface WorkBudget {
  stepsLeft: number
}

export const ruleTexts = { required: 'is required' }

/** Lists the violated rules. An empty text violates only `required`. */
export function checkScalar(field: Field, value: Json, budget: WorkBudget): BrokenRule[] {
  const isNumeric = field.type === 'integer' || field.type === 'number'
  if (value === '' || (isNumeric ? typeof value !== 'number' : typeof value !== 'string')) return []
  return findBrokenRules(field, value as string | number, budget)
}

function findBrokenRules(field: Field, value: string | number, budget: WorkBudget): BrokenRule[] {
  const broken = findLimitErrors(field, value)
  const { options, pattern, format } = field
  if (options && !options.some(option => option.value === value)) {
    broken.push({ code: 'options', message: `must be one of ${toList(options)}` })
  }
  if (typeof value !== 'string' || field.type !== 'text') return broken
  const formatError = format === undefined ? null : formats[format](value)
  if (formatError !== null) broken.push({ code: 'format', message: formatError })
  const patternError = pattern === undefined ? null : checkPattern(pattern, value, budget)
  if (patternError !== null) broken.push({ code: 'pattern', message: patternError })
  return broken
}

function findLimitErrors({ type, min, max }: Field, value: string | number): BrokenRule[] {
  const errors: BrokenRule[] = []
  if (type === 'text') {
    const [fewest, most] = [Number(min ?? 0), Number(max ?? Number.POSITIVE_INFINITY)]
    const text = value as string
    if (isShorter(text, fewest))
      errors.push({ code: 'min', message: `must have at least ${fewest} characters` })
    if (isLonger(text, most)) errors.push({ code: 'max', message: `must have at most ${most} characters` })
    return errors
  }
  // Dates and times in their stored form compare like their texts.
  const isTime = type === 'date' || type === 'dateTime'
  if (min !== undefined && value < min) {
    errors.push({ code: 'min', message: `must ${isTime ? 'not be before' : 'be at least'} ${min}` })
  }
  if (max !== undefined && value > max) {
    errors.push({ code: 'max', message: `must ${isTime ? 'not be after' : 'be at most'} ${max}` })
  }
  return errors
}

/** Compares in code points. A code point has one or two UTF-16 code units, so most texts need no counting. */
function isLonger(text: string, characters: number): boolean {
  return text.length > characters && cutAt(text, characters) !== text
}

function isShorter(text: string, characters: number): boolean {
  return characters > 0 && (text.length < characters || cutAt(text, characters - 1) === text)
}

const optionsShown = 10

function toList(options: readonly FieldOption[]): string {
  const shown = options.slice(0, optionsShown).map(({ value }) => value)
  return shown.join(', ') + (options.length > optionsShown ? ' and others' : '')
}

function checkPattern(source: string, value: string, budget: WorkBudget): string | null {
  const pattern = compilePattern(source)
  if ('error' in pattern) return `cannot be checked: the pattern ${pattern.error}`
  budget.stepsLeft -= pattern.stepsPerCharacter * (1 + Math.min(value.length, patternReadMax))
  if (budget.stepsLeft < 0)
    return 'cannot be checked: the texts with patterns of this entry are too long together'
  return pattern.matches(value) ? null : `must match ${source}`
}

const emailLengthMax = 254
const email =
  /^[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}@[^\s@"(),:;<>[\\\].\p{Cc}]+(?:\.[^\s@"(),:;<>[\\\].\p{Cc}]+)+$/u
const color = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** Each function returns null if the text has the format, otherwise the error. */
const formats: Readonly<Record<TextFormat | RichTextFormat, (text: string) => string | null>> = {
  email: text =>
    text.length <= emailLengthMax && email.test(text)
      ? null
      : 'must be an e-mail address, such as name@example.org',
  url: text => addressError(text, 'link')?.message ?? null,
  portableText: () => null,
  any: () => null,
  color: text => (color.test(text) ? null : 'must be a colour in hexadecimal digits, such as #0a7ea4'),
}
