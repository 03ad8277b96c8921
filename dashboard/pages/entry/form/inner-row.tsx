// A field inside of a block in the form of an entry: with what others changed, and what the server refused.
import { useMemo } from 'react'
import type { InnerFieldProps } from '../../../fields/field-type.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import { InnerField } from '../../../fields/frame/inner-field.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { Held } from '../../../parts/forms/pointer-hold.ts'
import { useFieldState } from '../editor-context.ts'
import { FieldConflict, FieldNote } from './field-frame.tsx'

export function InnerRow(props: InnerFieldProps) {
  const { path, field, readOnly } = props
  const state = useFieldState(path)
  const { refusal, theirs } = state
  const message = refusal === null || refusal.isLocal ? null : refusal.message
  const changes = useMemo(
    () => (
      <Held>
        {theirs ? (
          <FieldConflict path={path} name={nameField(field)} state={state} readOnly={readOnly}>
            <FieldValue field={field} value={theirs.value} />
          </FieldConflict>
        ) : (
          <FieldNote note={state.note} />
        )}
      </Held>
    ),
    [path, field, state, theirs, readOnly],
  )
  return <InnerField {...props} refusal={message} changes={changes} />
}
