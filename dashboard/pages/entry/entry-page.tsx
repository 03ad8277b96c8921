// One entry: its draft beside the live version, its variants, and its references.
import { Anchor, Button, Group, Skeleton, Stack } from '@mantine/core'
import { Link, Redirect, useParams } from 'wouter'
import type { EntryDetailView } from '../../../src/authoring/dashboard-content.schema.ts'
import { useCollection, useEntry } from '../../api/content.ts'
import { ApiProblem } from '../../api/request.ts'
import { useHasRight, useSpace, useSpacePaths } from '../../api/space.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { ProblemAlert } from '../../parts/problem-alert.tsx'
import { Trail } from '../../parts/trail.tsx'
import type { Field } from './compare.ts'
import { EntryContent } from './entry-content.tsx'
import { EntryFacts } from './entry-facts.tsx'
import { ServingActions } from './serving-actions.tsx'

export function EntryPage() {
  const { collection = '', entry: id = '' } = useParams()
  const paths = useSpacePaths()
  const { data: entry, error, refetch } = useEntry(id)
  const model = useCollection(entry?.collection ?? collection)
  if (entry && entry.collection !== collection) {
    return <Redirect to={paths.toEntry(entry.collection, entry.id)} replace />
  }
  if (error instanceof ApiProblem && error.code === 'entry_not_found') {
    return <NoEntry collection={collection} id={id} />
  }
  const fields = model.isPending ? undefined : (model.data?.fields ?? [])
  const title = (entry && findTitle(fields ?? [], entry)) ?? entry?.slug ?? id
  const above = [
    { text: 'Content', path: paths.content },
    { text: model.data?.name ?? collection, path: paths.toCollection(collection) },
  ]
  return (
    <>
      <Trail above={above} here={title} />
      <PageHeader title={title} actions={<Actions entry={entry} title={title} />} />
      <Stack gap="xl">
        <ProblemAlert
          error={error ?? model.error}
          onRetry={() => (error ? refetch() : model.refetch())}
          title="Could not load the entry"
        />
        {error && !entry ? null : <EntryFacts entry={entry} />}
        {entry && fields ? <EntryContent key={entry.id} entry={entry} model={fields} /> : null}
        {error || (entry && fields) ? null : <Loading />}
      </Stack>
    </>
  )
}

/** The title as in lists: the draft's first text field that has a value. */
function findTitle(fields: readonly Field[], entry: EntryDetailView): string | undefined {
  const texts = fields.filter(({ type, many }) => type === 'text' && !many)
  const values = texts.map(({ apiName }) => entry.draft.data[apiName])
  return values.find(value => typeof value === 'string' && value !== '') as string | undefined
}

interface ActionsProps {
  readonly entry: EntryDetailView | undefined
  readonly title: string
}

/** Has the same width while the entry loads as with its buttons. */
function Actions({ entry, title }: ActionsProps) {
  const canPublish = useHasRight('publish')
  const paths = useSpacePaths()
  const room = { mih: 36, miw: canPublish ? '19rem' : '5rem' }
  if (!entry) return <Group {...room} />
  const address = new URLSearchParams({ collection: entry.collection, slug: entry.slug })
  return (
    <Group gap="sm" justify="flex-end" className="entry-actions" {...room}>
      {entry.live ? (
        <Button component={Link} href={`${paths.tryIt}?${address}`} variant="default" px="md">
          Try it
        </Button>
      ) : null}
      {canPublish ? <ServingActions entry={entry} title={title} /> : null}
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
