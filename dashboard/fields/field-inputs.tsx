// Maps field types and widgets to inputs. New ones are registered only here.
import type { ComponentType } from 'react'
import type { Field, FieldType } from '../../src/content/values/model.ts'
import { AssetInput } from './asset/asset-input.tsx'
import { AssetListInput } from './asset/asset-list-input.tsx'
import { SwitchInput } from './boolean/switch-input.tsx'
import { DateInput } from './date/date-input.tsx'
import { DateTimeInput } from './date-time/date-time-input.tsx'
import type { FieldInputProps } from './field-input.ts'
import { JsonInput } from './json/json-input.tsx'
import { ListInput } from './list/list-input.tsx'
import { NumberInput } from './number/number-input.tsx'
import { ChoicesInput } from './options/choices-input.tsx'
import { OptionsInput } from './options/options-input.tsx'
import { ReferenceInput } from './reference/reference-input.tsx'
import { RichTextInput } from './rich-text/rich-text-input.tsx'
import { TextInput } from './text/text-input.tsx'

type FieldInput = ComponentType<FieldInputProps>

const inputs: Readonly<Record<FieldType, FieldInput>> = {
  text: TextInput,
  integer: NumberInput,
  number: NumberInput,
  boolean: SwitchInput,
  date: DateInput,
  dateTime: DateTimeInput,
  json: JsonInput,
  asset: AssetInput,
  reference: ReferenceInput,
  richText: RichTextInput,
}

/** The inputs of lists that have their own component instead of one input for each item. */
const lists: Readonly<Partial<Record<FieldType, FieldInput>>> = {
  asset: AssetListInput,
  reference: ReferenceInput,
}

/** Renders a list with one input for each item. A new item is empty and joins the list once it has a value. */
function ItemsInput(props: FieldInputProps) {
  const { type } = props.field
  return <ListInput {...props} item={inputs[type]} emptyItem={type === 'boolean' ? false : null} />
}

export function toInput({ type, many, options }: Field): FieldInput {
  if (options) return many ? ChoicesInput : OptionsInput
  return many ? (lists[type] ?? ItemsInput) : inputs[type]
}

/**
 * Returns false if the input is a single element that the label refers to, and true if it is a group named by the label.
 */
export function isGroup({ type, many, options }: Field): boolean {
  if (many || type === 'asset' || type === 'reference' || type === 'richText') return true
  return options !== undefined && options.length <= 4
}

const short: ReadonlySet<FieldType> = new Set(['integer', 'number', 'boolean', 'date', 'dateTime'])

/** Checks whether the input is short enough to share a row with others. */
export function isShort({ type, many, options }: Field): boolean {
  return !many && (short.has(type) || options !== undefined)
}
