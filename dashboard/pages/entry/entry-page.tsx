// One entry: its draft beside the live version, its variants, and its references.
import { Anchor, Button, Group, Skeleton, Stack } from '@mantine/core'
import { Link, Redirect, useParams } from 'wouter'
import type { EntryView, LinksView } from '../../../src/authoring/entries.schema.ts'
import type { CollectionModelView } from '../../../src/authoring/models.schema.ts'
import type { Collection, Field } from '../../../src/content/model.ts'
import { findTitle } from '../../../src/content/query-model.ts'
import { useCollection, useEntry, useEntryLinks } from '../../api/content.ts'
import { ApiProblem } from '../../api/request.ts'
import { useHasRight, useSpace, useSpacePaths } from '../../api/space.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { ProblemAlert } from '../../parts/problem-alert.tsx'
import { Trail } from '../../parts/trail.tsx'
import { EntryContent } from './entry-content.tsx'
import { EntryFacts } from './entry-facts.tsx'
import { EntryNotes } from './entry-notes.tsx'
import { ServingActions } from './serving-actions.tsx'

export function EntryPage() {
  const { collection = '', entry: id = '' } = useParams()
  const paths = useSpacePaths()
  const entryQuery = useEntry(id)
  const { data: entry, error } = entryQuery
  const links = useEntryLinks(id)
  const model = useCollection(entry?.collection ?? collection)
  if (entry && entry.collection !== collection) {
    return <Redirect to={paths.toEntry(entry.collection, entry.id)} replace />
  }
  if (error instanceof ApiProblem && error.code === 'entry_not_found') {
    return <NoEntry collection={collection} id={id} />
  }
  const failed = [entryQuery, links, model].find(query => query.error)
  const fields = model.isPending ? undefined : ((model.data?.fields ?? []) as readonly Field[])
  const title = (entry && toTitle(model.data, entry)) ?? entry?.slug ?? id
  const isLoaded = entry && links.data && fields
  const above = [
    { text: 'Content', path: paths.content },
    { text: model.data?.name ?? collection, path: paths.toCollection(collection) },
  ]
  return (
    <>
      <Trail above={above} here={title} />
      <PageHeader title={title} actions={<Actions entry={entry} links={links.data} title={title} />} />
      <Stack gap="xl">
        <ProblemAlert
          error={failed?.error ?? null}
          onRetry={() => void failed?.refetch()}
          title="Could not load the entry"
        />
        {error && !entry ? null : <EntryFacts entry={entry} />}
        {isLoaded ? (
          <>
            <EntryNotes entry={entry} title={title} />
            <EntryContent key={id} entry={entry} links={links.data} model={fields} />
          </>
        ) : null}
        {failed || isLoaded ? null : <Loading />}
      </Stack>
    </>
  )
}

/** As in lists. */
function toTitle(model: CollectionModelView | null | undefined, { data }: EntryView): string | undefined {
  return model ? (findTitle(model as Collection, data) ?? undefined) : undefined
}

interface ActionsProps {
  readonly entry: EntryView | undefined
  readonly links: LinksView | undefined
  readonly title: string
}

/** Has the same width while the entry loads as with its buttons. */
function Actions({ entry, links, title }: ActionsProps) {
  const canPublish = useHasRight('publish')
  const paths = useSpacePaths()
  const room = { mih: 36, miw: canPublish ? '19rem' : '5rem' }
  if (!entry) return <Group {...room} />
  const address = new URLSearchParams({ collection: entry.collection, slug: entry.live?.slug ?? entry.slug })
  return (
    <Group gap="sm" justify="flex-end" className="entry-actions" {...room}>
      {entry.live ? (
        <Button component={Link} href={`${paths.tryIt}?${address}`} variant="default" px="md">
          Try it
        </Button>
      ) : null}
      {canPublish && entry.state !== 'archived' ? (
        <ServingActions entry={entry} links={links} title={title} />
      ) : null}
    </Group>
  )
}

function Loading() {
  return (
    <Stack gap="md" aria-busy="true">
      <Skeleton height={24} width="12rem" />
      {[1, 2, 3, 4, 5, 6].map(row => (
        <Skeleton key={row} height={56} />
      ))}
    </Stack>
  )
}

function NoEntry({ collection, id }: { readonly collection: string; readonly id: string }) {
  const space = useSpace()
  const paths = useSpacePaths()
  return (
    <>
      <Trail above={[{ text: 'Content', path: paths.content }]} here={id} />
      <PageHeader title="Entry not found" />
      <EmptyState
        title={`There is no entry “${id}” in ${space.name}`}
        action={
          <Anchor component={Link} href={paths.toCollection(collection)}>
            Entries of {collection}
          </Anchor>
        }
      />
    </>
  )
}
