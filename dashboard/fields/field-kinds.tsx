// The kinds of fields that users choose from, with their icons and descriptions.
import { IconListCheck, IconTextCaption } from '@tabler/icons-react'
import type { Field, FieldType } from '../../src/content/values/model.ts'
import type { FieldChoice, FieldKind, KindLabel, NameCollection, TypeRules } from './field-type.ts'
import { fieldTypes } from './registry.ts'

interface Kind extends KindLabel {
  readonly type: FieldType
}

const kinds: readonly Kind[] = (Object.keys(fieldTypes) as FieldType[]).flatMap(type =>
  fieldTypes[type].kinds.map(kind => ({ ...kind, type })),
)

export const fieldKinds = kinds.map(({ kind }) => kind)

function findKind(kind: FieldKind): Kind {
  return kinds.find(one => one.kind === kind)!
}

export function kindOf({
  type,
  format,
}: {
  readonly type: FieldType
  readonly format?: string | undefined
}): FieldKind {
  return kinds.find(one => one.type === type && (one.format ?? format) === format)!.kind
}

export const typeOf = (kind: FieldKind): FieldType => findKind(kind).type
export const labelOf = (kind: FieldKind): string => findKind(kind).label
export const formatOf = (kind: FieldKind) => findKind(kind).format
export const rulesOf = (kind: FieldKind): TypeRules => fieldTypes[typeOf(kind)].rules

export const fieldChoices: readonly FieldChoice[] = Object.values(fieldTypes)
  .flatMap(({ choices }) => choices)
  .sort((one, other) => one.place - other.place)

interface FieldKindIconProps {
  readonly kind: FieldKind
  readonly multiline?: boolean | undefined
  readonly hasOptions?: boolean | undefined
}

/** A decorative icon, which always accompanies the name. */
export function FieldKindIcon({ kind, multiline = false, hasOptions = false }: FieldKindIconProps) {
  const { icon } = fieldTypes[typeOf(kind)]
  const Icon = hasOptions ? IconListCheck : multiline ? IconTextCaption : icon
  return <Icon size={18} stroke={1.7} aria-hidden="true" />
}

/** For example `Reference to Authors, multiple`. */
export function describeType(field: Field, nameOf: NameCollection): string {
  const kind = kindOf(field)
  const label = field.options ? 'Choice' : field.multiline ? 'Long text' : labelOf(kind)
  const targets = rulesOf(kind).describeTargets?.(field, nameOf) ?? ''
  return `${label}${targets}${field.many ? ', multiple' : ''}`
}

/** Describes the rules of a field, the most important first. */
export function describeRules(field: Field): readonly string[] {
  const { required, unique, min, max, minItems, maxItems, options, hidden, query } = field
  const { limits, describe } = fieldTypes[field.type].rules
  return [
    required ? 'Required' : '',
    unique ? 'Unique' : '',
    describeRange(min, max, limits?.unit ?? ''),
    describeRange(minItems, maxItems, ' items'),
    ...(describe?.(field) ?? []),
    options ? (options.length === 1 ? '1 option' : `${options.length} options`) : '',
    hidden ? 'Hidden in the editor' : '',
    query === false ? 'Not in queries' : '',
  ].filter(text => text !== '')
}

function describeRange(
  min: number | string | undefined,
  max: number | string | undefined,
  unit: string,
): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`
  if (min !== undefined) return `At least ${min}${unit}`
  return max === undefined ? '' : `At most ${max}${unit}`
}
