// The choice of a field by its name.
import { NativeSelect } from '@mantine/core'
import type { Field } from '../../../../src/content/values/model.ts'
import { nameField } from '../../../parts/entries/place-name.ts'

interface FieldSelectProps {
  readonly fields: readonly Field[]
  /** The API name of the field. */
  readonly value: string
  readonly onChange: (apiName: string) => void
}

/** The first input of a dialog, which has the focus when the dialog opens. */
export function FieldSelect({ fields, value, onChange }: FieldSelectProps) {
  return (
    <NativeSelect
      label="Field"
      data-autofocus
      data={fields.map(field => ({ value: field.apiName, label: nameField(field) }))}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
