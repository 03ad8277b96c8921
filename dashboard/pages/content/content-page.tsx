// Lists the collections of the space with their numbers of live entries.
import { Button, Skeleton, Stack } from '@mantine/core'
import { useCollections } from '../../api/content/content.ts'
import { useSpace } from '../../api/space.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageNavigation, usePageParameter } from '../../parts/lists/page-navigation.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { CollectionCard } from './collection-card.tsx'
import { NoContent } from './no-content.tsx'
import './content.css'

const perPage = 20

export function ContentPage() {
  const space = useSpace()
  return (
    <>
      <PageHeader
        title="Content"
        about={`The collections of ${space.name}, and how many of their entries are published.`}
      />
      <Collections />
    </>
  )
}

function Collections() {
  const [page, setPage] = usePageParameter()
  const { data, error, isPlaceholderData, refetch } = useCollections(page, perPage)
  if (error) return <ProblemAlert error={error} onRetry={refetch} title="Could not load the collections" />
  if (!data) return <Loading />
  if (data.count === 0) return <NoContent />
  if (data.list.length === 0) {
    return (
      <EmptyState
        title="This page does not exist"
        action={
          <Button variant="default" onClick={() => setPage(1)}>
            Go to the first page
          </Button>
        }
      />
    )
  }
  return (
    <>
      <ul
        className="plain-list collections"
        aria-label="Collections"
        aria-busy={isPlaceholderData}
        style={{ opacity: isPlaceholderData ? 0.6 : 1 }}
      >
        {data.list.map(collection => (
          <CollectionCard key={collection.apiName} collection={collection} />
        ))}
      </ul>
      <PageNavigation page={page} pagesCount={data.pagesCount} onChange={setPage} />
    </>
  )
}

function Loading() {
  return (
    <Stack gap="sm" aria-busy="true">
      {[1, 2, 3, 4, 5, 6].map(row => (
        <Skeleton key={row} height={82} radius="md" />
      ))}
    </Stack>
  )
}
