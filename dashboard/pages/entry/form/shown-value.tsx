// Shows a value whose type does not match its field. It stays unchanged until the user replaces it.
import { Button, Text } from '@mantine/core'
import type { Field } from '../../../../src/content/values/model.ts'
import { FieldValue } from '../../../fields/field-value.tsx'

interface ShownValueProps {
  readonly field: Field
  readonly value: unknown
  readonly readOnly: boolean
  readonly onReplace: () => void
}

export function ShownValue({ field, value, readOnly, onReplace }: ShownValueProps) {
  return (
    <div className="form-shown">
      <FieldValue field={{ apiName: field.apiName, type: 'json' }} value={value} />
      <Text size="sm" c="dimmed" mt="xs">
        This value does not fit the field. It stays as it is until you replace it.
      </Text>
      {readOnly ? null : (
        <Button size="xs" variant="default" mt="xs" onClick={onReplace}>
          Replace
        </Button>
      )}
    </div>
  )
}
