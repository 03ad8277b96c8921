// Says whether a variant has the blocks for everyone or a list of its own, and changes that.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Field } from '../../../../src/content/values/model.ts'
import { ConfirmDialog } from '../../../parts/dialogs.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { useEditor } from '../editor-context.ts'
import { shownAt } from '../engine/draft-paths.ts'
import { listReplaced } from '../engine/overlay-edits.ts'
import type { ShownValue } from './shown-value.tsx'

interface BlocksOriginProps {
  readonly field: Field
  readonly shown: ShownValue
  readonly readOnly: boolean
}

export function BlocksOrigin({ field, shown: { path, state, overridden }, readOnly }: BlocksOriginProps) {
  const editor = useEditor()
  const [isAsking, setAsking] = useState(false)
  const isOwn = overridden !== null
  const texts = field.many ? listTexts : blockTexts
  const { note, action, consequence } = isOwn ? texts.own : texts.shared
  const name = nameField(field)
  const { store } = editor
  const count = isAsking && !isOwn ? listReplaced(store.getDraft(), path, {}).length : 0
  const confirm = () => {
    setAsking(false)
    const draft = store.getDraft()
    editor.change(path, isOwn ? null : (shownAt(draft, path) ?? []))
    editor.leaveField()
  }
  return (
    <div className="blocks-origin">
      <Group gap="xs" justify="space-between">
        <Text size="xs" c="dimmed" className="blocks-origin-note">
          {state.isOutdated ? `${note} They have changed since.` : note}
        </Text>
        {readOnly || (!field.many && !isOwn && shownAt(store.getDraft(), path) === null) ? null : (
          <Button
            size="compact-xs"
            variant="default"
            mih={24}
            aria-label={`${action}: ${name}`}
            onClick={() => setAsking(true)}
          >
            {action}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`${name}: ${action.charAt(0).toLowerCase()}${action.slice(1)}?`}
        confirmLabel={action}
        onConfirm={confirm}
        danger={isOwn}
        pending={false}
        error={null}
        errorTitle=""
      >
        <p>{consequence}</p>
        {isOwn ? null : <p>{describeReplaced(count)}</p>}
      </ConfirmDialog>
    </div>
  )
}

function describeReplaced(count: number): string {
  if (count === 0) return 'Its fields are then no longer overridden one by one.'
  const values = count === 1 ? 'The value that is' : `The ${count} values that are`
  const become = count === 1 ? 'becomes' : 'become'
  return `${values} overridden in it now ${become} part of it. Its fields are then no longer overridden one by one.`
}

const listTexts = {
  shared: {
    note: 'Blocks and their order are those for everyone. What you type in them is for this variant only.',
    action: 'Use a list of its own',
    consequence:
      'The list starts as it is shown now. Blocks that are later added, changed, moved or removed for everyone do not change it any more.',
  },
  own: {
    note: 'This variant has a list of its own: changes of the blocks for everyone do not appear in it.',
    action: 'Use the blocks for everyone again',
    consequence: 'The list of this variant is discarded, with all that was changed in it.',
  },
}

const blockTexts = {
  shared: {
    note: 'This is the block for everyone. What you type in it is for this variant only.',
    action: 'Use a block of its own',
    consequence:
      'The block starts as it is shown now. When the block for everyone is later changed or removed, this one stays as it is.',
  },
  own: {
    note: 'This variant has a block of its own: changes of the block for everyone do not appear in it.',
    action: 'Use the block for everyone again',
    consequence: 'The block of this variant is discarded, with all that was changed in it.',
  },
}
