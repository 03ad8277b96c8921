// The field types by name. A new type is a file of this folder and a line here.
import type { Field, FieldType } from '../values/model.ts'
import { asset } from './asset.ts'
import { boolean } from './boolean.ts'
import { createComponentType } from './component.ts'
import { date } from './date.ts'
import { dateTime } from './date-time.ts'
import type { FieldTypeDefinition, FormOfField } from './field-type.ts'
import { integer } from './integer.ts'
import { json } from './json.ts'
import { number } from './number.ts'
import { reference } from './reference.ts'
import { createRichTextType } from './rich-text.ts'
import { text } from './text.ts'

const component: FieldTypeDefinition = createComponentType(typeOf)
const richText: FieldTypeDefinition = createRichTextType(typeOf)

/** In the order in which errors and documents list the types. */
export const definitions = {
  text,
  richText,
  integer,
  number,
  boolean,
  date,
  dateTime,
  json,
  asset,
  reference,
  component,
}

type Definitions = typeof definitions

declare module '../values/model.ts' {
  /** Derives {@link FieldType} from the definitions. */
  interface FieldTypes extends Definitions {}
}

export const fieldTypes = Object.keys(definitions) as [FieldType, ...FieldType[]]

/** Returns the definition of a field's type. */
export function typeOf({ type }: Pick<Field, 'type'>): FieldTypeDefinition {
  return definitions[type]
}

/** Returns the format that determines the form of a field's values; null if its type has one form only. */
export function formatOf(field: FormOfField): string | null {
  return typeOf(field).formatIsForm ? (field.format ?? 'any') : null
}

/** Checks whether values of both fields have the same form. Ignores `many`. */
export function haveSameForm(a: FormOfField, b: FormOfField): boolean {
  return a.type === b.type && formatOf(a) === formatOf(b)
}

/** Names the form of a field's values for people. */
export function nameOfForm(field: FormOfField): string {
  return formatOf(field) === 'portableText' ? 'Portable Text' : field.type
}
