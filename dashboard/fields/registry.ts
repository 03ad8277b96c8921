// The field types by name. A new type is a folder with a definition, and a line here.
import type { FieldType } from '../../src/content/values/model.ts'
import { asset } from './asset/index.tsx'
import { boolean } from './boolean/index.tsx'
import { createComponentType } from './component/index.tsx'
import { date } from './date/index.tsx'
import { dateTime } from './date-time/index.tsx'
import type { TypeDefinition } from './field-type.ts'
import { json } from './json/index.tsx'
import { integer, number } from './number/index.tsx'
import { reference } from './reference/index.tsx'
import { createRichTextType } from './rich-text/index.tsx'
import { text } from './text/index.tsx'

/** In the order in which the model editor lists them. */
export const fieldTypes: Readonly<Record<FieldType, TypeDefinition>> = {
  text,
  richText: createRichTextType(type => fieldTypes[type]),
  integer,
  number,
  boolean,
  date,
  dateTime,
  asset,
  reference,
  component: createComponentType(type => fieldTypes[type]),
  json,
}
