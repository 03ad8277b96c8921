// One field in a variant: the value for everyone, or the override with the value for everyone beside it.
import { Button, Text } from '@mantine/core'
import { memo, useState } from 'react'
import { FieldValue } from '../../../fields/field-value.tsx'
import { nameField } from '../../../parts/entries/field-name.ts'
import { useEditor, useFieldState } from '../editor-context.ts'
import { toFieldPath } from '../engine/draft-paths.ts'
import { focusField } from './field-id.ts'
import { FieldRow, type FieldRowProps } from './field-row.tsx'

/** The id of the text above the rows that names the variant. */
export const variantFormId = 'variant-form'

interface VariantRowProps extends FieldRowProps {
  readonly variant: string
  readonly variantName: string
}

export const VariantRow = memo(function VariantRow({ variantName, ...row }: VariantRowProps) {
  const { field, variant, readOnly } = row
  const path = toFieldPath(field.apiName, variant)
  const editor = useEditor()
  const base = useFieldState(toFieldPath(field.apiName, null)).value
  const { value, isEdited, theirs, refusal } = useFieldState(path)
  // An emptied value is not reset yet: the input stays while the user types.
  const [shown, setShown] = useState<'input' | 'base' | null>(null)
  const isOverridden = value !== null && value !== undefined
  const override = () => {
    setShown('input')
    if (base !== null && base !== undefined) editor.change(path, base)
    setTimeout(() => focusField(path))
  }
  const reset = () => {
    setShown('base')
    editor.change(path, null)
    editor.leaveField()
    // The row disappears if only overridden fields are shown.
    setTimeout(() => focusField(path) || document.getElementById(variantFormId)?.focus())
  }
  // A reset that is being saved is an edit too, but must not show the input, which would disappear with the focus after
  // the save.
  const hasInput = shown === 'input' || (isEdited && (shown === null || theirs !== null || refusal !== null))
  if (!isOverridden && !hasInput) {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only tracks the focus
    <div className="variant-row" onFocus={() => setShown('input')}>
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
