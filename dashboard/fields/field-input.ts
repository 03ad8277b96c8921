// The props of all field inputs.
import type { Field } from '../../src/content/values/model.ts'

export interface FieldInputProps<Value = unknown> {
  readonly field: Field
  /** The stored JSON value. Without a value it is `null`, or `[]` if the field holds a list. */
  readonly value: Value
  /** Called with a value that the management API accepts, or with incomplete text such as `12.` in a number. */
  readonly onChange: (value: Value) => void
  /**
   * Called when the focus leaves the input and all its controls. The value is then saved at once, and problems are shown.
   */
  readonly onLeave: () => void
  /** The `id` of the element that the label refers to. */
  readonly id: string
  /** The id of the label, for inputs that are groups. */
  readonly labelledBy: string
  /** The ids of the help text and the problems. */
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly readOnly: boolean
  /** A BCP 47 language tag if a variant is a locale. */
  readonly lang: string | undefined
}
