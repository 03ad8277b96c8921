// One entry: what is served of it beside its draft, its variants, and where references lead.
import { Anchor, Button, Group, Skeleton, Stack } from '@mantine/core'
import { Link, Redirect, useParams } from 'wouter'
import type { EntryDetailView } from '../../../src/publishing/browse.schema.ts'
import { useCollection, useEntry } from '../../api/content.ts'
import { ApiProblem } from '../../api/request.ts'
import { useIsManager } from '../../api/session.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { ProblemAlert } from '../../parts/problem-alert.tsx'
import { Trail } from '../../parts/trail.tsx'
import { paths } from '../../paths.ts'
import type { Field } from './compare.ts'
import { EntryContent } from './entry-content.tsx'
import { EntryFacts } from './entry-facts.tsx'
import { ServingActions } from './serving-actions.tsx'

export function EntryPage() {
  const { collection = '', entry: id = '' } = useParams()
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
      <PageHeader title={title} actions={<Actions entry={entry} />} />
      <Stack gap="xl">
        <ProblemAlert error={error ?? model.error} onRetry={() => (error ? refetch() : model.refetch())} />
        {error && !entry ? null : <EntryFacts entry={entry} />}
        {entry && fields ? <EntryContent key={entry.id} entry={entry} model={fields} /> : null}
        {error || (entry && fields) ? null : <Loading />}
      </Stack>
    </>
  )
}

/** As lists have it: the draft's first text field that has a value. */
function findTitle(fields: readonly Field[], entry: EntryDetailView): string | undefined {
  const texts = fields.filter(({ type, many }) => type === 'text' && !many)
  const values = texts.map(({ apiName }) => entry.draft.data[apiName])
  return values.find(value => typeof value === 'string' && value !== '') as string | undefined
}

/** Keeps the room of its buttons while the entry is loaded. */
function Actions({ entry }: { readonly entry: EntryDetailView | undefined }) {
  const isManager = useIsManager()
  const room = { mih: 36, miw: isManager ? '19rem' : '5rem' }
  if (!entry) return <Group {...room} />
  const address = new URLSearchParams({ collection: entry.collection, slug: entry.slug })
  return (
    <Group gap="sm" justify="flex-end" className="entry-actions" {...room}>
      {entry.live ? (
        <Button component={Link} href={`${paths.tryIt}?${address}`} variant="default" px="md">
          Try it
        </Button>
      ) : null}
      {isManager ? <ServingActions entry={entry} /> : null}
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
  return (
    <>
      <Trail above={[{ text: 'Content', path: paths.content }]} here={id} />
      <PageHeader title="No such entry" />
      <EmptyState
        title={`This space has no entry “${id}”`}
        action={
          <Anchor component={Link} href={paths.toCollection(collection)}>
            Entries of {collection}
          </Anchor>
        }
      />
    </>
  )
}
