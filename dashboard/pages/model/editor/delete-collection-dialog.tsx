// Deletes a collection without entries after the user has typed its API name.
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useRefreshContent } from '../../../api/content/content.ts'
import { useDeleteCollection } from '../../../api/content/models.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { DialogActions, FormDialog, SpaceLine } from '../../../parts/dialogs.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { countEntries } from '../../../parts/lists/counts.ts'

interface DeleteCollectionDialogProps {
  readonly opened: boolean
  readonly model: CollectionModelView
  readonly onClose: () => void
}

export function DeleteCollectionDialog({ opened, model, onClose }: DeleteCollectionDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Delete ${model.name}?`} centered>
      <SpaceLine />
      {model.entries > 0 ? (
        <InUse model={model} onClose={onClose} />
      ) : (
        <DeleteForm model={model} onClose={onClose} />
      )}
    </FormDialog>
  )
}

type FormProps = Pick<DeleteCollectionDialogProps, 'model' | 'onClose'>

function InUse({ model: { apiName, name, entries }, onClose }: FormProps) {
  const paths = useSpacePaths()
  return (
    <Stack>
      <Alert color="orange" variant="light" title={`${name} has ${countEntries(entries)}`}>
        <Text size="sm">
          Only a collection without entries can be deleted. Archive them, then delete them in the{' '}
          <Anchor component={Link} href={paths.archive} inherit>
            archive
          </Anchor>
          .
        </Text>
      </Alert>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
        <Button component={Link} href={paths.toCollection(apiName)}>
          Show the entries
        </Button>
      </Group>
    </Stack>
  )
}

function DeleteForm({ model, onClose }: FormProps) {
  const paths = useSpacePaths()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const { mutate, isPending, error } = useDeleteCollection()
  const refresh = useRefreshContent()
  const submit = () => {
    if (typed !== model.apiName) return
    mutate(model, {
      onSuccess: () => {
        notifications.show({ message: `${model.name} is deleted.` })
        navigate(paths.model)
        void refresh()
      },
      onError: () => void refresh(),
    })
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <Text size="sm">
          The collection and its fields are deleted. Requests for it get a 404. It has no entries.
        </Text>
        <TextInput
          label={`To confirm, type its API name: ${model.apiName}`}
          styles={{ label: { overflowWrap: 'anywhere' } }}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <ProblemAlert error={error} title="Could not delete the collection" />
        <DialogActions
          onClose={onClose}
          confirmLabel="Delete collection"
          pending={isPending}
          disabled={typed !== model.apiName}
          danger
        />
      </Stack>
    </form>
  )
}
