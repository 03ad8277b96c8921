// Lists the archived entries of all collections, and unarchives or permanently deletes them.
import { Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useState } from 'react'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import { useUnarchive } from '../../api/content/archive.ts'
import { useEntries } from '../../api/content/content.ts'
import { ApiProblem } from '../../api/request.ts'
import { keepFocus } from '../../parts/dialogs/keep-focus.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageNavigation, usePageParameter } from '../../parts/lists/page-navigation.tsx'
import { TableSkeleton } from '../../parts/lists/table-skeleton.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { ArchiveTable } from './archive-table.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { SlugDialog, type TakenSlug } from './slug-dialog.tsx'

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
