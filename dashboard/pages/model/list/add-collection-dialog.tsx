// The dialog that adds a collection, or the collections of a template.
import { Alert, Radio, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { IconArticle, IconFile, IconPackage, IconSquareDashed } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ModelView } from '../../../../src/authoring/models/models.schema.ts'
import type { Collection, Component } from '../../../../src/content/values/model.ts'
import { useCreateModels } from '../../../api/content/models.ts'
import { ApiProblem } from '../../../api/request.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { DialogActions, FormDialog, SpaceLine } from '../../../parts/dialogs.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { focusFirst, toFieldErrors, toOtherError } from '../../../parts/forms/field-errors.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { CollectionIcon } from '../../../parts/pictures/collection-icon.tsx'
import { ComponentIcon } from '../../../parts/pictures/component-icon.tsx'
import { toApiName } from '../api-name.ts'
import { type Template, templates } from './templates.ts'

interface AddCollectionDialogProps {
  /** The id of a template, empty for an empty collection, and null while the dialog is closed. */
  readonly start: string | null
  /** The existing collections and components of the space. */
  readonly known: readonly ModelView[]
  readonly onClose: () => void
  readonly onExit: () => void
}

/** Adds an empty collection, or the collections of a template. */
export function AddCollectionDialog({ start, known, onClose, onExit }: AddCollectionDialogProps) {
  return (
    <FormDialog
      opened={start !== null}
      onClose={onClose}
      onExitTransitionEnd={onExit}
      title="Add a collection"
      size="lg"
    >
      <SpaceLine />
      <Choice start={start ?? ''} known={known} onClose={onClose} />
    </FormDialog>
  )
}

interface ChoiceProps {
  readonly start: string
  readonly known: readonly ModelView[]
  readonly onClose: () => void
}

const empty = { id: 'empty', name: 'Empty', about: 'You choose its fields' }

function Choice({ start, known, onClose }: ChoiceProps) {
  const [chosen, choose] = useState(start === '' ? empty.id : start)
  const template = templates.find(({ id }) => id === chosen)
  return (
    <Stack>
      <Radio.Group label="Begin with" value={chosen} onChange={choose}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
          {[empty, ...templates].map(({ id, name, about }) => (
            <Radio.Card key={id} value={id} className="choice-card">
              <TemplateIcon id={id} />
              <span className="model-names">
                <span className="choice-name">{name}</span>
                <Text span size="xs" c="dimmed">
                  {about}
                </Text>
              </span>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      {template ? (
        <TemplateForm key={template.id} template={template} known={known} onClose={onClose} />
      ) : (
        <NewCollectionForm onClose={onClose} />
      )}
    </Stack>
  )
}

const inputs = ['name', 'apiName', 'description']

/** Creates an empty collection. Its fields are added on its page afterwards. */
function NewCollectionForm({ onClose }: { readonly onClose: () => void }) {
  const paths = useSpacePaths()
  const [, navigate] = useLocation()
  const create = useCreateModels()
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
        <DialogActions onClose={onClose} confirmLabel="Add collection" pending={create.isPending} />
      </Stack>
    </form>
  )
}

interface TemplateFormProps {
  readonly template: Template
  readonly known: readonly ModelView[]
  readonly onClose: () => void
}

/** Shows the collections of a template, with the button that adds them. */
function TemplateForm({ template, known, onClose }: TemplateFormProps) {
  const paths = useSpacePaths()
  const [, navigate] = useLocation()
  const { mutate, isPending, error } = useCreateModels()
  const findKnown = (apiName: string) => known.find(model => model.apiName === apiName)
  const toAdded = <Model extends Collection | Component>(models: readonly Model[]) =>
    models.filter(({ apiName }) => findKnown(apiName) === undefined)
  const components = toAdded(template.components)
  const collections = toAdded(template.collections)
  const added = [...components, ...collections]
  // A component cannot take the place of a collection, nor the other way round.
  const taken = [...template.components, ...template.collections].find(model => {
    const other = findKnown(model.apiName)
    return other !== undefined && isComponent(other) !== isComponent(model)
  })
  const counts = [
    countOf(collections.length, 'collection', 'collections'),
    countOf(components.length, 'component', 'components'),
  ].filter(count => count !== null)
  const add = () =>
    mutate(added, {
      onSuccess: () => {
        const names = added.map(({ name }) => name).join(', ')
        notifications.show({ message: added.length === 1 ? `${names} is added.` : `Added: ${names}.` })
        navigate(paths.toModel(template.main))
      },
    })
  return (
    <Stack>
      <ul className="plain-list template-collections" aria-label="What it adds">
        {[...template.collections, ...template.components].map(model => (
          <li key={model.apiName}>
            {isComponent(model) ? (
              <ComponentIcon icon={model.icon} size={18} />
            ) : (
              <CollectionIcon collection={model} />
            )}
            <span className="model-names">
              <span className="choice-name">{model.name}</span>
              <Text span size="xs" c="dimmed" display="block">
                {findKnown(model.apiName)
                  ? `The space has “${model.apiName}” already. It stays as it is.`
                  : model.fields.map(nameField).join(', ')}
              </Text>
            </span>
          </li>
        ))}
      </ul>
      {taken ? (
        <Alert color="red" role="alert" title="This template does not fit the space">
          {isComponent(taken)
            ? `It needs a component “${taken.apiName}”, and the space has a collection of this name.`
            : `It needs a collection “${taken.apiName}”, and the space has a component of this name.`}
        </Alert>
      ) : null}
      <ProblemAlert error={error} title="Could not add the template" />
      <DialogActions
        onClose={onClose}
        confirmLabel={added.length === 0 ? 'Nothing to add' : `Add ${counts.join(' and ')}`}
        onConfirm={add}
        pending={isPending}
        disabled={added.length === 0 || taken !== undefined}
      />
    </Stack>
  )
}

function isComponent(model: Collection | Component | ModelView): model is Component {
  return 'kind' in model && model.kind === 'component'
}

function countOf(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`
}

const icons: Readonly<Record<string, typeof IconFile>> = {
  blog: IconArticle,
  products: IconPackage,
  pages: IconFile,
}

/** The icon of a template by its id. Any other id has the icon of an empty collection. */
export function TemplateIcon({ id }: { readonly id: string }) {
  const Icon = icons[id] ?? IconSquareDashed
  return <Icon size={20} stroke={1.7} aria-hidden="true" />
}
