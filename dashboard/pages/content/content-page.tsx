// The content of the space: a card for each collection, or a way to the first one.
import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useCollections } from '../../api/content/content.ts'
import { useHasRight, useSpace, useSpacePaths } from '../../api/space.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageNavigation, usePageParameter } from '../../parts/lists/page-navigation.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import './content.css'
import { Link } from 'wouter'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { ImportCommand } from '../../parts/code/import-command.tsx'
import { countLive, formatCount } from '../../parts/lists/counts.ts'
import { CollectionIcon } from '../../parts/pictures/collection-icon.tsx'

const perPage = 20

/** Lists the collections of the space with their numbers of live entries. */
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

/** One collection in the list: its icon and name, its number of live entries, and links to its entries and model. */
function CollectionCard({ collection }: { readonly collection: CollectionModelView }) {
  const { apiName, name, description, fields } = collection
  const paths = useSpacePaths()
  const count = `${formatCount(fields.length)} ${fields.length === 1 ? 'field' : 'fields'}`
  return (
    <li className="collection">
      <span className="picture collection-tile">
        <CollectionIcon collection={collection} />
      </span>
      <div className="collection-names">
        <Link href={paths.toCollection(apiName)} className="collection-name">
          {name}
        </Link>
        {description ? (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        ) : null}
        <Text component="div" size="xs" c="dimmed">
          <Anchor component={Link} href={paths.toModel(apiName)} size="xs" display="inline-block" lh="24px">
            Content model: {count}
          </Anchor>
        </Text>
      </div>
      <Text component="span" size="sm" c="dimmed" className="collection-count">
        {countLive(collection)}
      </Text>
    </li>
  )
}

/** Shown for a space without collections, with links to add one or import content. */
function NoContent() {
  const paths = useSpacePaths()
  const canModel = useHasRight('model')
  return (
    <EmptyState
      title="No content yet"
      action={
        <Stack gap="xs" w="100%" maw="44rem">
          {canModel ? (
            <Button component={Link} href={`${paths.model}?add`} mb="sm" style={{ alignSelf: 'start' }}>
              Add a collection
            </Button>
          ) : null}
          <ImportCommand />
        </Stack>
      }
    >
      {canModel
        ? 'A collection says which fields its entries have. Add one, or import existing content.'
        : 'An owner or admin can add collections or import content.'}
    </EmptyState>
  )
}
