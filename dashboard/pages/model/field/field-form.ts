// Converts a field of the model to the values of its form, and the form back to operations.

import type { ModelOperation } from '../../../../src/authoring/models/model-operations.ts'
import { hasSearchWeight } from '../../../../src/content/fields/text-facts.ts'
import type { Field, Json, TypedProperty } from '../../../../src/content/values/model.ts'
import { formatOf, kindOf, rulesOf, typeOf } from '../../../fields/field-kinds.tsx'
import type { FieldChoice, FieldForm, OptionRow } from '../../../fields/field-type.ts'
import { fieldTypes } from '../../../fields/registry.ts'
import { parseTypedNumber, parseTypedText } from '../../../fields/typed-value.ts'

const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value))

export function toForm(field: Partial<Field> & Pick<Field, 'type'>): FieldForm {
  const { options, default: initial } = field
  const kind = kindOf(field)
  return {
    name: field.name ?? '',
    apiName: field.apiName ?? '',
    kind,
    many: field.many ?? false,
    help: field.help ?? '',
    required: field.required ?? false,
    unique: field.unique ?? false,
    hidden: field.hidden ?? false,
    multiline: false,
    min: textOf(field.min),
    max: textOf(field.max),
    minItems: textOf(field.minItems),
    maxItems: textOf(field.maxItems),
    pattern: '',
    format: '',
    hasOptions: options !== undefined,
    options: (options ?? []).map(({ value, name }, key) => ({ key, value: String(value), name })),
    accept: [],
    acceptOthers: '',
    to: [],
    of: [],
    link: false,
    default: typeof initial === 'object' ? '' : textOf(initial),
    query: field.query ?? true,
    search: textOf(field.search),
    paths: '',
    ...rulesOf(kind).toForm?.(field),
  }
}

export function toNewForm({
  kind,
  many = false,
  multiline = false,
  hasOptions = false,
}: FieldChoice): FieldForm {
  const form = toForm({ type: typeOf(kind) })
  const options = hasOptions ? [{ key: 0, value: '', name: '' }] : []
  return { ...form, kind, many, multiline, hasOptions, options }
}

export function canHaveDefault({ kind, many }: FieldForm): boolean {
  return rulesOf(kind).parse !== undefined && !many
}

const toFlag = (flag: boolean) => (flag ? true : undefined)

/** Returns the values that several options have. */
export function findRepeated(options: readonly OptionRow[]): ReadonlySet<string> {
  const values = options.map(({ value }) => value.trim()).filter(value => value !== '')
  return new Set(values.filter((value, index) => values.indexOf(value) !== index))
}

const noTypedProperties: Readonly<Record<TypedProperty, undefined>> = {
  min: undefined,
  max: undefined,
  pattern: undefined,
  format: undefined,
  options: undefined,
  multiline: undefined,
  unique: undefined,
  to: undefined,
  link: undefined,
  of: undefined,
  search: undefined,
  paths: undefined,
  accept: undefined,
}

/** Returns every property that the form knows; undefined for properties that the field does not have. */
function toProperties(form: FieldForm): Readonly<Record<string, Json | undefined>> {
  const { kind, many } = form
  const { parse = parseTypedText, limits, isCountable, toProperties: toOwn } = rulesOf(kind)
  const parseLimit = limits?.unit === undefined ? parse : parseTypedNumber
  const options = form.options.map(({ value, name }) => ({
    value: parse(value) ?? '',
    name: parseTypedText(name) ?? value.trim(),
  }))
  const { format, ...properties } = {
    ...noTypedProperties,
    name: parseTypedText(form.name),
    help: parseTypedText(form.help),
    required: toFlag(form.required),
    hidden: toFlag(form.hidden),
    query: form.query ? undefined : false,
    minItems: many ? parseTypedNumber(form.minItems) : undefined,
    maxItems: many ? parseTypedNumber(form.maxItems) : undefined,
    min: limits && parseLimit(form.min),
    max: limits && parseLimit(form.max),
    options: isCountable && form.hasOptions ? options : undefined,
    unique: isCountable && toFlag(form.unique),
    search: hasSearchWeight(typeOf(kind)) ? parseTypedNumber(form.search) : undefined,
    ...toOwn?.(form),
  }
  return {
    ...properties,
    ...(!hasFormats(kind) && { format }),
    ...(canHaveDefault(form) && { default: parse(form.default) }),
  }
}

/** True if the kinds of the type differ in their format, which is then part of a conversion. */
function hasFormats(kind: FieldForm['kind']): boolean {
  return fieldTypes[typeOf(kind)].kinds.some(({ format }) => format !== undefined)
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
  const isSameValue = isSame || fieldTypes[type].rules.widensTo === typeOf(form.kind)
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
  // A text that takes no blocks any more may still have some, so that it keeps an empty list.
  const staysEmpty = field?.of !== undefined && form.of.length === 0 && form.kind === kindOf(field)
  const properties = { ...toProperties(form), ...(staysEmpty && { of: [] }) }
  const apiName = form.apiName.trim()
  const type = typeOf(form.kind)
  const format = formatOf(form.kind)
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
  const { format: before, ...others } = field
  const had = { ...others, ...(!hasFormats(kindOf(field)) && { format: before }) } as Record<string, unknown>
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
