// What every input of a field gets, whatever its type.
import type { Field } from '../../src/content/values/model.ts'

export interface FieldInputProps<Value = unknown> {
  readonly field: Field
  /** The stored JSON: without a value it is `null`, or `[]` where the field holds many. */
  readonly value: Value
  /** A value that the management API accepts. What cannot be one yet (`12.` in a number) stays in the input. */
  readonly onChange: (value: Value) => void
  /** Focus has left the input, to nothing that belongs to it: what was typed is saved at once, and problems are shown. */
  readonly onLeave: () => void
  /** The `id` of the element that the label names. */
  readonly id: string
  /** The id of the label, for inputs that are groups. */
  readonly labelledBy: string
  /** Ids of the help and of the problems. */
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly readOnly: boolean
  /** BCP 47, where a variant is a locale. */
  readonly lang: string | undefined
}
