// Lists the activity of the space by day, newest first, with filters for actors, entries and kinds.
import { NativeSelect, Skeleton, Stack, Title } from '@mantine/core'
import { IconFilter, IconUser } from '@tabler/icons-react'
import { useSearchParams } from 'wouter'
import type { ActivityItemView, ActivityKind } from '../../../src/authoring/activity/activity-list.schema.ts'
import { type ActivityChoice, useContentActivity } from '../../api/content/content-activity.ts'
import { useHasRight } from '../../api/space.ts'
import { ActivityRow } from '../../parts/activity/activity-row.tsx'
import { groupByDay, joinMany } from '../../parts/activity/activity-words.ts'
import { EntrySelect } from '../../parts/entries/entry-select.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageNavigation, usePageParameter } from '../../parts/lists/page-navigation.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { describeBy } from '../../parts/people/person.tsx'

export function ActivityPage() {
  const [page, setPage] = usePageParameter()
  const [choice, choose] = useChoice()
  const { data, error, refetch, isPlaceholderData } = useContentActivity(page, choice)
  const isNarrowed = Object.values(choice).some(value => value !== '')
  return (
    <>
      <PageHeader title="Activity" about="Who did what in this space." />
      <Filters choice={choice} onChange={choose} items={data?.list ?? []} />
      <ProblemAlert error={error} title="Could not load the activity" onRetry={refetch} />
      {data || error ? null : <ActivitySkeleton />}
      {data?.count === 0 && isNarrowed ? <EmptyState title="No results for these filters" /> : null}
      {data?.count === 0 && !isNarrowed ? (
        <EmptyState title="Nothing has happened yet">
          What people and API keys change is listed here.
        </EmptyState>
      ) : null}
      <Stack gap="lg" aria-busy={isPlaceholderData}>
        {groupByDay(data?.list ?? [], Date.now()).map(({ day, items }) => (
          <section key={day} aria-label={day}>
            <Title order={2} size="h6" mb={4}>
              {day}
            </Title>
            <ul className="plain-list activity">
              {joinMany(items).map(row => (
                <ActivityRow key={row[0]!.id} items={row} />
              ))}
            </ul>
          </section>
        ))}
      </Stack>
      <PageNavigation page={page} pagesCount={data?.pagesCount ?? 0} onChange={setPage} />
    </>
  )
}

/** Stores the filters in the page's URL, so that links and reloads show the same list. */
function useChoice() {
  const [parameters, setParameters] = useSearchParams()
  const get = (name: string) => parameters.get(name) ?? ''
  const choice = { by: get('by'), entry: get('entry'), kind: get('kind') }
  const choose = (changes: ActivityChoice) =>
    setParameters(
      new URLSearchParams(Object.entries({ ...choice, ...changes }).filter(([, value]) => value !== '')),
    )
  return [choice, choose] as const
}

const kinds: Readonly<Record<ActivityKind, string>> = {
  entry: 'Entries',
  file: 'Files',
  import: 'Imports',
  model: 'Collections and fields',
  key: 'API keys',
  member: 'Members',
  space: 'The space',
  preview: 'Shared previews',
}

interface FiltersProps {
  readonly choice: Required<ActivityChoice>
  readonly onChange: (changes: ActivityChoice) => void
  /** The items of the current page, whose actors are offered as filters. */
  readonly items: readonly ActivityItemView[]
}

function Filters({ choice, onChange, items }: FiltersProps) {
  const managesKeys = useHasRight('keys.manage')
  const managesMembers = useHasRight('members.manage')
  const sharesPreviews = useHasRight('write')
  const people = new Map(
    items.flatMap(({ by }) =>
      by ? [[by.name, by.kind === 'command' ? by.name : describeBy(by)] as const] : [],
    ),
  )
  if (choice.by !== '' && choice.by !== 'me' && !people.has(choice.by)) people.set(choice.by, choice.by)
  const names = [...people].map(([value, label]) => ({ value, label }))
  const shownKinds = (Object.keys(kinds) as ActivityKind[]).filter(
    kind =>
      (kind !== 'key' || managesKeys) &&
      (kind !== 'member' || managesMembers) &&
      (kind !== 'preview' || sharesPreviews),
  )
  return (
    <div className="activity-filters">
      <NativeSelect
        size="xs"
        aria-label="Who"
        leftSection={<IconUser size={16} stroke={1.7} aria-hidden />}
        data={[{ value: '', label: 'By anyone' }, { value: 'me', label: 'By me' }, ...names]}
        value={choice.by}
        onChange={event => onChange({ by: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label="Kind"
        leftSection={<IconFilter size={16} stroke={1.7} aria-hidden />}
        data={[
          { value: '', label: 'Everything' },
          ...shownKinds.map(kind => ({ value: kind, label: kinds[kind] })),
        ]}
        value={choice.kind}
        onChange={event => onChange({ kind: event.currentTarget.value })}
      />
      <EntrySelect
        label="Entry"
        anything="Any entry"
        collections={[]}
        value={choice.entry}
        onChange={entry => onChange({ entry })}
      />
    </div>
  )
}

const skeletonRows = 10

function ActivitySkeleton() {
  return (
    <ul className="plain-list activity" aria-busy="true">
      {Array.from({ length: skeletonRows }, (_, row) => row).map(row => (
        <li key={row} className="activity-row">
          <Skeleton circle height={24} />
          <Skeleton height={14} width="60%" />
        </li>
      ))}
    </ul>
  )
}
