// Shows changes by other users: a note if the field has no unsaved edit, a choice between both values otherwise.
import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Actor } from '../../../../src/base/actor.ts'
import { toSentenceStart } from '../../../parts/people/person-name.ts'
import { useNameOf } from '../../../parts/people/use-name-of.ts'
import { toExactText } from '../../../parts/time/moment-text.ts'
import { useEditor } from '../editor-context.ts'
import type { Path } from '../engine/draft-paths.ts'
import type { ChangeNote, FieldState } from '../engine/field-state.ts'
import { focusField } from './field-id.ts'

interface FieldConflictProps {
  readonly path: Path
  readonly name: string
  readonly state: FieldState
  /** True if the edit can be discarded but not saved. */
  readonly readOnly: boolean
  /** The server's value. */
  readonly children: ReactNode
}

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
