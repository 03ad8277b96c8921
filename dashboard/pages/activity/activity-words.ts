// What is said of a record of the activity. No React here.
import type { ActivityItemView } from '../../../src/authoring/versions.schema.ts'
import { toExactText } from '../../parts/moment-text.ts'

/** The entry or the file stands between the two. */
export interface ActivitySentence {
  readonly before: string
  readonly after: string
}

const verbs: Record<ActivityItemView['action'], string> = {
  create: 'created',
  edit: 'edited',
  restore: 'restored an older version of',
  discard: 'discarded the changes of',
  publish: 'published',
  unpublish: 'unpublished',
  schedule: 'scheduled',
  archive: 'archived',
  unarchive: 'unarchived',
  delete: 'deleted',
  import: 'changed content',
  model: 'changed the model of',
  'asset.create': 'uploaded the file',
  'asset.update': 'changed the file',
  'asset.replace': 'replaced the file',
  'asset.delete': 'deleted the file',
}

export function toSentence({ action, detail }: ActivityItemView): ActivitySentence {
  if (action === 'import') {
    const counts = Object.entries(detail ?? {}).filter(([, count]) => typeof count === 'number' && count > 0)
    const words = counts.map(([what, count]) => `${count} ${what}`)
    return { before: verbs.import, after: words.length === 0 ? '' : `(${words.join(', ')})` }
  }
  if (action !== 'schedule') return { before: verbs[action], after: '' }
  const at = (name: string) => {
    const time = detail?.[name]
    return typeof time === 'string' ? toExactText(time) : null
  }
  const parts = [
    ...(at('publishAt') ? [`go live on ${at('publishAt')}`] : []),
    ...(at('unpublishAt') ? [`be unpublished on ${at('unpublishAt')}`] : []),
  ]
  if (parts.length === 0) return { before: 'cancelled the schedule of', after: '' }
  return { before: verbs.schedule, after: `to ${parts.join(' and to ')}` }
}

/** For example "Today", "Yesterday" or "Thu 12 Nov 2026", in local time. */
export function toDay(at: string, now: number): string {
  const toDate = (time: number) => new Date(time).toLocaleDateString('en-CA')
  const day = toDate(Date.parse(at))
  if (day === toDate(now)) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (day === toDate(yesterday.getTime())) return 'Yesterday'
  return new Date(at)
    .toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
    .replace(',', '')
}

/** What one request did to many entries of a collection is one row: neighbours that differ in their entries only. */
export function joinMany(items: readonly ActivityItemView[]): readonly (readonly ActivityItemView[])[] {
  const rows: ActivityItemView[][] = []
  const toKey = ({ at, by, action, collection, entry }: ActivityItemView) =>
    entry === null ? null : JSON.stringify([at, by, action, collection])
  for (const item of items) {
    const last = rows.at(-1)
    const key = toKey(item)
    if (last && key !== null && key === toKey(last[0]!)) last.push(item)
    else rows.push([item])
  }
  return rows
}

/** Neighbours of one day together, in their order. */
export function groupByDay<Item extends { readonly at: string }>(
  items: readonly Item[],
  now: number,
): readonly { readonly day: string; readonly items: readonly Item[] }[] {
  const groups: { day: string; items: Item[] }[] = []
  for (const item of items) {
    const day = toDay(item.at, now)
    const last = groups.at(-1)
    if (last?.day === day) last.items.push(item)
    else groups.push({ day, items: [item] })
  }
  return groups
}
