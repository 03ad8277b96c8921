// Shows the properties of the collection beside its fields.
import { Button, Code, Group, Paper, Text, Title } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useAllCollections } from '../../../api/content/content.ts'
import { findTitleField } from '../../../api/content/models.ts'
import { useHasRight } from '../../../api/space.ts'
import { keepFocus } from '../../../parts/dialogs.tsx'
import { NewEntryButton } from '../../../parts/entries/new-entry-button.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { countLive } from '../../../parts/lists/counts.ts'
import type { PreparedChange } from '../change/use-model-change.ts'
import { DeleteCollectionDialog } from './delete-collection-dialog.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

interface CollectionSideProps {
  /** The stored model, without the prepared change. */
  readonly model: CollectionModelView
  readonly prepared: PreparedChange
}

type OpenDialog = 'settings' | 'delete' | null

export function CollectionSide({ model, prepared }: CollectionSideProps) {
  const mayModel = useHasRight('model')
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const { isOutdated } = prepared
  const shown = prepared.shown.kind === 'collection' ? prepared.shown : model
  const close = () => setDialog(null)
  const returnFocus = () => keepFocus(() => document.getElementById('collection-facts'))
  return (
    <aside className="model-side" aria-label="Collection">
      <section className="model-card model-facts" aria-labelledby="collection-facts">
        <Title order={2} size="h4" id="collection-facts" tabIndex={-1} className="model-card-title">
          Collection
        </Title>
        <Facts model={{ ...shown, modelVersion: model.modelVersion }} />
        {mayModel && !isOutdated ? (
          <Button
            fullWidth
            variant="default"
            mt="md"
            leftSection={<IconPencil size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => setDialog('settings')}
          >
            Edit the collection
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
          Delete the collection
        </Button>
      ) : null}
      <SettingsDialog
        opened={dialog === 'settings'}
        prepared={prepared}
        onClose={close}
        onExit={returnFocus}
      />
      <DeleteCollectionDialog opened={dialog === 'delete'} model={model} onClose={close} />
    </aside>
  )
}

function Facts({ model }: { readonly model: CollectionModelView }) {
  const { apiName, titleField, slugFrom, singleton = false, fields } = model
  const { data = [] } = useAllCollections()
  const nameOf = (name: string) => {
    const field = fields.find(one => one.apiName === name)
    return field ? nameField(field) : name
  }
  const first = findTitleField({ fields })
  const referring = data.filter(each => each.fields.some(({ to = [] }) => to.includes(apiName)))
  return (
    <dl className="model-fact-list">
      <Fact name="API name">
        <Code>{apiName}</Code>
      </Fact>
      <Fact name="Entries">{countLive(model)}</Fact>
      <Fact name="Titles">
        {titleField ? nameOf(titleField) : first ? `${nameField(first)}, the first text` : '–'}
      </Fact>
      <Fact name="Slugs made from">{slugFrom ? nameOf(slugFrom) : 'The id'}</Fact>
      <Fact name="Single entry">{singleton ? 'Yes' : 'No'}</Fact>
      {referring.length > 0 ? (
        <Fact name="Referred to by">{referring.map(({ name }) => name).join(', ')}</Fact>
      ) : null}
      <Fact name="Model version">
        <Text span size="sm">
          {model.modelVersion}
        </Text>
      </Fact>
    </dl>
  )
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface StartWritingProps {
  readonly model: CollectionModelView
  /** True if there are unapplied changes, whose fields the first entry would lack. */
  readonly isChanging: boolean
}

/** A link to the first entry, for a collection without entries. */
export function StartWriting({ model, isChanging }: StartWritingProps) {
  const mayWrite = useHasRight('write')
  if (!mayWrite || model.entries > 0) return null
  return (
    <Paper withBorder p="md" className="start-writing">
      <Group justify="space-between" gap="sm">
        <div className="model-names">
          <Text fw={550}>{model.name} has no entries yet</Text>
          <Text size="sm" c="dimmed">
            {isChanging
              ? 'Apply the change first. Entries only have fields that are applied.'
              : 'Write the first one now. You can add fields later.'}
          </Text>
        </div>
        <NewEntryButton collection={model.apiName} name={model.name} disabled={isChanging} />
      </Group>
    </Paper>
  )
}
