// The types of field values in generated text.
import type { SchemaField } from './schema-model.ts'
import { quote, union } from './type-names.ts'

export interface FieldTypeOptions {
  /** True if every live entry obeys the model's rules, so that `required` and `options` narrow types. */
  readonly trustsRules: boolean
  /** The type of JSON values, if the options name one. */
  readonly jsonType: string | null
}

/** A type, and the names to import from the client's package. */
export interface FieldType {
  readonly text: string
  readonly imports: readonly string[]
}

export function toFieldType(field: SchemaField, { trustsRules, jsonType }: FieldTypeOptions): FieldType {
  const { type, many = false, to, required = false } = field
  if (type === 'reference') {
    const marker = many ? 'Many' : 'One'
    return { text: !to ? marker : `${marker}<${union(to.map(quote))}>`, imports: [marker] }
  }
  const value = toValueType(field, trustsRules, jsonType)
  if (many) return { ...value, text: /[ |]/.test(value.text) ? `(${value.text})[]` : `${value.text}[]` }
  const isNullable = !(trustsRules && required && type !== 'asset') && value.text !== 'unknown'
  return isNullable ? { ...value, text: `${value.text} | null` } : value
}

function toValueType(
  { type, format, options }: SchemaField,
  trustsRules: boolean,
  jsonType: string | null,
): FieldType {
  const literals = (options ?? []).map(({ value }) => toLiteral(value))
  if (trustsRules && literals.length > 0 && !literals.includes(null))
    return plain(union(literals as string[]))
  if (type === 'asset') return { text: 'Asset', imports: ['Asset'] }
  if (type === 'richText' && format === 'portableText') return { text: 'RichText', imports: ['RichText'] }
  return plain(plainTypes.get(type) ?? jsonType ?? 'unknown')
}

const plain = (text: string): FieldType => ({ text, imports: [] })

/** The values of all other types, JSON and those of a newer server, are `unknown`. */
const plainTypes: ReadonlyMap<string, string> = new Map([
  ['text', 'string'],
  ['date', 'string'],
  ['dateTime', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
])

/** Returns null for a value that is neither a string nor a number, which a newer server may send. */
function toLiteral(value: unknown): string | null {
  if (typeof value === 'string') return quote(value)
  return typeof value === 'number' ? `${value}` : null
}

/** Checks whether the schema does not describe the values, so that `--json-type` may name their type. */
export function isJson({ type, format }: SchemaField): boolean {
  return type === 'json' || (type === 'richText' && format !== 'portableText')
}
