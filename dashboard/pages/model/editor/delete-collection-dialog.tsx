// Deletes a collection without entries, or a component that no field names, after the user has typed its API name.
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type {
  CollectionModelView,
  ComponentModelView,
  ModelView,
} from '../../../../src/authoring/models/models.schema.ts'
import { useRefreshContent } from '../../../api/content/content.ts'
import { useDeleteCollection } from '../../../api/content/models.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { DialogActions, FormDialog, SpaceLine } from '../../../parts/dialogs.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { countEntries } from '../../../parts/lists/counts.ts'
import { UsedIn } from '../used-in.tsx'

interface DeleteCollectionDialogProps {
  readonly opened: boolean
  readonly model: ModelView
  readonly onClose: () => void
}

export function DeleteCollectionDialog({ opened, model, onClose }: DeleteCollectionDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Delete ${model.name}?`} centered>
      <SpaceLine />
      <Content model={model} onClose={onClose} />
    </FormDialog>
  )
}

type FormProps = Pick<DeleteCollectionDialogProps, 'model' | 'onClose'>

function Content({ model, onClose }: FormProps) {
  if (model.kind === 'component' && model.usedIn.length > 0) return <Named model={model} onClose={onClose} />
  if (model.kind === 'collection' && model.entries > 0) return <InUse model={model} onClose={onClose} />
  return <DeleteForm model={model} onClose={onClose} />
}

interface NamedProps extends Pick<FormProps, 'onClose'> {
  readonly model: ComponentModelView
}

function Named({ model: { name, usedIn }, onClose }: NamedProps) {
  return (
    <Stack>
      <Alert color="orange" variant="light" title={`${name} can be added to fields`}>
        <Text size="sm" mb="xs">
          Only a component that no field names can be deleted. Take it out of these fields first.
        </Text>
        <UsedIn fields={usedIn} />
      </Alert>
      <DialogActions onClose={onClose} closeLabel="Close" confirmLabel={null} focus="close" />
    </Stack>
  )
}

interface InUseProps extends Pick<FormProps, 'onClose'> {
  readonly model: CollectionModelView
}

function InUse({ model: { apiName, name, entries }, onClose }: InUseProps) {
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
          {model.kind === 'collection'
            ? 'The collection and its fields are deleted. Requests for it get a 404. It has no entries.'
            : 'The component and its fields are deleted. No field names it.'}
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
        <ProblemAlert error={error} title={`Could not delete the ${model.kind}`} />
        <DialogActions
          onClose={onClose}
          confirmLabel={`Delete ${model.kind}`}
          pending={isPending}
          disabled={typed !== model.apiName}
          danger
        />
      </Stack>
    </form>
  )
}
