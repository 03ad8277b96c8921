// Shows the facts of an entry: its live version, publication, schedule, referrers, and who changed and created it.
import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Actor } from '../../../../src/base/actor.ts'
import { useEntryLinks } from '../../../api/content/entry-actions.ts'
import { useNameOf } from '../../../parts/people/use-name-of.ts'
import { Moment } from '../../../parts/time/moment.tsx'
import { toExactText } from '../../../parts/time/moment-text.ts'
import type { DialogName } from '../dialog/dialog-props.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { useEntryRights } from '../rights.ts'

interface EntryDetailsProps {
  readonly panel: EntryPanelProps
  readonly onOpen: (dialog: DialogName) => void
}

export function EntryDetails({ panel, onOpen }: EntryDetailsProps) {
  const { entry } = panel
  const { live, createdAt, createdBy, updatedAt, updatedBy, firstPublishedAt } = entry
  const isOlder = firstPublishedAt !== null && firstPublishedAt !== live?.publishedAt
  return (
    <dl className="entry-details">
      <Detail name="Live version">{live?.version ?? 'None'}</Detail>
      <Detail name="Published">
        {live ? <time dateTime={live.publishedAt}>{toExactText(live.publishedAt)}</time> : 'Not published'}
      </Detail>
      {isOlder ? (
        <Detail name="First published">
          <time dateTime={firstPublishedAt}>{toExactText(firstPublishedAt)}</time>
        </Detail>
      ) : null}
      <Detail name="Schedule">
        <Schedule panel={panel} onOpen={onOpen} />
      </Detail>
      <Detail name="Used by">
        <UsedBy id={entry.id} onOpen={() => onOpen('usedBy')} />
      </Detail>
      <Detail name="Changed">
        <Moment at={updatedAt} /> <Who by={updatedBy} />
      </Detail>
      <Detail name="Created">
        <Moment at={createdAt} /> <Who by={createdBy} />
      </Detail>
      <Detail name="ID">
        <Text span inherit ff="monospace" fz="xs" className="entry-text">
          {entry.id}
        </Text>
      </Detail>
    </dl>
  )
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Who({ by }: { readonly by: Actor | null }) {
  const nameOf = useNameOf()
  return by === null ? null : <Text span inherit c="dimmed">{`by ${nameOf(by)}`}</Text>
}

function Schedule({ panel, onOpen }: EntryDetailsProps) {
  const { canPublish } = useEntryRights()
  const { schedule, state } = panel.entry
  const at = schedule?.state === 'pending' ? (schedule.publishAt ?? schedule.unpublishAt) : null
  if (!canPublish || state === 'archived') return at === null ? 'None' : toExactText(at)
  const text = schedule?.state === 'failed' ? 'Failed: set another time' : 'Set a time'
  return (
    <DetailButton onClick={() => onOpen('schedule')}>{at === null ? text : toExactText(at)}</DetailButton>
  )
}

function UsedBy({ id, onOpen }: { readonly id: string; readonly onOpen: () => void }) {
  const { data } = useEntryLinks(id)
  if (!data) return '…'
  if (data.fromCount === 0) return 'Not used'
  const text = `${data.fromCount.toLocaleString('en')} ${data.fromCount === 1 ? 'entry' : 'entries'}`
  return <DetailButton onClick={onOpen}>{text}</DetailButton>
}

function DetailButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <Anchor component="button" type="button" inherit mih={24} onClick={onClick}>
      {children}
    </Anchor>
  )
}
