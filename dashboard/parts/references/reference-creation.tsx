// Creates an entry for a reference. The form replaces the search, so that a key press meant for a search result cannot
// create an entry.
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { findTitleField } from '../../api/content/models.ts'
import { type Target, useCreateTarget } from '../../api/content/references.ts'
import { nameField } from '../entries/place-name.ts'
import { PendingButton } from '../forms/pending-button.tsx'
import { ProblemAlert } from '../forms/problem-alert.tsx'

interface ReferenceCreationProps {
  /** The collections in which the user may create an entry; at least one. */
  readonly collections: readonly CollectionModelView[]
  /** The search text, which is probably the title. */
  readonly title: string
  readonly onCreated: (target: Target) => void
  readonly onCancel: () => void
}

export function ReferenceCreation({ collections, title, onCreated, onCancel }: ReferenceCreationProps) {
  const [text, setText] = useState(title)
  const [name, setName] = useState(collections[0]!.apiName)
  const create = useCreateTarget()
  const collection = collections.find(({ apiName }) => apiName === name) ?? collections[0]!
  const titleField = findTitleField(collection)
  const hasTitle = titleField !== undefined
  const isReady = !hasTitle || text.trim() !== ''
  const submit = () => {
    if (!isReady || create.isPending) return
    // The new entry becomes the value even if the focus has left the field. The mutation shows its error.
    create.mutateAsync({ collection, title: text.trim() }).then(onCreated, () => undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) submit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form cannot be nested in the form of the entry
    <div role="group" aria-label="Create an entry" className="reference-creation" onKeyDown={onKeyDown}>
      {collections.length > 1 ? (
        <NativeSelect
          label="In"
          size="xs"
          value={collection.apiName}
          onChange={event => setName(event.currentTarget.value)}
          data={collections.map(one => ({ value: one.apiName, label: one.name }))}
          data-autofocus={!hasTitle || undefined}
        />
      ) : null}
      {titleField ? (
        <TextInput
          label={
            collections.length > 1
              ? nameField(titleField)
              : `${nameField(titleField)} of the new entry in ${collection.name}`
          }
          size="xs"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          autoComplete="off"
          autoFocus
        />
      ) : null}
      {hasTitle || collections.length > 1 ? null : (
        <Text size="sm">{`The new entry in ${collection.name} has no title.`}</Text>
      )}
      <ProblemAlert error={create.error} title="Could not create the entry" />
      <Group gap="xs">
        <PendingButton size="xs" pending={create.isPending} disabled={!isReady} onClick={submit}>
          Create
        </PendingButton>
        <Button size="xs" variant="default" autoFocus={!hasTitle} onClick={onCancel}>
          Back to search
        </Button>
      </Group>
    </div>
  )
}

interface CreateButtonProps {
  readonly collections: readonly CollectionModelView[]
  /** The search text; empty if nothing is searched for. */
  readonly title: string
  readonly onAsk: () => void
}

/** Opens the form, for example as `Create “Ada” in Authors …`. It never creates an entry itself. */
export function CreateButton({ collections, title, onAsk }: CreateButtonProps) {
  const only = collections.length === 1 ? collections[0]! : null
  const hasTitle = title !== '' && (only === null || findTitleField(only) !== undefined)
  return (
    <Button
      variant="subtle"
      size="xs"
      justify="flex-start"
      className="reference-create"
      leftSection={<IconPlus size={16} stroke={1.7} />}
      onClick={onAsk}
    >
      {`Create ${hasTitle ? `“${title}”` : 'an entry'}${only ? ` in ${only.name}` : ''} …`}
    </Button>
  )
}
