// Creates an empty collection. Its fields are added on its page afterwards.
import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCreateCollections } from '../../../api/content/models.ts'
import { ApiProblem } from '../../../api/request.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { focusFirst, toFieldErrors, toOtherError } from '../../../parts/forms/field-errors.ts'
import { PendingButton } from '../../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { toApiName } from '../api-name.ts'

const inputs = ['name', 'apiName', 'description']

export function NewCollectionForm({ onClose }: { readonly onClose: () => void }) {
  const paths = useSpacePaths()
  const [, navigate] = useLocation()
  const create = useCreateCollections()
  // The API name follows the name until the user types another one.
  const [isOwn, setOwn] = useState(false)
  const form = useForm({
    initialValues: { name: '', apiName: '', description: '', singleton: false },
    validate: {
      name: value => (value.trim() === '' ? 'Enter a name.' : null),
      apiName: value => (value.trim() === '' ? 'Enter an API name.' : null),
    },
  })
  const fail = (error: unknown) => {
    const isTaken = error instanceof ApiProblem && error.code === 'collection_exists'
    const errors = isTaken
      ? { apiName: 'The space has a collection with this API name.' }
      : toFieldErrors(error, inputs)
    form.setErrors(errors)
    focusFirst(form, errors)
  }
  const send = form.onSubmit(
    ({ name, apiName, description, singleton }) => {
      const title = { apiName: 'title', type: 'text', name: 'Title', required: true } as const
      const model = {
        ...{ apiName: apiName.trim(), name: name.trim(), titleField: 'title', slugFrom: 'title' },
        ...(description.trim() !== '' && { description: description.trim() }),
        ...(singleton && { singleton }),
        fields: [title],
      }
      create.mutate([model], {
        onSuccess: () => {
          notifications.show({ message: `${model.name} is added. Now its fields.` })
          navigate(paths.toModel(model.apiName))
        },
        onError: fail,
      })
    },
    errors => focusFirst(form, errors),
  )
  const isTaken = create.error instanceof ApiProblem && create.error.code === 'collection_exists'
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          label="Name"
          description="In the plural, as shown in the sidebar."
          placeholder="Recipes"
          autoComplete="off"
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue('name', value)
            if (!isOwn) form.setFieldValue('apiName', toApiName(value))
          }}
        />
        <TextInput
          label="API name"
          description="Part of the address of requests. It never changes."
          placeholder="recipes"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          {...form.getInputProps('apiName')}
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue('apiName', value)
            setOwn(value !== '')
          }}
        />
        <TextInput
          label="Description"
          description="For editors. You can leave it empty."
          maxLength={1000}
          {...form.getInputProps('description')}
        />
        <Switch
          label="Single entry"
          description="For the settings of a site, or a page that exists only once."
          {...form.getInputProps('singleton', { type: 'checkbox' })}
        />
        <ProblemAlert
          error={isTaken ? null : toOtherError(create.error, inputs)}
          title="Could not add the collection"
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <PendingButton type="submit" pending={create.isPending}>
            Add collection
          </PendingButton>
        </Group>
      </Stack>
    </form>
  )
}
