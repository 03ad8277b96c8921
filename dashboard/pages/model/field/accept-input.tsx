// The input of a field's accepted file types: checkboxes for common types, and text for other media types.
import { Checkbox, Group, TextInput } from '@mantine/core'
import { commonTypes } from '../../../fields/asset/accepted-types.ts'
import type { FieldInputsProps } from './field-form.ts'

export function AcceptInput({ form, errors, onChange }: FieldInputsProps) {
  return (
    <div>
      <Checkbox.Group
        label="Kinds of files"
        description="If none is ticked, every type is accepted."
        value={[...form.accept]}
        onChange={chosen => onChange({ accept: chosen })}
      >
        <Group gap="md" mt="xs">
          {commonTypes.map(({ type, name }) => (
            <Checkbox key={type} value={type} label={name} size="sm" />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput
        mt="sm"
        label="Other media types"
        description="Such as application/zip, separated by commas."
        className="model-code"
        spellCheck={false}
        autoCapitalize="none"
        value={form.acceptOthers}
        error={errors.accept}
        onChange={event => onChange({ acceptOthers: event.currentTarget.value })}
      />
    </div>
  )
}
