// The kinds of fields that users choose from: the types of the API, with rich text divided by format. No React here.
import type { Field, FieldType } from '../../src/content/values/model.ts'
import { describeAccepted } from './asset/accepted-types.ts'

/** `anyRichText` is rich text of any format, which imports create. */
export type FieldKind = FieldType | 'anyRichText'

export const kindLabels: Readonly<Record<FieldKind, string>> = {
  text: 'Text',
  richText: 'Rich text',
  anyRichText: 'Rich text of any format',
  integer: 'Whole number',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  dateTime: 'Date and time',
  asset: 'Image or file',
  reference: 'Reference',
  json: 'JSON',
}

export const fieldKinds = Object.keys(kindLabels) as FieldKind[]

export function kindOf({
  type,
  format,
}: {
  readonly type: FieldType
  readonly format?: string | undefined
}): FieldKind {
  return type === 'richText' && format !== 'portableText' ? 'anyRichText' : type
}

export function typeOf(kind: FieldKind): FieldType {
  return kind === 'anyRichText' ? 'richText' : kind
}

/** A kind of new field, described for editors. */
export interface FieldChoice {
  readonly label: string
  readonly about: string
  readonly kind: FieldKind
  readonly multiline?: boolean
  /** True if the field starts with an empty list of options. */
  readonly hasOptions?: boolean
}

export const fieldChoices: readonly FieldChoice[] = [
  { label: 'Text', about: 'A title, a name, a line', kind: 'text' },
  { label: 'Long text', about: 'Several lines, no formatting', kind: 'text', multiline: true },
  { label: 'Rich text', about: 'Headings, links, lists, images', kind: 'richText' },
  { label: 'Image or file', about: 'A picture, a PDF, a video', kind: 'asset' },
  { label: 'Reference', about: 'One entry or more', kind: 'reference' },
  { label: 'Choice', about: 'One of the options that you list', kind: 'text', hasOptions: true },
  { label: 'Number', about: 'A price, a rating', kind: 'number' },
  { label: 'Whole number', about: 'A count, a year', kind: 'integer' },
  { label: 'Yes or no', about: 'A switch', kind: 'boolean' },
  { label: 'Date', about: 'A day, without a time', kind: 'date' },
  { label: 'Date and time', about: 'A moment, kept in UTC', kind: 'dateTime' },
  { label: 'JSON', about: 'Anything, for developers', kind: 'json' },
]

/** For example `Reference to Authors, multiple`. */
export function describeType(field: Field, nameOf: (collection: string) => string): string {
  const { many, to, options, multiline } = field
  const kind = kindOf(field)
  const label = options ? 'Choice' : multiline ? 'Long text' : kindLabels[kind]
  const targets = to ? ` to ${to.map(nameOf).join(', ')}` : kind === 'reference' ? ' to any collection' : ''
  return `${label}${targets}${many ? ', multiple' : ''}`
}

/** Describes the rules of a field, the most important first. */
export function describeRules(field: Field): readonly string[] {
  const { required, unique, min, max, minItems, maxItems, format, pattern, options, hidden, query } = field
  const unit = field.type === 'text' ? ' characters' : ''
  return [
    required ? 'Required' : '',
    unique ? 'Unique' : '',
    range(min, max, unit),
    range(minItems, maxItems, ' items'),
    describeAccepted(field.accept),
    format === 'email' ? 'E-mail address' : format === 'url' ? 'URL' : format === 'color' ? 'Colour' : '',
    pattern === undefined ? '' : `Pattern ${pattern}`,
    options ? (options.length === 1 ? '1 option' : `${options.length} options`) : '',
    hidden ? 'Hidden in the editor' : '',
    query === false ? 'Not in queries' : '',
  ].filter(text => text !== '')
}

function range(min: number | string | undefined, max: number | string | undefined, unit: string): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`
  if (min !== undefined) return `At least ${min}${unit}`
  return max === undefined ? '' : `At most ${max}${unit}`
}
