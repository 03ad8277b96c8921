// The page of one collection: a paginated list of its entries with their actions.
import { Anchor, Button, Text, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link, Redirect, useParams } from 'wouter'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { newId, systemRandom } from '../../../src/base/ids.ts'
import { useCollection, useEntries } from '../../api/content/content.ts'
import { useHasRight, useSpace, useSpacePaths } from '../../api/space.ts'
import { NewEntryButton } from '../../parts/entries/new-entry-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageHeader, Trail } from '../../parts/page/page-header.tsx'
import { TopBarActions } from '../../parts/page/top-bar.tsx'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { EntryListing } from './entry-listing.tsx'

export function CollectionPage() {
  const apiName = useParams().collection ?? ''
  const { data: collection, error, refetch } = useCollection(apiName)
  if (collection === null) return <NoCollection apiName={apiName} />
  if (collection?.singleton) return <Singleton key={apiName} collection={collection} />
  return (
    <div className="page-full list-page">
      <Head apiName={apiName} collection={collection} />
      <ProblemAlert error={error} onRetry={refetch} title="Could not load the collection" />
      <EntryListing key={apiName} apiName={apiName} collection={collection} />
    </div>
  )
}

interface HeadProps {
  readonly apiName: string
  /** Undefined while loading. */
  readonly collection: CollectionModelView | undefined
}

function Head({ apiName, collection }: HeadProps) {
  const paths = useSpacePaths()
  const mayWrite = useHasRight('write')
  const { role } = useSpace()
  const name = collection?.name ?? apiName
  const tryIt = `${paths.tryIt}?${new URLSearchParams({ collection: apiName })}`
  useDocumentTitle(`${name} · Frontlist`)
  return (
    <>
      <VisuallyHidden component="h1">{name}</VisuallyHidden>
      <Trail above={[{ text: 'Content', path: paths.content }]} here={name} />
      <TopBarActions>
        <Button component={Link} href={tryIt} variant="default" visibleFrom="sm">
          Try it
        </Button>
        {mayWrite ? <NewEntryButton collection={apiName} name={name} /> : null}
      </TopBarActions>
      {mayWrite ? null : (
        <Text size="sm" c="dimmed" className="list-about">
          {`Your role (${roleLabels[role]}) can view entries but not change them.`}
        </Text>
      )}
    </>
  )
}

/** A collection with a single entry has no list. The page redirects to the entry, or to a new one. */
function Singleton({ collection }: { readonly collection: CollectionModelView }) {
  const { apiName, name } = collection
  const paths = useSpacePaths()
  const mayWrite = useHasRight('write')
  const { data, error, refetch } = useEntries({ collection: apiName, sort: '-updatedAt', perPage: 1 })
  const [entry] = data?.list ?? []
  if (entry) return <Redirect to={paths.toEntry(apiName, entry.id)} replace />
  if (data && mayWrite) return <Redirect to={`${paths.toEntry(apiName, newId(systemRandom))}?new`} replace />
  return (
    <>
      <Head apiName={apiName} collection={collection} />
      <ProblemAlert error={error} onRetry={refetch} title="Could not load the entry" />
      {data ? <EmptyState title={`${name} has no content yet`} /> : null}
    </>
  )
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
