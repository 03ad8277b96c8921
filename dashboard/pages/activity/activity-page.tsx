// Who did what with the content of the space: by day, newest first.
import { Anchor, Button, Skeleton, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ActivityItemView } from '../../../src/authoring/versions.schema.ts'
import { useCollectionNames } from '../../api/content.ts'
import { useContentActivity } from '../../api/content-activity.ts'
import { useSpacePaths } from '../../api/space.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { toExactText } from '../../parts/moment-text.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { PageNavigation, usePageParameter } from '../../parts/page-navigation.tsx'
import { ByAvatar } from '../../parts/person.tsx'
import { describeBy } from '../../parts/person-name.ts'
import { ProblemAlert } from '../../parts/problem-alert.tsx'
import { groupByDay, joinMany, toSentence } from './activity-words.ts'
import './activity.css'

export function ActivityPage() {
  const [page, setPage] = usePageParameter()
  const { data, error, refetch, isPlaceholderData } = useContentActivity(page)
  return (
    <>
      <PageHeader title="Activity" about="Who did what with the content of this space." />
      <ProblemAlert error={error} title="Could not load the activity" onRetry={refetch} />
      {data || error ? null : <ActivitySkeleton />}
      {data?.count === 0 ? (
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

/** One record, or several that say the same of several entries. */
function ActivityRow({ items }: { readonly items: readonly ActivityItemView[] }) {
  const [isOpen, setOpen] = useState(false)
  const item = items[0]!
  const others = items.slice(1)
  const { before, after } = toSentence(item)
  const time = new Date(item.at).toLocaleTimeString('en-GB', { timeStyle: 'short' })
  return (
    <li className="activity-row">
      <ByAvatar by={item.by} />
      <div className="activity-words">
        <b className="sentence-start" title={item.by?.name}>
          {describeBy(item.by)}
        </b>{' '}
        {before} <What item={item} /> {after}
        {item.version === null || others.length > 0 ? null : <VersionNote version={item.version} />}
        {others.length === 0 ? null : (
          <Button
            variant="default"
            size="compact-xs"
            ml="xs"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >{`and ${others.length.toLocaleString('en')} more`}</Button>
        )}
        {isOpen ? (
          <ul className="plain-list activity-others">
            {others.map(other => (
              <li key={other.id}>
                <What item={other} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <time className="activity-time" dateTime={item.at} title={toExactText(item.at)}>
        {time}
      </time>
    </li>
  )
}

function VersionNote({ version }: { readonly version: string }) {
  const kind = version.startsWith('p') ? 'publication' : 'draft'
  return <span className="activity-note">{`${kind} ${version.slice(1)}`}</span>
}

/** The entry, the file or the collection; of what is gone its id. */
function What({ item }: { readonly item: ActivityItemView }) {
  const { entry, slug, title, filename, collection, detail } = item
  const paths = useSpacePaths()
  const nameOf = useCollectionNames()
  if (entry !== null && slug === null) return <Gone id={entry} action={item.action} />
  if (typeof detail?.asset === 'string') {
    if (filename === null) return <Gone id={detail.asset} action={item.action} />
    return (
      <Anchor component={Link} href={paths.toAsset(detail.asset)} inherit>
        {filename}
      </Anchor>
    )
  }
  if (collection === null) return null
  const href = entry === null ? paths.toCollection(collection) : paths.toEntry(collection, entry)
  return (
    <Anchor component={Link} href={href} inherit>
      {entry === null ? nameOf(collection) : (title ?? slug)}
    </Anchor>
  )
}

function Gone({ id, action }: { readonly id: string; readonly action: ActivityItemView['action'] }) {
  const isSaid = action === 'delete' || action === 'asset.delete'
  return <span className="activity-note">{isSaid ? id : `${id}, which is deleted`}</span>
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
