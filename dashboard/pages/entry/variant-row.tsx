// One field in a variant: the value for everyone, or the one that overrides it with the value for everyone beside it.
import { Button, Text } from '@mantine/core'
import { memo, useState } from 'react'
import { nameField } from '../../parts/field-name.ts'
import { useEditor, useFieldState } from './editor-context.ts'
import { toFieldPath } from './engine/draft-paths.ts'
import { focusField } from './field-id.ts'
import { FieldRow, type FieldRowProps } from './field-row.tsx'
import { FieldValue } from './field-value.tsx'

interface VariantRowProps extends FieldRowProps {
  readonly variant: string
  readonly variantName: string
}

export const VariantRow = memo(function VariantRow({ variantName, ...row }: VariantRowProps) {
  const { field, variant, readOnly } = row
  const path = toFieldPath(field.apiName, variant)
  const editor = useEditor()
  const base = useFieldState(toFieldPath(field.apiName, null)).value
  const { value, isEdited } = useFieldState(path)
  const [isOpen, setOpen] = useState(false)
  const isOverridden = value !== null && value !== undefined
  const override = () => {
    setOpen(true)
    if (base !== null && base !== undefined) editor.change(path, base)
    setTimeout(() => focusField(path))
  }
  const reset = () => {
    setOpen(false)
    editor.change(path, null)
    editor.leaveField()
    setTimeout(() => focusField(path))
  }
  if (!isOverridden && !isOpen && !isEdited) {
    return (
      <div className="form-field" data-path={path}>
        <div className="form-field-head">
          <span className="form-label">{nameField(field)}</span>
          <span className="form-same">same as for everyone</span>
        </div>
        <div className="form-shown form-base">
          <FieldValue field={field} value={base} />
        </div>
        {readOnly ? null : (
          <Button size="compact-sm" variant="default" mih={24} mt={6} onClick={override}>
            Override {nameField(field)} for {variantName}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="variant-row">
      <FieldRow {...row} />
      <div className="form-everyone">
        <Text size="xs" c="dimmed">
          For everyone
        </Text>
        <FieldValue field={field} value={base} />
        {readOnly ? null : (
          <Button size="compact-sm" variant="default" mih={24} mt={6} onClick={reset}>
            Reset {nameField(field)}
          </Button>
        )}
      </div>
    </div>
  )
})
