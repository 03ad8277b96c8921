// The collections of the space, or the ways to the first one.
import { Anchor, Badge, Button, Code, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link, useSearchParams } from 'wouter'
import type {
  CollectionModelView,
  ComponentModelView,
} from '../../../../src/authoring/models/models.schema.ts'
import { useAllCollections, useComponents } from '../../../api/content/content.ts'
import { useHasRight, useSpace, useSpacePaths } from '../../../api/space.ts'
import { ImportCommand } from '../../../parts/code/import-command.tsx'
import { keepFocus } from '../../../parts/dialogs.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { countListed, formatCount } from '../../../parts/lists/counts.ts'
import { EmptyState } from '../../../parts/lists/empty-state.tsx'
import { StackCell, StackName, StackRow, StackTable } from '../../../parts/lists/stack-table.tsx'
import { Fold } from '../../../parts/page/fold.tsx'
import { PageHeader } from '../../../parts/page/page-header.tsx'
import { CollectionIcon } from '../../../parts/pictures/collection-icon.tsx'
import { downloadText } from '../download-text.ts'
import { ModelTabs } from '../model-tabs.tsx'
import { ReadOnlyNote } from '../read-only-note.tsx'
import { AddCollectionDialog, TemplateIcon } from './add-collection-dialog.tsx'
import { ComponentsSection } from './components-section.tsx'
import { templates } from './templates.ts'
import { toLines } from './to-lines.ts'

/** The content model of the space: lists its collections and adds new ones. */
export function ModelPage() {
  const space = useSpace()
  const mayModel = useHasRight('model')
  const { data, error, refetch } = useAllCollections()
  const components = useComponents()
  const { chosen, begin, leave } = useAdding()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <PageHeader
        title="Content model"
        about={`The collections of ${space.name}, and the fields of each.`}
        actions={
          <>
            {data && data.length > 0 ? (
              <Download collections={data} components={components.data ?? []} />
            ) : null}
            {mayModel ? (
              <Button
                ref={button}
                leftSection={<IconPlus size={18} stroke={1.7} aria-hidden="true" />}
                onClick={() => begin('')}
              >
                Add a collection
              </Button>
            ) : null}
          </>
        }
      />
      <ModelTabs />
      <Stack>
        <ReadOnlyNote />
        <ProblemAlert error={error} onRetry={refetch} title="Could not load the content model" />
        {data || error ? null : <Loading />}
        {data?.length === 0 ? <EmptyModel mayModel={mayModel} onAdd={begin} /> : null}
        {data && data.length > 0 ? <CollectionsTable collections={data} /> : null}
        {data ? <ComponentsSection components={components.data ?? []} error={components.error} /> : null}
      </Stack>
      {mayModel ? (
        <AddCollectionDialog
          start={chosen}
          known={[...(data ?? []), ...(components.data ?? [])]}
          onClose={leave}
          // The dialog may have been opened by another button, or by the URL.
          onExit={() => keepFocus(() => button.current)}
        />
      ) : null}
    </>
  )
}

/** Stores the state of the dialog and its template in the URL, so that other pages can link to it: `?add`. */
function useAdding() {
  const [parameters, setParameters] = useSearchParams()
  const change = (edit: (parameters: URLSearchParams) => void) => {
    const edited = (before: URLSearchParams) => {
      const after = new URLSearchParams(before)
      edit(after)
      return after
    }
    setParameters(edited, { replace: true })
  }
  return {
    chosen: parameters.get('add'),
    begin: (template: string) => change(after => after.set('add', template)),
    leave: () => change(after => after.delete('add')),
  }
}

interface DownloadProps {
  readonly collections: readonly CollectionModelView[]
  readonly components: readonly ComponentModelView[]
}

function Download({ collections, components }: DownloadProps) {
  const { slug } = useSpace()
  const download = () => downloadText(`${slug}-model.ndjson`, toLines(collections, components))
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.7} aria-hidden="true" />}
      title="All collections and components without entries, for frontlist import"
      onClick={download}
    >
      Download
    </Button>
  )
}

function Loading() {
  return (
    <Stack gap="sm" aria-busy="true">
      {[1, 2, 3, 4, 5, 6].map(row => (
        <Skeleton key={row} height={56} radius="md" />
      ))}
    </Stack>
  )
}

interface CollectionsTableProps {
  readonly collections: readonly CollectionModelView[]
}

const headings = ['Collection', 'API name', 'Fields', 'Entries', 'Refers to'] as const

/** Lists the collections of the space, each with its fields, entries and references. */
function CollectionsTable({ collections }: CollectionsTableProps) {
  const nameOf = (apiName: string) => collections.find(one => one.apiName === apiName)?.name ?? apiName
  return (
    <StackTable label="Collections" headings={headings} hasActions={false} fitsFrom="68em">
      {collections.map(collection => (
        <Row key={collection.apiName} collection={collection} nameOf={nameOf} />
      ))}
    </StackTable>
  )
}

interface RowProps {
  readonly collection: CollectionModelView
  readonly nameOf: (apiName: string) => string
}

function Row({ collection, nameOf }: RowProps) {
  const { apiName, name, description, fields, singleton } = collection
  const paths = useSpacePaths()
  const listed = countListed(collection)
  const targets = [...new Set(fields.flatMap(({ to = [] }) => to))]
  return (
    <StackRow>
      <StackName>
        <Group gap="sm" wrap="nowrap">
          <span className="picture model-tile">
            <CollectionIcon collection={collection} />
          </span>
          <div className="model-names">
            <Anchor component={Link} href={paths.toModel(apiName)} c="inherit" fw={550} underline="hover">
              {name}
            </Anchor>
            {singleton ? (
              <Badge variant="default" size="sm" ms={8} className="model-badge">
                Single entry
              </Badge>
            ) : null}
            {description ? (
              <Text size="xs" c="dimmed" lineClamp={2}>
                {description}
              </Text>
            ) : null}
          </div>
        </Group>
      </StackName>
      <StackCell label="API name">
        <Code>{apiName}</Code>
      </StackCell>
      <StackCell label="Fields">{formatCount(fields.length)}</StackCell>
      <StackCell label="Entries">
        {listed === 0 ? (
          <Text component="span" size="sm" c="dimmed">
            None
          </Text>
        ) : (
          <Anchor component={Link} href={paths.toCollection(apiName)} size="sm" underline="hover">
            {formatCount(listed)}
          </Anchor>
        )}
      </StackCell>
      <StackCell label="Refers to" wraps>
        <Text component="span" size="sm" c="dimmed">
          {targets.length === 0 ? '–' : targets.map(nameOf).join(', ')}
        </Text>
      </StackCell>
    </StackRow>
  )
}

interface EmptyModelProps {
  readonly mayModel: boolean
  /** Called with the id of a template, or with an empty string. */
  readonly onAdd: (template: string) => void
}

/** Shown for a space without collections. The user can add an empty collection, use a template, or import a file. */
function EmptyModel({ mayModel, onAdd }: EmptyModelProps) {
  if (!mayModel) {
    return <EmptyState title="No collections yet">Collections appear here as they are added.</EmptyState>
  }
  return (
    <Stack gap="lg">
      <Paper withBorder p="xl">
        <Stack gap="md" align="flex-start">
          <div>
            <Title order={2} size="h3">
              Begin with a collection
            </Title>
            <Text c="dimmed" mt={4}>
              It says which fields its entries have. You can change it at any time, and entries are updated.
            </Text>
          </div>
          <Button
            leftSection={<IconPlus size={18} stroke={1.7} aria-hidden="true" />}
            onClick={() => onAdd('')}
          >
            Add an empty collection
          </Button>
          <Fold label="Import">{() => <ImportCommand />}</Fold>
        </Stack>
      </Paper>
      <section aria-labelledby="templates">
        <Title order={2} size="h4" mb="sm" id="templates">
          Or from a template
        </Title>
        <ul className="plain-list template-list">
          {templates.map(({ id, name, about, collections, components }) => (
            <li key={id} className="template-card">
              <Group gap="sm" wrap="nowrap" align="flex-start">
                <span className="picture model-tile">
                  <TemplateIcon id={id} />
                </span>
                <div className="model-names">
                  <Title order={3} size="h4">
                    {name}
                  </Title>
                  <Text size="sm" c="dimmed">
                    {about}
                  </Text>
                </div>
              </Group>
              <Text size="xs" c="dimmed">
                {[...collections, ...components].map(model => model.name).join(', ')}
              </Text>
              <Button variant="default" onClick={() => onAdd(id)} aria-label={`Use this template: ${name}`}>
                Use this template
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </Stack>
  )
}
