// A field inside of a block in the form of an entry: with what others changed, and what the server refused. In the blocks of
// everyone it shows, in a variant, the override or the value for everyone.
import { useMemo } from 'react'
import type { InnerFieldProps } from '../../../fields/field-type.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import { holdsBlocks } from '../../../fields/field-values.ts'
import { InnerField } from '../../../fields/frame/inner-field.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { toInputId } from '../../../parts/forms/field-focus.ts'
import { Held } from '../../../parts/forms/pointer-hold.ts'
import { useFieldState } from '../editor-context.ts'
import type { FieldState } from '../engine/field-state.ts'
import { BlocksOrigin } from './blocks-origin.tsx'
import { FieldConflict, FieldNote } from './field-frame.tsx'
import { useShownBlocks } from './shown-blocks.ts'
import { InheritedNote, OutdatedBadge, useShownValue, VariantNote } from './shown-value.tsx'

export function InnerRow(props: InnerFieldProps) {
  return props.inner.isShared ? <SharedRow {...props} /> : <OwnRow {...props} />
}

function OwnRow(props: InnerFieldProps) {
  const state = useFieldState(props.path)
  const changes = useChanges(props, state)
  return <InnerField {...props} refusal={messageOf(state)} changes={changes} />
}

/** A field in a block for everyone, whose value in a variant is saved by itself. */
function SharedRow(props: InnerFieldProps) {
  const { field, path, inner, readOnly, lang } = props
  const shown = useShownValue(path)
  const { state } = shown
  const { value, isShared, isInherited } = useShownBlocks(field, shown)
  const changes = useChanges(props, state)
  const hasBlocks = holdsBlocks(field)
  const below = useMemo(() => ({ ...inner, isShared, only: isShared ? inner.only : null }), [inner, isShared])
  return (
    <InnerField
      {...props}
      value={value}
      inner={hasBlocks ? below : inner}
      lang={isInherited ? undefined : lang}
      onChange={(_, next) => shown.change(next)}
      onLeave={shown.leaveInput}
      onLeaveField={shown.leave}
      isInherited={isInherited}
      refusal={messageOf(state)}
      mark={isInherited ? <InheritedNote id={`${toInputId(path)}:same`} /> : <OutdatedBadge state={state} />}
      note={hasBlocks ? <BlocksOrigin field={field} shown={shown} readOnly={readOnly} /> : null}
      changes={
        <>
          {changes}
          {hasBlocks ? null : <VariantNote field={field} shown={shown} readOnly={readOnly} />}
        </>
      }
    />
  )
}

function messageOf({ refusal }: FieldState): string | null {
  return refusal === null || refusal.isLocal ? null : refusal.message
}

function useChanges({ path, field, readOnly }: InnerFieldProps, state: FieldState) {
  const { theirs } = state
  return useMemo(
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
}
