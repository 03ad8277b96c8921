// The page of one entry: loads the entry and its model, and handles missing and deleted entries.
import { Anchor, Skeleton, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link, Redirect, useParams, useSearchParams } from 'wouter'
import { useCollection } from '../../api/content/content.ts'
import { ApiProblem } from '../../api/request.ts'
import { useSpace, useSpacePaths } from '../../api/space.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageHeader, Trail } from '../../parts/page/page-header.tsx'
import { EntryEditing } from './entry-editing.tsx'
import { UnsentText } from './saving/unsent-edits.tsx'
import { useOpenedEntry } from './saving/use-opened-entry.ts'

export function EntryPage() {
  const { collection = '', entry = '' } = useParams()
  return <Entry key={entry} id={entry} collection={collection} />
}

interface EntryProps {
  readonly id: string
  readonly collection: string
}

function Entry({ id, collection }: EntryProps) {
  const paths = useSpacePaths()
  const [search] = useSearchParams()
  // The first edit removes the parameter from the URL.
  const [isNew] = useState(() => search.has('new'))
  const opened = useOpenedEntry(id, collection, isNew)
  const stored = opened.data?.entry ?? null
  const model = useCollection(stored?.collection ?? collection)
  if (stored && stored.collection !== collection) {
    return <Redirect to={paths.toEntry(stored.collection, stored.id)} replace />
  }
  if (opened.error instanceof ApiProblem && opened.error.code === 'entry_not_found') {
    return <NoEntry collection={collection} name={model.data?.name} id={id} />
  }
  if (opened.data?.isGone) {
    const { unsent, local } = opened.data
    return (
      <NoEntry collection={collection} name={model.data?.name} id={id}>
        <UnsentText
          unsent={unsent}
          fields={model.data?.fields ?? []}
          onDiscard={() => {
            for (const path of unsent.keys()) local.remove(path)
            void opened.refetch()
          }}
        />
      </NoEntry>
    )
  }
  if (opened.data && model.data) {
    return <EntryEditing id={id} opened={opened.data} model={model.data} />
  }
  const failed = [opened, model].find(query => query.error)
  const isGone = model.data === null
  return (
    <>
      <Trail above={[{ text: 'Content', path: paths.content }]} here={id} />
      {isGone ? <PageHeader title="Collection not found" /> : null}
      <ProblemAlert
        error={failed?.error ?? null}
        onRetry={() => void failed?.refetch()}
        title="Could not load the entry"
      />
      {failed || isGone ? null : <Loading />}
    </>
  )
}

function Loading() {
  return (
    <Stack gap="lg" maw="45rem" mx="auto" aria-busy="true">
      <Skeleton height={36} width="60%" />
      <Skeleton height={20} width="30%" />
      {[1, 2, 3, 4].map(row => (
        <Stack key={row} gap="xs">
          <Skeleton height={18} width="8rem" />
          <Skeleton height={38} />
        </Stack>
      ))}
    </Stack>
  )
}

interface NoEntryProps {
  readonly collection: string
  /** The name of the collection if it exists. */
  readonly name: string | undefined
  readonly id: string
  readonly children?: ReactNode
}

function NoEntry({ collection, name, id, children }: NoEntryProps) {
  const space = useSpace()
  const paths = useSpacePaths()
  return (
    <>
      <Trail above={[{ text: 'Content', path: paths.content }]} here={id} />
      <PageHeader title="Entry not found" />
      {children}
      <EmptyState
        title={`There is no entry “${id}” in ${space.name}`}
        action={
          <Anchor component={Link} href={paths.toCollection(collection)}>
            Entries of {name ?? collection}
          </Anchor>
        }
      />
    </>
  )
}
