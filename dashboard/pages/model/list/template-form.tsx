// Shows the collections of a template, with the button that adds them.
import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useLocation } from 'wouter'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useCreateCollections } from '../../../api/content/models.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { nameField } from '../../../parts/entries/field-name.ts'
import { PendingButton } from '../../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { CollectionIcon } from '../../../parts/pictures/collection-icon.tsx'
import type { Template } from './templates.ts'

interface TemplateFormProps {
  readonly template: Template
  readonly known: readonly CollectionModelView[]
  readonly onClose: () => void
}

export function TemplateForm({ template, known, onClose }: TemplateFormProps) {
  const paths = useSpacePaths()
  const [, navigate] = useLocation()
  const { mutate, isPending, error } = useCreateCollections()
  const isThere = (apiName: string) => known.some(collection => collection.apiName === apiName)
  const added = template.collections.filter(({ apiName }) => !isThere(apiName))
  const count = added.length === 1 ? '1 collection' : `${added.length} collections`
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
        {template.collections.map(collection => (
          <li key={collection.apiName}>
            <CollectionIcon collection={collection} />
            <span className="model-names">
              <span className="choice-name">{collection.name}</span>
              <Text span size="xs" c="dimmed" display="block">
                {isThere(collection.apiName)
                  ? `The space has “${collection.apiName}” already. It stays as it is.`
                  : collection.fields.map(nameField).join(', ')}
              </Text>
            </span>
          </li>
        ))}
      </ul>
      <ProblemAlert error={error} title="Could not add the collections" />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <PendingButton pending={isPending} disabled={added.length === 0} onClick={add}>
          {added.length === 0 ? 'All of it is there' : `Add ${count}`}
        </PendingButton>
      </Group>
    </Stack>
  )
}
