// Renders a field value by its type.
import type { FieldViewProps } from './field-type.ts'
import { fieldTypes } from './registry.ts'
import { TypedView } from './typed-view.tsx'

/** `undefined` and null both mean no value. */
export function FieldValue(props: FieldViewProps) {
  return <TypedView {...props} typeOf={type => fieldTypes[type]} />
}
