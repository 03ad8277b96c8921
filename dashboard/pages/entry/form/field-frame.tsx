// The common wrapper of the form's fields: tracks the focus, and shows problems and changes by other users.

import { Button, Group, Text } from '@mantine/core'
import { type FocusEvent, type ReactNode, useState } from 'react'
import type { Actor } from '../../../../src/base/caller.ts'
import type { Field } from '../../../../src/content/values/model.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import { type FieldMessages, Messages } from '../../../fields/frame/messages.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { Held } from '../../../parts/forms/pointer-hold.ts'
import { toSentenceStart, useNameOf } from '../../../parts/people/person.tsx'
import { toExactText } from '../../../parts/time/moment.tsx'
import { useEditor } from '../editor-context.ts'
import type { Path } from '../engine/draft-paths.ts'
import type { ChangeNote, FieldState } from '../engine/field-state.ts'
import { focusField } from './field-id.ts'

interface FieldFrameProps {
  readonly path: Path
  readonly field: Field
  readonly state: FieldState
  readonly messages: FieldMessages
  readonly readOnly: boolean
  readonly className?: string
  /** True if the field shows, in a variant, the value for everyone. */
  readonly isInherited: boolean
  /** Called when the focus leaves the field with all its controls. */
  readonly onLeave: () => void
  readonly children: ReactNode
}

export function FieldFrame(props: FieldFrameProps) {
  const { path, field, state, messages, readOnly, className = '', children } = props
  const name = nameField(field)
  const blur = (event: FocusEvent<HTMLElement>) => {
    messages.onBlur(event)
    if (!event.currentTarget.contains(event.relatedTarget)) props.onLeave()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only tracks the focus
    <div
      className={`form-field ${className}`}
      data-path={path}
      data-inherited={props.isInherited || undefined}
      onFocus={messages.onFocus}
      onBlur={blur}
    >
      {children}
      <Messages id={messages.id} messages={messages.list} />
      <Held>
        {state.theirs ? (
          <FieldConflict path={path} name={name} state={state} readOnly={readOnly}>
            <FieldValue field={field} value={state.theirs.value} />
          </FieldConflict>
        ) : (
          <FieldNote note={state.note} />
        )}
      </Held>
    </div>
  )
}

interface FieldConflictProps {
  readonly path: Path
  readonly name: string
  readonly state: FieldState
  /** True if the edit can be discarded but not saved. */
  readonly readOnly: boolean
  /** The server's value. */
  readonly children: ReactNode
}

/** Shows changes by other users: a note if the field has no unsaved edit, a choice between both values otherwise. */
export function FieldConflict({ path, name, state, readOnly, children }: FieldConflictProps) {
  const editor = useEditor()
  const nameOf = useNameOf()
  const [isCompared, setCompared] = useState(false)
  const isOwn = isByUser(state.note, nameOf)
  const decide = (choose: () => void) => {
    choose()
    // The focused buttons disappear with the conflict.
    setTimeout(() => focusField(path))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of inputs
    <div className="form-conflict" role="group" aria-label={`Conflict in ${name}`}>
      <Text size="sm" fw={550}>
        {toChange(state.note, nameOf)}. Your value is not saved yet.
      </Text>
      {isCompared ? (
        <div className="form-theirs">
          <Text size="xs" c="dimmed" mb={2}>
            {isOwn ? 'The other value' : 'Their value'}
          </Text>
          {children}
        </div>
      ) : null}
      <Group gap="xs" mt="xs">
        {readOnly ? null : (
          <Button size="xs" onClick={() => decide(() => editor.keepMine(path))}>
            Keep mine
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => decide(() => editor.takeTheirs(path))}>
          {isOwn ? 'Take the other' : 'Take theirs'}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          aria-expanded={isCompared}
          onClick={() => setCompared(!isCompared)}
        >
          Compare
        </Button>
      </Group>
    </div>
  )
}

export function FieldNote({ note }: { readonly note: ChangeNote | null }) {
  const nameOf = useNameOf()
  if (note === null) return null
  return <Text className="form-note">{toChange(note, nameOf)}.</Text>
}

/** The same user can have the entry open in two windows. */
function isByUser(note: ChangeNote | null, nameOf: (by: Actor) => string): boolean {
  return note?.by != null && nameOf(note.by) === 'you'
}

function toChange(note: ChangeNote | null, nameOf: (by: Actor) => string): string {
  if (note === null) return 'Somebody else changed this'
  const who = note.by === null ? 'somebody else' : nameOf(note.by)
  const where = isByUser(note, nameOf) ? ' in another window' : ''
  return `${toSentenceStart(who)} changed this${where} at ${toExactText(note.at)}`
}
