// One row of the activity log: the actor, the action, the object and the time.
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ActivityItemView } from '../../../src/authoring/activity/activity-list.schema.ts'
import { useCollectionNames } from '../../api/content/content.ts'
import { useSpacePaths } from '../../api/space.ts'
import { formatCount } from '../lists/counts.ts'
import { ByAvatar } from '../people/person.tsx'
import { toExactText, toShortTime } from '../time/moment.tsx'
import { toName, toSentence } from './activity-words.ts'
import './activity.css'

interface ActivityRowProps {
  readonly items: readonly ActivityItemView[]
  /** True if no heading above the row shows the day. */
  readonly isOnAnyDay?: boolean
}

/** Shows one record, or several records with the same action on several entries. */
export function ActivityRow({ items, isOnAnyDay = false }: ActivityRowProps) {
  const [isOpen, setOpen] = useState(false)
  const item = items[0]!
  const isSaves = item.action === 'edit' && items.every(({ entry }) => entry === item.entry)
  const others = isSaves ? [] : items.slice(1)
  const { who, before, after } = toSentence(item)
  const time = new Date(item.at).toLocaleTimeString('en-GB', { timeStyle: 'short' })
  return (
    <li className="activity-row">
      <ByAvatar by={item.by} />
      <div className="activity-words">
        {who === null ? null : (
          <b className="sentence-start" title={item.by?.name}>
            {who}
          </b>
        )}{' '}
        {before} <What item={item} /> {after}
        {isSaves && items.length > 1 ? (
          <span className="activity-note">{`${formatCount(items.length)} times`}</span>
        ) : null}
        {others.length === 0 ? null : (
          <Button
            variant="default"
            size="compact-xs"
            ml="xs"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >{`and ${formatCount(others.length)} more`}</Button>
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
        {isOnAnyDay ? toShortTime(item.at, Date.now()) : time}
      </time>
    </li>
  )
}

/** Shows the entry, file or collection. A deleted one is shown by its id. */
function What({ item }: { readonly item: ActivityItemView }) {
  const { action, entry, slug, title, filename, collection, detail } = item
  const paths = useSpacePaths()
  const nameOf = useCollectionNames()
  if (entry !== null && slug === null) return <Gone id={entry} action={action} />
  if (typeof detail?.asset === 'string') {
    if (filename === null) return <Gone id={detail.asset} action={action} />
    return (
      <Anchor component={Link} href={paths.toAsset(detail.asset)} inherit>
        {filename}
      </Anchor>
    )
  }
  const name = toName(item)
  if (name !== null && !isJoining(item)) return <span>{action === 'model' ? name : <b>{name}</b>}</span>
  if (collection === null) return null
  const href = entry === null ? paths.toCollection(collection) : paths.toEntry(collection, entry)
  return (
    <Anchor component={Link} href={href} inherit>
      {entry === null ? nameOf(collection) : (title ?? slug)}
    </Anchor>
  )
}

/** Checks whether the actor is the member who joined, so that the name is not repeated. */
function isJoining({ action, by, detail }: ActivityItemView): boolean {
  return action === 'member.join' && by?.name === detail?.email
}

function Gone({ id, action }: { readonly id: string; readonly action: ActivityItemView['action'] }) {
  const isSaid = action === 'delete' || action === 'asset.delete'
  return <span className="activity-note">{isSaid ? id : `${id} (deleted)`}</span>
}
