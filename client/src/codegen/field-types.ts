// The types of field values in generated text.
import type { SchemaField } from './schema-model.ts'
import { quote, union } from './type-names.ts'
import { valueTypes } from './value-types.ts'

export interface FieldTypeOptions {
  /** True if every live entry obeys the model's rules, so that `required` and `options` narrow types. */
  readonly trustsRules: boolean
  /** The type of JSON values, if the options name one. */
  readonly jsonType: string | null
  /** The names of the components of the model. */
  readonly components: ReadonlySet<string>
}

/** A type, and the names to import from the client's package. */
export interface FieldType {
  readonly text: string
  readonly imports: readonly string[]
}

export function toFieldType(field: SchemaField, options: FieldTypeOptions): FieldType {
  const { type, many = false, to, link = false, required = false } = field
  const { trustsRules, components } = options
  const of = (field.of ?? []).filter(name => components.has(name)).map(quote)
  if (type === 'reference') {
    if (!link) return toMarker(many ? 'Many' : 'One', to)
    const stubs = to ? union(to.map(name => `Stub<${quote(name)}>`)) : 'Stub'
    return { text: many ? `(${stubs})[]` : `${stubs} | null`, imports: ['Stub'] }
  }
  if (type === 'component' && many && of.length > 0)
    return { text: `Blocks<Components, ${union(of)}>`, imports: ['Blocks'] }
  const value = toValueType(field, of, options)
  if (many) return { ...value, text: /[ |]/.test(value.text) ? `(${value.text})[]` : `${value.text}[]` }
  const isNullable = !(trustsRules && required && type !== 'asset') && value.text !== 'unknown'
  return isNullable ? { ...value, text: `${value.text} | null` } : value
}

/** Returns a marker that names the collections to which its references may lead. */
function toMarker(name: string, to: readonly string[] | null | undefined): FieldType {
  return { text: to ? `${name}<${union(to.map(quote))}>` : name, imports: [name] }
}

/** `of` are the quoted names of the components of the model that may stand in the field. */
function toValueType(
  { type, format, options, to }: SchemaField,
  of: readonly string[],
  { trustsRules, jsonType }: FieldTypeOptions,
): FieldType {
  const literals = (options ?? []).map(({ value }) => toLiteral(value))
  if (trustsRules && literals.length > 0 && !literals.includes(null))
    return plain(union(literals as string[]))
  if (type === 'asset') return { text: 'Asset', imports: ['Asset'] }
  if (type === 'component' && of.length > 0)
    return { text: `Block<Components, ${union(of)}>`, imports: ['Block'] }
  if (type === 'richText' && format === 'portableText') {
    if (of.length === 0) return toMarker('RichTextField', to)
    const targets = to ? union(to.map(quote)) : 'string'
    return { text: `RichTextField<${targets}, Components, ${union(of)}>`, imports: ['RichTextField'] }
  }
  return plain(valueTypes.get(type)?.value ?? jsonType ?? 'unknown')
}

const plain = (text: string): FieldType => ({ text, imports: [] })

/** Returns null for a value that is neither a string nor a number, which a newer server may send. */
function toLiteral(value: unknown): string | null {
  if (typeof value === 'string') return quote(value)
  return typeof value === 'number' ? `${value}` : null
}

/** Checks whether the schema does not describe the values, so that `--json-type` may name their type. */
export function isJson({ type, format }: SchemaField): boolean {
  return type === 'json' || (type === 'richText' && format !== 'portableText')
}
