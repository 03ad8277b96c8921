// Adds an empty collection, or the collections of a template.
import { Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx'
import { SpaceLine } from '../../../parts/dialogs/space-line.tsx'
import { NewCollectionForm } from './new-collection-form.tsx'
import { TemplateForm } from './template-form.tsx'
import { TemplateIcon } from './template-icon.tsx'
import { templates } from './templates.ts'

interface AddCollectionDialogProps {
  /** The id of a template, empty for an empty collection, and null while the dialog is closed. */
  readonly start: string | null
  /** The existing collections of the space. */
  readonly known: readonly CollectionModelView[]
  readonly onClose: () => void
  readonly onExit: () => void
}

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
  readonly known: readonly CollectionModelView[]
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
