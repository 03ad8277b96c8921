// Checks drafts against the rules of their model. Drafts may violate the rules, publications may not. The form of the
// values was checked when they were saved (field-values.ts), and the rules of a value are known to its type. Nothing in
// this file throws, and the work is bounded for any values.
import { RE2JS } from 're2js'
import { toPointer } from '../../base/json.ts'
import {
  type Field,
  type FieldOption,
  type Json,
  patternLengthMax,
  patternReadMax,
  type Values,
} from '../values/model.ts'
import { cutAt } from '../values/query-text.ts'
import type { DraftLookups, LimitWords, RuleChecker, ValidationIssueCode } from './field-type.ts'
import { typeOf } from './registry.ts'

export interface ValidationIssue {
  /** A JSON Pointer: `/data/title`, `/variants/vip/tags/2`. */
  readonly path: string
  readonly code: ValidationIssueCode
  /** An error prevents the draft from being published. */
  readonly severity: 'error' | 'warning'
  /** Continues a sentence that begins with the name of the value. */
  readonly message: string
}

export interface DraftValues {
  readonly data: Values
  /** Overlays by variant id. */
  readonly variants: { readonly [id: string]: Values }
}

/** The maximum number of reported problems of a draft. A single error prevents its publication. */
export const problemsMax = 1000
/** The maximum number of steps of all patterns in one draft: about a quarter of a second. */
const patternStepsMax = 20_000_000

/** Lists problems in the order of the model, base values before overlays. */
export function findProblems(
  fields: readonly Field[],
  { data, variants }: DraftValues,
  lookups: DraftLookups,
): ValidationIssue[] {
  const search = new ProblemSearch(lookups)
  search.checkValues(fields, data, '/data', true)
  for (const [id, overlay] of Object.entries(variants)) {
    search.checkValues(fields, overlay, toPointer('variants', id), false)
  }
  return search.problems
}

/** Checks values by themselves. Ignores `required`, targets and assets. */
export function findFieldProblems(
  fields: readonly Field[],
  values: Values,
  pointer: string,
): ValidationIssue[] {
  const search = new ProblemSearch(null)
  search.checkValues(fields, values, pointer, false)
  return search.problems
}

class ProblemSearch implements RuleChecker {
  readonly problems: ValidationIssue[] = []
  readonly lookups: DraftLookups | null
  #isBase = true
  /** The number of steps that the patterns of the draft may still take. */
  #stepsLeft = patternStepsMax

  constructor(lookups: DraftLookups | null) {
    this.lookups = lookups
  }

  /** Checks the values of one layer, or of a block in it. Overlays need not have required values. */
  checkValues(
    fields: readonly Field[],
    values: Values,
    pointer: string,
    isBase: boolean,
    separator = '/',
  ): void {
    this.#isBase = isBase
    for (const field of fields) {
      const value = Object.hasOwn(values, field.apiName) ? values[field.apiName]! : null
      const path = pointer + separator + field.apiName
      if (isBase && field.required && isBlank(field, value)) this.add(path, 'required', ruleTexts.required)
      if (value !== null) this.#checkField(field, value, path)
    }
  }

  checkFields(fields: readonly Field[], values: Values, path: string, separator?: string): void {
    this.checkValues(fields, values, path, this.#isBase, separator)
  }

  add(
    path: string,
    code: ValidationIssueCode,
    message: string,
    severity: ValidationIssue['severity'] = 'error',
  ): void {
    if (this.problems.length < problemsMax) this.problems.push({ path, code, severity, message })
  }

  #checkField(field: Field, value: Json, path: string): void {
    const { checkRules } = typeOf(field)
    if (!field.many || !Array.isArray(value)) {
      checkRules?.(value, field, path, this)
      return
    }
    const items = value as readonly Json[]
    // An empty list counts as no value, which only `required` refuses.
    if (items.length === 0) return
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = field
    if (items.length < minItems) this.add(path, 'minItems', `must have at least ${minItems} items`)
    if (items.length > maxItems) this.add(path, 'maxItems', `must have at most ${maxItems} items`)
    if (checkRules === undefined) return
    for (const [index, item] of items.entries()) {
      if (this.problems.length >= problemsMax) return
      checkRules(item, field, `${path}/${index}`, this)
    }
  }

  checkLimits({ min, max }: Field, value: string | number, path: string, words: LimitWords): void {
    if (min !== undefined && value < min) this.add(path, 'min', `must ${words.min} ${min}`)
    if (max !== undefined && value > max) this.add(path, 'max', `must ${words.max} ${max}`)
  }

  checkOptions({ options }: Field, value: string | number, path: string): void {
    if (!options || options.some(option => option.value === value)) return
    this.add(path, 'options', `must be one of ${toList(options)}`)
  }

  checkPattern(source: string, text: string, path: string): void {
    const message = this.#matchPattern(source, text)
    if (message !== null) this.add(path, 'pattern', message)
  }

  #matchPattern(source: string, text: string): string | null {
    const pattern = compilePattern(source)
    if ('error' in pattern) return `cannot be checked: the pattern ${pattern.error}`
    this.#stepsLeft -= pattern.stepsPerCharacter * (1 + Math.min(text.length, patternReadMax))
    if (this.#stepsLeft < 0)
      return 'cannot be checked: the texts with patterns of this entry are too long together'
    return pattern.matches(text) ? null : `must match ${source}`
  }
}

const ruleTexts = { required: 'is required' }

/** Checks whether a value counts as empty. */
function isBlank(field: Field, value: Json): boolean {
  if (value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (!Array.isArray(value)) return false
  const items = value as readonly Json[]
  return typeOf(field).isBlankList?.(items, field) ?? items.length === 0
}

const optionsShown = 10

function toList(options: readonly FieldOption[]): string {
  const shown = options.slice(0, optionsShown).map(({ value }) => value)
  return shown.join(', ') + (options.length > optionsShown ? ' and others' : '')
}

// Patterns use RE2, which has neither look-around nor back-references, so that the time of a match grows linearly with the
// text, whatever the pattern is.

/**
 * The maximum number of steps per character. A counted repetition is expanded: `(.{0,1000}){10}` would take ten thousand
 * steps.
 */
const stepsPerCharacterMax = 600
const cachedMax = 1000

export interface Pattern {
  /** The maximum number of steps per character. */
  readonly stepsPerCharacter: number
  /** Checks whether the text matches completely. Only its first {@link patternReadMax} characters are read. */
  readonly matches: (text: string) => boolean
}

/** A cache, because compiling takes longer than most matches. */
const compiled = new Map<string, Pattern | { readonly error: string }>()

/** Compiles a pattern. An error continues a sentence that begins with the name of the pattern. */
export function compilePattern(source: string): Pattern | { readonly error: string } {
  const known = compiled.get(source)
  if (known !== undefined) return known
  const pattern = compile(source)
  if (compiled.size >= cachedMax) compiled.delete(compiled.keys().next().value!)
  compiled.set(source, pattern)
  return pattern
}

function compile(source: string): Pattern | { readonly error: string } {
  if (source === '' || cutAt(source, patternLengthMax) !== source) {
    return { error: `must have 1 to ${patternLengthMax} characters` }
  }
  try {
    const expression = RE2JS.compile(source)
    const stepsPerCharacter = expression.programSize()
    if (stepsPerCharacter > stepsPerCharacterMax) {
      return { error: 'repeats too much: use "min" and "max" for the length of a text' }
    }
    return { stepsPerCharacter, matches: text => expression.matches(cutAt(text, patternReadMax)) }
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'unknown'
    return { error: `must be a regular expression in the syntax of RE2: ${reason}` }
  }
}
