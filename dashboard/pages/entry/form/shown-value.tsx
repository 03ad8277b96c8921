// The value that the input of a field shows. In a variant it is the override or, in grey, the value for everyone.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Field } from '../../../../src/content/values/model.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import { StateBadge } from '../../../parts/entries/entry-state.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { useEditor, useFieldState } from '../editor-context.ts'
import { type Path, toBasePath, toParts } from '../engine/draft-paths.ts'
import type { FieldState } from '../engine/field-state.ts'
import { focusField } from './field-id.ts'

export interface ShownValue {
  readonly path: Path
  /** The state of the path itself, whose value is null in a variant that does not override the field. */
  readonly state: FieldState
  readonly value: unknown
  /** True if `value` has not been saved yet. */
  readonly isEdited: boolean
  /** True if `value` is the one for everyone. */
  readonly isInherited: boolean
  /** The value for everyone, if the variant overrides it. */
  readonly overridden: { readonly value: unknown } | null
  /** True if the override has been emptied. The value for everyone returns when the focus leaves the field. */
  readonly isEmptied: boolean
  readonly change: (value: unknown) => void
  /** Shows an empty input, if the value for everyone does not fit the field. */
  readonly startEmpty: () => void
  /** Called when the focus leaves the input. */
  readonly leaveInput: () => void
  /** Called when the focus leaves the field with all its controls. */
  readonly leave: () => void
  readonly reset: () => void
}

/** Returns the value at the path of a field, or of a field in a block. */
export function useShownValue(path: Path): ShownValue {
  const editor = useEditor()
  const { variant } = toParts(path)
  const state = useFieldState(path)
  const base = useFieldState(toBasePath(path))
  const [isEmpty, setEmpty] = useState(false)
  const hasValue = state.value !== null && state.value !== undefined
  const isOverridden = variant !== null && hasValue
  const isEmptied = variant !== null && !hasValue && isEmpty
  const isInherited = variant !== null && !hasValue && !isEmpty
  const { value, isEdited } = isInherited ? base : state
  return {
    ...{ path, state, value, isEdited, isInherited, isEmptied },
    overridden: isOverridden ? { value: base.value } : null,
    change: next => {
      setEmpty(next === null)
      editor.change(path, next)
    },
    startEmpty: () => setEmpty(true),
    leaveInput: () => editor.leaveField(),
    leave: () => setEmpty(false),
    reset: () => {
      setEmpty(false)
      editor.change(path, null)
      editor.leaveField()
      // The button that had the focus disappears.
      setTimeout(() => focusField(path))
    },
  }
}

/** Says, for screen readers too, why the value is grey. */
export function InheritedNote({ id }: { readonly id: string }) {
  return (
    <span className="form-same" id={id}>
      same as for everyone
    </span>
  )
}

/** Marks an override of a value that has changed for everyone after it. */
export function OutdatedBadge({ state }: Pick<ShownValue, 'state'>) {
  return state.isOutdated ? <StateBadge word="outdated" tone="amber" /> : null
}

interface VariantNoteProps {
  readonly field: Field
  readonly shown: ShownValue
  readonly readOnly: boolean
}

/** Shows the value for everyone below an override, with the button that resets it. */
export function VariantNote({ field, shown, readOnly }: VariantNoteProps) {
  if (shown.isEmptied) {
    return <Text className="form-help">Left empty, this variant has the value for everyone.</Text>
  }
  if (shown.overridden === null) return null
  return (
    <div className="form-everyone">
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {shown.state.isOutdated ? 'For everyone, changed since' : 'For everyone'}
        </Text>
        {readOnly ? null : (
          <Button
            size="compact-xs"
            variant="default"
            mih={24}
            aria-label={`Reset ${nameField(field)}`}
            onClick={shown.reset}
          >
            Reset
          </Button>
        )}
      </Group>
      <FieldValue field={field} value={shown.overridden.value} />
    </div>
  )
}
