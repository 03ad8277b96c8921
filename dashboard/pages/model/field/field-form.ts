// Converts a field of the model to the values of its form, and the form back to operations. No React here.
import type { ModelOperation } from '../../../../src/authoring/models/model-operations.ts'
import type { Field, Json, JsonPath } from '../../../../src/content/values/model.ts'
import { joinAccepted, splitAccepted } from '../../../fields/asset/accepted-types.ts'
import { type FieldChoice, type FieldKind, kindOf, typeOf } from '../../../fields/field-kinds.ts'

export interface OptionRow {
  readonly key: number
  readonly value: string
  readonly name: string
}

export interface FieldForm {
  readonly name: string
  readonly apiName: string
  readonly kind: FieldKind
  readonly many: boolean
  readonly help: string
  readonly required: boolean
  readonly unique: boolean
  readonly hidden: boolean
  readonly multiline: boolean
  readonly min: string
  readonly max: string
  readonly minItems: string
  readonly maxItems: string
  readonly pattern: string
  readonly format: string
  readonly hasOptions: boolean
  readonly options: readonly OptionRow[]
  /** The checked media types and, separated by commas, other media types. If both are empty, all are accepted. */
  readonly accept: readonly string[]
  readonly acceptOthers: string
  /** API names of collections; empty allows any. */
  readonly to: readonly string[]
  readonly default: string
  /** True if queries may use the field. */
  readonly query: boolean
  /** Empty for the server's default. */
  readonly search: string
  /** For a JSON field, one line for each path that queries may use, such as `size.height number many`. */
  readonly paths: string
}

/** The props of the inputs in the form. */
export interface FieldInputsProps {
  readonly form: FieldForm
  readonly isNew: boolean
  /** Messages by input. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (changes: Partial<FieldForm>) => void
}

const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value))

export function toForm(field: Partial<Field> & Pick<Field, 'type'>): FieldForm {
  const { options, to = [], default: initial } = field
  return {
    name: field.name ?? '',
    apiName: field.apiName ?? '',
    kind: kindOf(field),
    many: field.many ?? false,
    help: field.help ?? '',
    required: field.required ?? false,
    unique: field.unique ?? false,
    hidden: field.hidden ?? false,
    multiline: field.multiline ?? false,
    min: textOf(field.min),
    max: textOf(field.max),
    minItems: textOf(field.minItems),
    maxItems: textOf(field.maxItems),
    pattern: field.pattern ?? '',
    format: field.type === 'text' ? (field.format ?? '') : '',
    hasOptions: options !== undefined,
    options: (options ?? []).map(({ value, name }, key) => ({ key, value: String(value), name })),
    ...splitAccepted(field.accept ?? []),
    to,
    default: typeof initial === 'object' ? '' : textOf(initial),
    query: field.query ?? true,
    search: textOf(field.search),
    paths: (field.paths ?? []).map(toLine).join('\n'),
  }
}

export function toNewForm({ kind, multiline = false, hasOptions = false }: FieldChoice): FieldForm {
  const form = toForm({ type: typeOf(kind) })
  const options = hasOptions ? [{ key: 0, value: '', name: '' }] : []
  return { ...form, kind, multiline, hasOptions, options }
}

const limited: readonly FieldKind[] = ['text', 'integer', 'number', 'date', 'dateTime']
const countable: readonly FieldKind[] = ['text', 'integer', 'number']
const withDefault: readonly FieldKind[] = ['text', 'integer', 'number', 'boolean', 'date', 'dateTime']

export const canHave = {
  limits: ({ kind }: FieldForm) => limited.includes(kind),
  unique: ({ kind }: FieldForm) => countable.includes(kind),
  options: ({ kind }: FieldForm) => countable.includes(kind),
  default: ({ kind, many }: FieldForm) => withDefault.includes(kind) && !many,
  search: ({ kind }: FieldForm) => kind === 'text' || kind === 'richText' || kind === 'anyRichText',
}

/** Text that is not a number is sent unchanged, so that the server reports the error. */
function toNumber(text: string): Json | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed)
}

const toText = (text: string) => (text.trim() === '' ? undefined : text.trim())
const toFlag = (flag: boolean) => (flag ? true : undefined)

/** Returns the values that several options have. */
export function findRepeated(options: readonly OptionRow[]): ReadonlySet<string> {
  const values = options.map(({ value }) => value.trim()).filter(value => value !== '')
  return new Set(values.filter((value, index) => values.indexOf(value) !== index))
}

/** Returns every property that the form knows; undefined for properties that the field does not have. */
function toProperties(form: FieldForm): Readonly<Record<string, Json | undefined>> {
  const { kind, many } = form
  const isText = kind === 'text'
  const isTime = kind === 'date' || kind === 'dateTime'
  const toLimit = isTime ? toText : toNumber
  const toValue = kind === 'integer' || kind === 'number' ? toNumber : toText
  const options = form.options.map(({ value, name }) => ({
    value: toValue(value) ?? '',
    name: toText(name) ?? value.trim(),
  }))
  return {
    name: toText(form.name),
    help: toText(form.help),
    required: toFlag(form.required),
    hidden: toFlag(form.hidden),
    query: form.query ? undefined : false,
    minItems: many ? toNumber(form.minItems) : undefined,
    maxItems: many ? toNumber(form.maxItems) : undefined,
    min: canHave.limits(form) ? toLimit(form.min) : undefined,
    max: canHave.limits(form) ? toLimit(form.max) : undefined,
    pattern: isText && form.pattern !== '' ? form.pattern : undefined,
    ...(typeOf(kind) !== 'richText' && { format: isText ? toText(form.format) : undefined }),
    options: canHave.options(form) && form.hasOptions ? options : undefined,
    multiline: isText ? toFlag(form.multiline) : undefined,
    unique: canHave.unique(form) ? toFlag(form.unique) : undefined,
    accept: kind === 'asset' ? joinAccepted(form.accept, form.acceptOthers) : undefined,
    to: kind === 'reference' && form.to.length > 0 ? form.to : undefined,
    search: canHave.search(form) ? toNumber(form.search) : undefined,
    paths: kind === 'json' ? toPaths(form.paths) : undefined,
    ...(canHave.default(form) && { default: toDefault(form) }),
  }
}

function toLine({ path, type, many }: JsonPath): string {
  return `${path} ${type}${many ? ' many' : ''}`
}

/** A line that is not a valid path is sent unchanged, so that the server reports the error. */
function toPaths(text: string): Json | undefined {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  if (lines.length === 0) return undefined
  return lines.map(line => {
    const [path = '', type = '', many] = line.trim().split(/\s+/)
    return { path, type, ...(many === 'many' && { many: true }) }
  })
}

function toDefault({ kind, default: text }: FieldForm): Json | undefined {
  if (kind === 'boolean') return text === '' ? undefined : text === 'true'
  return kind === 'integer' || kind === 'number' ? toNumber(text) : toText(text)
}

interface OperationOptions {
  /** Sets the default value in existing entries. */
  readonly fill: boolean
}

/**
 * Checks whether the server's conversion keeps the property, whatever its value. Otherwise the conversion may remove or
 * change it, so the form sends its value, which the server sets or refuses with an error for this input.
 */
function keepsFor(property: string, { type, many = false }: Field, form: FieldForm): boolean {
  const isSame = type === typeOf(form.kind)
  const isSameValue = isSame || (type === 'integer' && form.kind === 'number')
  if (['name', 'help', 'required', 'hidden', 'query', 'search'].includes(property)) return true
  if (property === 'minItems' || property === 'maxItems') return many && form.many
  if (property === 'unique') return isSameValue && !form.many
  if (property === 'paths') return isSame && !form.many
  if (property === 'default') return false
  return ['min', 'max', 'options'].includes(property) ? isSameValue : isSame
}

/** Returns the operations that apply the form to the field. `field` is null for a new one. */
export function toOperations(
  field: Field | null,
  form: FieldForm,
  { fill }: OperationOptions,
): readonly ModelOperation[] {
  const properties = toProperties(form)
  const apiName = form.apiName.trim()
  const type = typeOf(form.kind)
  const format = form.kind === 'richText' ? ('portableText' as const) : undefined
  if (field === null) {
    const given = Object.entries(properties).filter(([, value]) => value !== undefined)
    const added = { apiName, type, ...(form.many && { many: true }), ...Object.fromEntries(given) }
    return [
      { op: 'addField', field: { ...added, ...(format && { format }) } as Field, ...(fill && { fill }) },
    ]
  }
  const operations: ModelOperation[] = []
  if (apiName !== field.apiName) operations.push({ op: 'renameField', field: field.apiName, to: apiName })
  const isConverted = form.kind !== kindOf(field) || form.many !== (field.many ?? false)
  if (isConverted) {
    const many = form.many
    operations.push({ op: 'convertField', field: apiName, type, many, ...(format && { format }) })
  }
  // The format of rich text is part of its conversion.
  const { format: before, ...others } = field
  const had = { ...others, ...(field.type === 'text' && { format: before }) } as Record<string, unknown>
  const changed = Object.entries(properties).filter(([key, value]) =>
    isConverted && !keepsFor(key, field, form)
      ? value !== undefined || had[key] !== undefined
      : JSON.stringify(value) !== JSON.stringify(had[key]),
  )
  if (changed.length > 0) {
    const wanted = Object.fromEntries(changed.map(([key, value]) => [key, value ?? null]))
    operations.push({ op: 'setField', field: apiName, properties: wanted })
  }
  return operations
}
