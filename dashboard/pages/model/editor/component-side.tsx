// Shows the properties of the component beside its fields, and where it is used.
import { Button, Code, Title } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ComponentModelView } from '../../../../src/authoring/models/models.schema.ts'
import { findTitleField } from '../../../api/content/models.ts'
import { useHasRight } from '../../../api/space.ts'
import { keepFocus } from '../../../parts/dialogs.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { ComponentIcon } from '../../../parts/pictures/component-icon.tsx'
import type { PreparedChange } from '../change/use-model-change.ts'
import { UsedIn } from '../used-in.tsx'
import { Fact } from './collection-side.tsx'
import { DeleteCollectionDialog } from './delete-collection-dialog.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

interface ComponentSideProps {
  /** The stored model, without the prepared change. */
  readonly model: ComponentModelView
  readonly prepared: PreparedChange
}

export function ComponentSide({ model, prepared }: ComponentSideProps) {
  const mayModel = useHasRight('model')
  const [dialog, setDialog] = useState<'settings' | 'delete' | null>(null)
  const shown = prepared.shown.kind === 'component' ? prepared.shown : model
  const close = () => setDialog(null)
  const title = findTitleField(shown)
  return (
    <aside className="model-side" aria-label="Component">
      <section className="model-card model-facts" aria-labelledby="component-facts">
        <Title order={2} size="h4" id="component-facts" tabIndex={-1} className="model-card-title">
          Component
        </Title>
        <dl className="model-fact-list">
          <Fact name="Icon">
            <ComponentIcon icon={shown.icon} />
          </Fact>
          <Fact name="API name">
            <Code>{shown.apiName}</Code>
          </Fact>
          <Fact name="Titles">{title ? nameField(title) : '–'}</Fact>
          <Fact name="Used in">{model.usedIn.length === 0 ? '–' : <UsedIn fields={model.usedIn} />}</Fact>
          <Fact name="Model version">{model.modelVersion}</Fact>
        </dl>
        {mayModel && !prepared.isOutdated ? (
          <Button
            fullWidth
            variant="default"
            mt="md"
            leftSection={<IconPencil size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => setDialog('settings')}
          >
            Edit the component
          </Button>
        ) : null}
      </section>
      {mayModel ? (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => setDialog('delete')}
        >
          Delete the component
        </Button>
      ) : null}
      <SettingsDialog
        opened={dialog === 'settings'}
        prepared={prepared}
        onClose={close}
        onExit={() => keepFocus(() => document.getElementById('component-facts'))}
      />
      <DeleteCollectionDialog opened={dialog === 'delete'} model={model} onClose={close} />
    </aside>
  )
}
