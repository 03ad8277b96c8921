// The dialog that adds a component. Its fields are added on its page afterwards.
import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Component } from '../../../../src/content/values/model.ts'
import { useCreateModels } from '../../../api/content/models.ts'
import { ApiProblem } from '../../../api/request.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { DialogActions, FormDialog, SpaceLine } from '../../../parts/dialogs.tsx'
import { focusFirst, toFieldErrors, toOtherError } from '../../../parts/forms/field-errors.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { toApiName } from '../api-name.ts'
import { IconInput } from '../icon-input.tsx'

interface AddComponentDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function AddComponentDialog({ opened, onClose }: AddComponentDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Add a component" centered>
      <SpaceLine />
      <ComponentForm onClose={onClose} />
    </FormDialog>
  )
}

const inputs = ['name', 'apiName', 'description']
const isTaken = (error: unknown) => error instanceof ApiProblem && error.code === 'collection_exists'

function ComponentForm({ onClose }: Pick<AddComponentDialogProps, 'onClose'>) {
  const paths = useSpacePaths()
  const [, navigate] = useLocation()
  const create = useCreateModels()
  const [isOwn, setOwn] = useState(false)
  const [icon, setIcon] = useState<NonNullable<Component['icon']> | ''>('')
  const form = useForm({
    initialValues: { name: '', apiName: '', description: '' },
    validate: {
      name: value => (value.trim() === '' ? 'Enter a name.' : null),
      apiName: value => (value.trim() === '' ? 'Enter an API name.' : null),
    },
  })
  const fail = (error: unknown) => {
    const errors = isTaken(error)
      ? { apiName: 'The space has a collection or a component with this API name.' }
      : toFieldErrors(error, inputs)
    form.setErrors(errors)
    focusFirst(form, errors)
  }
  const send = form.onSubmit(
    ({ name, apiName, description }) => {
      const model: Component = {
        ...{ kind: 'component', apiName: apiName.trim(), name: name.trim() },
        ...(description.trim() !== '' && { description: description.trim() }),
        ...(icon !== '' && { icon }),
        fields: [{ apiName: 'title', type: 'text', name: 'Title' }],
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
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          label="Name"
          description="In the singular, as editors see it."
          placeholder="Quote"
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
          description="The component of blocks in responses. It never changes."
          placeholder="quote"
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
          description="Editors see it when they add a block. You can leave it empty."
          maxLength={1000}
          {...form.getInputProps('description')}
        />
        <IconInput value={icon} onChange={setIcon} />
        <ProblemAlert
          error={isTaken(create.error) ? null : toOtherError(create.error, inputs)}
          title="Could not add the component"
        />
        <DialogActions onClose={onClose} confirmLabel="Add component" pending={create.isPending} />
      </Stack>
    </form>
  )
}
