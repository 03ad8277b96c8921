// Chooses the input of a field by its type, its options, and whether it holds a list.
import type { ComponentType } from 'react'
import type { Field } from '../../src/content/values/model.ts'
import type { FieldInputProps } from './field-type.ts'
import { ListInput } from './list/list-input.tsx'
import { ChoicesInput, OptionsInput } from './options/options-input.tsx'
import { fieldTypes } from './registry.ts'

/** Renders a list with one input for each item. */
function ItemsInput(props: FieldInputProps) {
  const { Input, emptyItem = null, itemKeys, parseItem, findError } = fieldTypes[props.field.type]
  return (
    <ListInput
      {...props}
      item={Input}
      emptyItem={emptyItem}
      keys={itemKeys}
      parse={parseItem}
      findError={findError}
    />
  )
}

export function toInput({ type, many, options }: Field): ComponentType<FieldInputProps> {
  if (options) return many ? ChoicesInput : OptionsInput
  const { Input, ListInput: OwnListInput = ItemsInput } = fieldTypes[type]
  return many ? OwnListInput : Input
}

/**
 * Returns false if the input is a single element that the label refers to, and true if it is a group named by the label.
 */
export function isGroup({ type, many, options }: Field): boolean {
  if (many || fieldTypes[type].isGroup) return true
  return options !== undefined && options.length <= 4
}

/** Checks whether the input is short enough to share a row with others. */
export function isShort({ type, many, options }: Field): boolean {
  return !many && (fieldTypes[type].isShort === true || options !== undefined)
}
