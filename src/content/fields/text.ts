// The type `text`: a string, which may have a format.
import { toPlainText } from '../rich-text/convert-rich-text.ts'
import { type Field, type Json, type TextFormat, textFormats } from '../values/model.ts'
import { cutAt } from '../values/query-text.ts'
import { addressError } from '../values/safe-address.ts'
import type { FieldTypeDefinition, RuleChecker } from './field-type.ts'
import { type Operator, type ParsedRange, toRange } from './query-facts.ts'

export const text: FieldTypeDefinition = {
  properties: ['min', 'max', 'pattern', 'format', 'options', 'multiline', 'unique', 'search'],
  formats: textFormats,
  limit: {
    meaning: 'characters',
    expectation: 'a number of characters, a whole one of 0 or more',
    toNumber: limit => (Number.isSafeInteger(limit) && (limit as number) >= 0 ? (limit as number) : null),
  },
  expectation: () => 'a string',
  read(value, { format }, pointer, reader) {
    if (typeof value !== 'string') return undefined
    if (format !== 'url' || !reader.refusesUnsafeAddresses) return value
    // A malformed address is left to the rules, because the text may still be edited.
    const error = addressError(value, 'link')
    if (error?.kind === 'unsafe') reader.fail(pointer, error.message)
    return value
  },
  checkRules(value, field, path, checker) {
    // An empty text violates only `required`.
    if (typeof value !== 'string' || value === '') return
    checkLength(field, value, path, checker)
    checker.checkOptions(field, value, path)
    const { format, pattern } = field
    const error = format === undefined ? null : formatErrors[format as TextFormat]?.(value)
    if (error) checker.add(path, 'format', error)
    if (pattern !== undefined) checker.checkPattern(pattern, value, path)
  },
  query: {
    operators: ['eq', 'ne', 'in', 'nin', 'eqi', 'prefix', 'exists'],
    isSortable: true,
    isFacetable: true,
    isFolded: true,
    toScalar: value => (typeof value === 'string' ? value : null),
    parse: parseText,
  },
  eachUnsafeAddress(value, { format }, place, onAddress) {
    if (format !== 'url' || typeof value !== 'string') return
    if (addressError(value, 'link')?.kind === 'unsafe') onAddress(value, place)
  },
  convert(item, { from, reasons }) {
    if (from.type === 'richText') return toPlainText(item, reasons)
    return isScalar(item) ? scalarToText(item) : undefined
  },
}

function checkLength({ min, max }: Field, value: string, path: string, checker: RuleChecker): void {
  const [fewest, most] = [Number(min ?? 0), Number(max ?? Number.POSITIVE_INFINITY)]
  if (isShorter(value, fewest)) checker.add(path, 'min', `must have at least ${fewest} characters`)
  if (isLonger(value, most)) checker.add(path, 'max', `must have at most ${most} characters`)
}

/** Compares in code points. A code point has one or two UTF-16 code units, so most texts need no counting. */
function isLonger(value: string, characters: number): boolean {
  return value.length > characters && cutAt(value, characters) !== value
}

function isShorter(value: string, characters: number): boolean {
  return characters > 0 && (value.length < characters || cutAt(value, characters - 1) === value)
}

const emailLengthMax = 254
const email =
  /^[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}@[^\s@"(),:;<>[\\\].\p{Cc}]+(?:\.[^\s@"(),:;<>[\\\].\p{Cc}]+)+$/u
const color = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** Each function returns null if the text has the format, otherwise the error. */
const formatErrors: Partial<Readonly<Record<TextFormat, (value: string) => string | null>>> = {
  email: value =>
    value.length <= emailLengthMax && email.test(value)
      ? null
      : 'must be an e-mail address, such as name@example.org',
  url: value => addressError(value, 'link')?.message ?? null,
  color: value => (color.test(value) ? null : 'must be a colour in hexadecimal digits, such as #0a7ea4'),
}

function parseText(operator: Operator, written: string): ParsedRange {
  const normal = written.normalize('NFC')
  if (operator === 'eqi') return { kind: 'fold', text: normal }
  if (operator !== 'prefix') return toRange(operator, normal)
  // A text of accents alone would be empty after folding, and every text begins with the empty text.
  return written.normalize('NFKD').replace(/[\u0300-\u036f]+/g, '') === ''
    ? { error: { message: 'must have at least one character beside accents' } }
    : { kind: 'prefix', text: normal }
}

function isScalar(item: Json): item is string | number | boolean {
  return typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean'
}

function scalarToText(item: string | number | boolean): string {
  return typeof item === 'string' ? item : JSON.stringify(item)
}
