// The dialogs that create a space and rename one.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useLocation } from 'wouter'
import { useCreateSpace, useRenameSpace } from '../../api/accounts/spaces.ts'
import { ApiProblem } from '../../api/request.ts'
import type { SpaceView } from '../../api/space.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { focusFirst, toFieldErrors, toOtherError } from '../../parts/forms/field-errors.ts'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { toSpacePaths } from '../../paths.ts'

interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function NewSpaceDialog({ opened, onClose }: DialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="New space" centered>
      <NewSpaceForm onClose={onClose} />
    </FormDialog>
  )
}

export function RenameSpaceDialog({ space, opened, onClose }: DialogProps & { readonly space: SpaceView }) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Rename ${space.name}`} centered>
      <RenameSpaceForm space={space} onClose={onClose} />
    </FormDialog>
  )
}

const newFields = ['name', 'slug']
const enterName = (value: string) => (value.trim() === '' ? 'Enter a name.' : null)

function NewSpaceForm({ onClose }: { readonly onClose: () => void }) {
  const create = useCreateSpace()
  const [, navigate] = useLocation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', slug: '' },
    validate: { name: enterName },
  })
  const fail = (error: unknown) => {
    const isTaken = error instanceof ApiProblem && error.code === 'space_exists'
    const errors = isTaken ? { slug: error.detail } : toFieldErrors(error, newFields)
    form.setErrors(errors)
    focusFirst(form, errors)
  }
  const send = form.onSubmit(
    ({ name, slug }) =>
      create.mutate(
        { name, ...(slug.trim() !== '' && { slug: slug.trim() }) },
        {
          onSuccess: ({ doc }) => {
            onClose()
            navigate(toSpacePaths(doc.slug).home)
          },
          onError: fail,
        },
      ),
    errors => focusFirst(form, errors),
  )
  const isTaken = create.error instanceof ApiProblem && create.error.code === 'space_exists'
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          A space has collections, members and API keys of its own. You will be its owner.
        </Text>
        <TextInput data-autofocus label="Name" key={form.key('name')} {...form.getInputProps('name')} />
        <TextInput
          label="Slug"
          description="Part of the address. It never changes. Leave it empty to make it from the name."
          placeholder="harbour-books"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('slug')}
          {...form.getInputProps('slug')}
        />
        <ProblemAlert
          error={isTaken ? null : toOtherError(create.error, newFields)}
          title="Could not create the space"
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <PendingButton type="submit" pending={create.isPending}>
            Create space
          </PendingButton>
        </Group>
      </Stack>
    </form>
  )
}

function RenameSpaceForm({ space, onClose }: { readonly space: SpaceView; readonly onClose: () => void }) {
  const rename = useRenameSpace(space.slug)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: space.name },
    validate: { name: enterName },
  })
  const fail = (error: unknown) => {
    const errors = toFieldErrors(error, ['name'])
    form.setErrors(errors)
    focusFirst(form, errors)
  }
  const send = form.onSubmit(
    ({ name }) =>
      rename.mutate(
        { name },
        {
          onSuccess: ({ doc }) => {
            onClose()
            notifications.show({ message: `The space is called ${doc.name}.` })
          },
          onError: fail,
        },
      ),
    errors => focusFirst(form, errors),
  )
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          data-autofocus
          label="Name"
          description={`Its slug stays ${space.slug}, so addresses and API keys go on working.`}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <ProblemAlert error={toOtherError(rename.error, ['name'])} title="Could not rename the space" />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <PendingButton type="submit" pending={rename.isPending}>
            Rename
          </PendingButton>
        </Group>
      </Stack>
    </form>
  )
}
