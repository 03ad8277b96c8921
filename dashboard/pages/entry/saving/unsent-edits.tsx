// Shows edits that cannot be saved because the user's role was reduced or the entry was archived. They can be copied or
// discarded.
import { Button, Group, Text } from '@mantine/core'
import { useCallback, useSyncExternalStore } from 'react'
import { FieldValue } from '../../../fields/field-value.tsx'
import { toJsonText } from '../../../fields/json/json-text.ts'
import { CopyTextButton } from '../../../parts/code/copy-button.tsx'
import { usePointerHeld } from '../../../parts/forms/pointer-hold.ts'
import { useEditor, useFieldState } from '../editor-context.ts'
import type { Path } from '../engine/draft-paths.ts'
import type { EntryEditor } from '../engine/entry-editor.ts'

export function useHasUnsent({ store }: EntryEditor): boolean {
  return useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.edits.size > 0, [store]),
  )
}

interface UnsentEditsProps {
  readonly readOnly: boolean
  /** Returns the name of a field by its path. */
  readonly names: (path: Path) => string
}

export function UnsentEdits({ readOnly, names }: UnsentEditsProps) {
  const { store, saver } = useEditor()
  const paths = useSyncExternalStore(
    store.subscribe,
    useCallback(() => {
      if (!readOnly && !saver.isForbidden) return ''
      const homeless = new Set(store.listHomeless())
      return [...store.edits.keys()].filter(path => !homeless.has(path)).join('\n')
    }, [store, saver, readOnly]),
  )
  const shown = usePointerHeld(paths)
  if (shown === '') return null
  return (
    <section className="form-summary" aria-label="Not saved">
      <Text size="sm" fw={550}>
        You can no longer change this entry. What you typed is not saved, but kept on this device.
      </Text>
      {shown.split('\n').map(path => (
        <UnsentEdit key={path} path={path} name={names(path)} />
      ))}
    </section>
  )
}

function UnsentEdit({ path, name }: { readonly path: Path; readonly name: string }) {
  const editor = useEditor()
  const { value } = useFieldState(path)
  return (
    <div className="form-theirs">
      <Text size="sm" fw={550}>
        {name}
      </Text>
      <FieldValue field={{ apiName: name, type: 'json' }} value={value} />
      <Group gap="xs" mt="xs">
        <CopyTextButton size="xs" text={typeof value === 'string' ? value : toJsonText(value)} what={name} />
        <Button
          size="xs"
          variant="default"
          aria-label={`Discard my text: ${name}`}
          onClick={() => editor.takeTheirs(path)}
        >
          Discard my text
        </Button>
      </Group>
    </div>
  )
}
