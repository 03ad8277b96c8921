// One collection: its schema, and its entries page by page.
import { Anchor, Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link, useParams } from 'wouter'
import type { CollectionModelView } from '../../../src/authoring/models.schema.ts'
import { useCollection, useEntries } from '../../api/content.ts'
import { useSpace, useSpacePaths } from '../../api/space.ts'
import { CollectionModel, countLive } from '../../parts/collection-model.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { StateLegend } from '../../parts/entry-state.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { PageNavigation, usePageParameter } from '../../parts/page-navigation.tsx'
import { ProblemAlert } from '../../parts/problem-alert.tsx'
import { TableSkeleton } from '../../parts/table-skeleton.tsx'
import { Trail } from '../../parts/trail.tsx'
import { EntriesTable } from './entries-table.tsx'
import { type EntryFilters, EntrySearch, StateChoice, useEntryFilters } from './entry-filters.tsx'

const perPage = 50

export function CollectionPage() {
  const apiName = useParams().collection ?? ''
  const paths = useSpacePaths()
  const { data: collection, error, refetch } = useCollection(apiName)
  if (collection === null) return <NoCollection apiName={apiName} />
  const name = collection?.name ?? apiName
  return (
    <>
      <Trail above={[{ text: 'Content', path: paths.content }]} here={name} />
      <PageHeader
        title={name}
        about={<About apiName={apiName} collection={collection} />}
        actions={
          <Button
            component={Link}
            href={`${paths.tryIt}?${new URLSearchParams({ collection: apiName })}`}
            variant="default"
          >
            Try it
          </Button>
        }
      />
      <Stack gap="lg">
        <ProblemAlert error={error} onRetry={refetch} title="Could not load the collection" />
        <Text component="div" size="sm" mih={30}>
          {collection ? <CollectionModel collection={collection} /> : null}
        </Text>
        <section aria-labelledby="list-title">
          <Title order={2} size="h4" mb="sm" id="list-title">
            Entries
          </Title>
          <Entries key={apiName} apiName={apiName} collection={collection} />
        </section>
      </Stack>
    </>
  )
}

interface CollectionProps {
  readonly apiName: string
  /** Undefined while it loads. */
  readonly collection: CollectionModelView | undefined
}

function About({ apiName, collection }: CollectionProps) {
  return (
    <Group component="span" gap="sm">
      <Code>{apiName}</Code>
      {collection ? countLive(collection) : <Skeleton component="span" height={14} width={160} />}
    </Group>
  )
}

function Entries({ apiName, collection }: CollectionProps) {
  const [page, setPage] = usePageParameter()
  const [filters, changeFilters] = useEntryFilters()
  const { data, error, isPlaceholderData, refetch } = useEntries({
    ...filters,
    ...{ collection: apiName, sort: 'slug', page, perPage },
  })
  return (
    <>
      <Group justify="space-between" align="flex-end" mb="sm">
        <Group align="flex-end" gap="sm">
          <EntrySearch />
          <StateChoice />
        </Group>
        <Text size="sm" c="dimmed" role="status">
          {data ? countFound(data.count, filters) : ''}
        </Text>
      </Group>
      <ProblemAlert error={error} onRetry={refetch} title="Could not load the entries" />
      {data || error ? null : (
        <TableSkeleton columns={5} rows={Math.min(perPage, collection?.entries ?? 10)} />
      )}
      {data?.list.length === 0 ? (
        <NoEntries
          count={data.count}
          filters={filters}
          onFirst={() => setPage(1)}
          onAll={() => changeFilters({ search: '', state: '' })}
        />
      ) : null}
      {data && data.list.length > 0 ? <EntriesTable entries={data.list} old={isPlaceholderData} /> : null}
      <PageNavigation page={page} pagesCount={data?.pagesCount ?? 0} onChange={setPage} />
      {data && data.list.length > 0 ? <StateLegend /> : null}
    </>
  )
}

function countFound(count: number, filters: EntryFilters): string {
  const noun = count === 1 ? 'entry' : 'entries'
  return `${count.toLocaleString('en')} ${noun}${isFiltered(filters) ? ' found' : ''}`
}

function isFiltered({ search, state }: EntryFilters): boolean {
  return search !== '' || state !== ''
}

interface NoEntriesProps {
  readonly count: number
  readonly filters: EntryFilters
  readonly onFirst: () => void
  readonly onAll: () => void
}

function NoEntries({ count, filters, onFirst, onAll }: NoEntriesProps) {
  const act = (text: string, onClick: () => void) => (
    <Button variant="default" onClick={onClick}>
      {text}
    </Button>
  )
  if (count > 0)
    return <EmptyState title="This page does not exist" action={act('Go to the first page', onFirst)} />
  if (isFiltered(filters)) {
    const { search } = filters
    const title = search === '' ? 'No entry is in this state' : `No entry matches “${search}”`
    return <EmptyState title={title} action={act('Show all entries', onAll)} />
  }
  return <EmptyState title="No entries yet">Entries appear here as soon as they are imported.</EmptyState>
}

function NoCollection({ apiName }: { readonly apiName: string }) {
  const space = useSpace()
  const paths = useSpacePaths()
  return (
    <>
      <Trail above={[{ text: 'Content', path: paths.content }]} here={apiName} />
      <PageHeader title="Collection not found" />
      <EmptyState
        title={`There is no collection “${apiName}” in ${space.name}`}
        action={
          <Anchor component={Link} href={paths.content}>
            All collections
          </Anchor>
        }
      />
    </>
  )
}
