// The edits that could not be sent: found on this device, without an entry, or as text to copy.
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useCallback, useSyncExternalStore } from 'react'
import type { UnsentEdit } from '../../../api/local-drafts.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import { toJsonText } from '../../../fields/json/json-text.ts'
import { CopyTextButton } from '../../../parts/code/code-block.tsx'
import { type NamedField, namePlace } from '../../../parts/entries/place-name.ts'
import { usePointerHeld } from '../../../parts/forms/pointer-hold.ts'
import { useEditor, useFieldState } from '../editor-context.ts'
import { type Path, toParts } from '../engine/draft-paths.ts'
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

/**
 * Shows edits that cannot be saved because the user's role was reduced or the entry was archived. They can be copied or
 * discarded.
 */
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
        <EditToCopy key={path} path={path} name={names(path)} />
      ))}
    </section>
  )
}

function EditToCopy({ path, name }: { readonly path: Path; readonly name: string }) {
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

/** Shows unsaved edits of fields that the model no longer has, until the user discards them. */
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
        {shown.split('\n').every(path => toParts(path).inside.length > 0)
          ? 'Somebody has removed the blocks of these fields, or replaced the list that has them.'
          : 'The content model has changed: these fields are gone.'}{' '}
        What you typed is kept on this device, and not saved.
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
  const { field, inside } = toParts(path)
  const name = inside.length === 0 ? field : namePlace(path, editor.model.fields)
  return (
    <div className="form-theirs">
      <Text size="sm" fw={550}>
        {name}
      </Text>
      <FieldValue field={{ apiName: name ?? path, type: 'json' }} value={value} />
      <Button size="xs" variant="default" mt="xs" onClick={() => editor.takeTheirs(path)}>
        Discard
      </Button>
    </div>
  )
}

interface UnsentTextProps {
  readonly unsent: ReadonlyMap<string, UnsentEdit>
  readonly fields: readonly NamedField[]
  readonly onDiscard: () => void
}

/** Shows the unsent edits of a deleted entry. They are still on this device and can be copied. */
export function UnsentText({ unsent, fields, onDiscard }: UnsentTextProps) {
  return (
    <Paper component="section" withBorder p="md" mb="lg">
      <Stack>
        <div>
          <Title order={2} size="h5">
            What you typed is still on this device
          </Title>
          <Text size="sm" c="dimmed">
            The entry was deleted before it could be saved. Copy what you need.
          </Text>
        </div>
        {[...unsent].map(([path, { value }]) => (
          <div key={path}>
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm" fw={600}>
                {namePlace(path, fields)}
              </Text>
              <CopyTextButton text={toText(value)} what={namePlace(path, fields)} />
            </Group>
            <Text size="sm" className="entry-text">
              {toText(value)}
            </Text>
          </div>
        ))}
        <Group>
          <Button variant="default" onClick={onDiscard}>
            Discard this text
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
