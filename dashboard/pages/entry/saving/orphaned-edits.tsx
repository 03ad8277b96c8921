// Shows unsaved edits of fields that the model no longer has, until the user discards them.
import { Button, Text } from '@mantine/core'
import { useCallback, useSyncExternalStore } from 'react'
import { FieldValue } from '../../../fields/field-value.tsx'
import { usePointerHeld } from '../../../parts/forms/pointer-hold.ts'
import { useEditor, useFieldState } from '../editor-context.ts'
import { type Path, toParts } from '../engine/draft-paths.ts'

export function OrphanedEdits() {
  const { store } = useEditor()
  const paths = useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.listHomeless().join('\n'), [store]),
  )
  const shown = usePointerHeld(paths)
  if (shown === '') return null
  return (
    <section className="form-summary" aria-label="Fields that are gone">
      <Text size="sm" fw={550}>
        The content model has changed: these fields are gone. What you typed is kept on this device, and not
        saved.
      </Text>
      {shown.split('\n').map(path => (
        <HomelessEdit key={path} path={path} />
      ))}
    </section>
  )
}

function HomelessEdit({ path }: { readonly path: Path }) {
  const editor = useEditor()
  const { value } = useFieldState(path)
  const { field } = toParts(path)
  return (
    <div className="form-theirs">
      <Text size="sm" fw={550}>
        {field}
      </Text>
      <FieldValue field={{ apiName: field ?? path, type: 'json' }} value={value} />
      <Button size="xs" variant="default" mt="xs" onClick={() => editor.takeTheirs(path)}>
        Discard
      </Button>
    </div>
  )
}
