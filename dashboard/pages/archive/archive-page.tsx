// Lists the archived entries of all collections, and unarchives or permanently deletes them.
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import { useUnarchive } from '../../api/content/archive.ts'
import { useCollectionNames, useEntries } from '../../api/content/content.ts'
import { ApiProblem } from '../../api/request.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { keepFocus } from '../../parts/dialogs.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageNavigation, usePageParameter } from '../../parts/lists/page-navigation.tsx'
import {
  StackActions,
  StackCell,
  StackName,
  StackRow,
  StackTable,
  TableSkeleton,
} from '../../parts/lists/stack-table.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { WhoAndWhen } from '../../parts/people/person.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import { DeleteDialog, SlugDialog, type TakenSlug } from './archive-dialogs.tsx'

const perPage = 50
const searchLengthMax = 100
const pauseMilliseconds = 300

/** Moves the focus to the page, because the pressed button disappears with its row. */
function returnFocus(): void {
  keepFocus(() => document.getElementById('archive'))
}

export function ArchivePage() {
  const [page, setPage] = usePageParameter()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, pauseMilliseconds)
  const { data, error, refetch, isPlaceholderData } = useEntries({
    ...{ state: 'archived', search, page, perPage },
  })
  const [deleted, setDeleted] = useState<EntryItemView | null>(null)
  const [taken, setTaken] = useState<TakenSlug | null>(null)
  const { mutate, error: refusal, reset } = useUnarchive()
  const isTaken = (thrown: unknown) => thrown instanceof ApiProblem && thrown.code === 'slug_taken'
  const tellBack = (entry: EntryItemView) => {
    notifications.show({ message: `“${entry.title ?? entry.slug}” is a draft again.` })
    returnFocus()
  }
  const unarchive = (entry: EntryItemView) => {
    reset()
    mutate(
      { entry },
      {
        onSuccess: () => tellBack(entry),
        onError: thrown => {
          if (!(thrown instanceof ApiProblem) || !isTaken(thrown)) return
          setTaken({ entry, suggestion: String(thrown.members.suggestion ?? '') })
        },
      },
    )
  }
  return (
    <>
      <PageHeader title="Archive" about="Archived entries are not on your site." />
      <Stack id="archive" tabIndex={-1} style={{ outline: 'none' }}>
        <TextInput
          type="search"
          size="xs"
          aria-label="Title or address"
          placeholder="Title or address"
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
          maw={260}
          maxLength={searchLengthMax}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={event => {
            setText(event.currentTarget.value)
            if (page !== 1) setPage(1)
          }}
        />
        <ProblemAlert error={error} title="Could not load the archive" onRetry={refetch} />
        <ProblemAlert error={isTaken(refusal) ? null : refusal} title="Could not unarchive the entry" />
        {data || error ? null : <TableSkeleton columns={4} rows={5} />}
        {data?.count === 0 ? <Nothing search={search} /> : null}
        {data && data.list.length > 0 ? (
          <ArchiveTable
            entries={data.list}
            isOld={isPlaceholderData}
            onUnarchive={unarchive}
            onDelete={setDeleted}
          />
        ) : null}
        <PageNavigation page={page} pagesCount={data?.pagesCount ?? 0} onChange={setPage} />
      </Stack>
      <DeleteDialog entry={deleted} onClose={() => setDeleted(null)} onExit={returnFocus} />
      <SlugDialog taken={taken} onClose={() => setTaken(null)} onBack={tellBack} onExit={returnFocus} />
    </>
  )
}

function Nothing({ search }: { readonly search: string }) {
  return search === '' ? (
    <EmptyState title="The archive is empty">
      Archived entries are kept here until they are deleted.
    </EmptyState>
  ) : (
    <EmptyState title={`No results for “${search}”`} />
  )
}

interface ArchiveTableProps {
  readonly entries: readonly EntryItemView[]
  readonly isOld: boolean
  readonly onUnarchive: (entry: EntryItemView) => void
  readonly onDelete: (entry: EntryItemView) => void
}

const headings = ['Title', 'Collection', 'Archived', 'Last changed', 'Actions'] as const

/** The table of one page of archived entries. */
function ArchiveTable({ entries, isOld, onUnarchive, onDelete }: ArchiveTableProps) {
  const paths = useSpacePaths()
  const nameOf = useCollectionNames()
  const mayWrite = useHasRight('write')
  const mayDelete = useHasRight('publish') && mayWrite
  return (
    <div aria-busy={isOld}>
      <StackTable label="Archived entries" headings={headings} fitsFrom="68em">
        {entries.map(entry => {
          const title = entry.title ?? entry.slug
          return (
            <StackRow key={entry.id}>
              <StackName>
                <Anchor
                  component={Link}
                  href={paths.toEntry(entry.collection, entry.id)}
                  size="sm"
                  fw={600}
                  c="inherit"
                  lineClamp={2}
                >
                  {title}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {entry.slug}
                </Text>
              </StackName>
              <StackCell label="Collection" wraps>
                {nameOf(entry.collection)}
              </StackCell>
              <StackCell label="Archived">
                <Moment at={entry.archivedAt} />
              </StackCell>
              <StackCell label="Last changed">
                <WhoAndWhen by={entry.updatedBy} at={entry.updatedAt} />
              </StackCell>
              <StackActions>
                <Group gap="xs" wrap="nowrap">
                  {mayWrite ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Unarchive ${title}`}
                      onClick={() => onUnarchive(entry)}
                    >
                      Unarchive
                    </Button>
                  ) : null}
                  {mayDelete ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Delete ${title} for good`}
                      onClick={() => onDelete(entry)}
                    >
                      Delete
                    </Button>
                  ) : null}
                </Group>
              </StackActions>
            </StackRow>
          )
        })}
      </StackTable>
      {mayDelete ? null : (
        <Text size="sm" c="dimmed" mt="sm">
          {mayWrite
            ? 'Your role can unarchive entries. Only editors can delete them for good.'
            : 'Your role can view the archive but not change it.'}
        </Text>
      )}
    </div>
  )
}
