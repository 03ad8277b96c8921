// Creates an entry for a reference. The form replaces the search, so that a key press meant for a search result cannot
// create an entry.
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { type Target, titleFieldOf, useCreateTarget } from '../../api/content/references.ts'
import { nameField } from '../../parts/entries/field-name.ts'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'

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
  const titleField = titleFieldOf(collection)
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
  readonly title: string
  /** Called if the user still has to choose the collection or enter the title. */
  readonly onAsk: () => void
  readonly onCreating: (isCreating: boolean) => void
  readonly onCreated: (target: Target) => void
}

/**
 * Creates the entry at once if its collection and title are known, as in `Create “Ada” in Authors`. Otherwise it opens the
 * form, as in `Create an entry in Authors …`.
 */
export function CreateButton({ collections, title, onAsk, onCreating, onCreated }: CreateButtonProps) {
  const create = useCreateTarget()
  const only = collections.length === 1 ? collections[0]! : null
  const isKnown = only !== null && (title !== '' || titleFieldOf(only) === undefined)
  const hasTitle = title !== '' && (only === null || titleFieldOf(only) !== undefined)
  const what = hasTitle ? `“${title}”` : 'an entry'
  const where = only ? ` in ${only.name}` : ''
  const makeIt = (collection: CollectionModelView) => {
    // The pending button loses the focus, which must not close the search.
    onCreating(true)
    create.mutateAsync({ collection, title }).then(onCreated, () => onCreating(false))
  }
  return (
    <>
      <PendingButton
        variant="subtle"
        size="xs"
        justify="flex-start"
        className="reference-create"
        leftSection={<IconPlus size={16} stroke={1.7} />}
        pending={create.isPending}
        onClick={() => (isKnown ? makeIt(only) : onAsk())}
      >
        {`Create ${what}${where}${isKnown ? '' : ' …'}`}
      </PendingButton>
      <ProblemAlert error={create.error} title="Could not create the entry" />
    </>
  )
}
