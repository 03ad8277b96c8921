// Describes the records of the activity log.
import type { ActivityItemView } from '../../../src/authoring/activity/activity-list.schema.ts'
import { describeBy, toSentenceStart } from '../people/person.tsx'
import { toExactText } from '../time/moment.tsx'

/** The name of the entry, file, collection or person is placed between `before` and `after`. */
export interface ActivitySentence {
  /** Null for a schedule, which has no actor at that moment. */
  readonly who: string | null
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
  model: 'changed the fields of',
  'asset.create': 'uploaded the file',
  'asset.update': 'changed the file',
  'asset.replace': 'replaced the file',
  'asset.delete': 'deleted the file',
  'key.create': 'created the API key',
  'key.update': 'changed the API key',
  'key.rotate': 'replaced the secret of the API key',
  'key.revoke': 'revoked the API key',
  'member.invite': 'invited',
  'member.withdraw': 'withdrew the invitation of',
  'member.join': 'added',
  'member.update': 'changed the role of',
  'member.remove': 'removed',
  'space.create': 'created the space',
  'space.update': 'renamed the space to',
  'preview.share': 'shared a preview',
  'preview.revoke': 'revoked the link to a preview',
}

/** The verbs for a model change with a single operation. */
const modelVerbs: Readonly<Record<string, string>> = {
  create: 'created the collection',
  delete: 'deleted the collection',
  set: 'changed the settings of',
  addField: 'added a field to',
  setField: 'changed a field of',
  moveField: 'moved a field of',
  renameField: 'renamed a field of',
  convertField: 'changed the type of a field of',
  removeField: 'removed a field from',
  restoreField: 'restored a field of',
}

const variantVerbs: Readonly<Record<string, string>> = {
  create: 'created the variant',
  delete: 'deleted the variant',
}

function toModelVerb(detail: ActivityItemView['detail']): string {
  const { operations, variant } = detail ?? {}
  const kinds = new Set(Array.isArray(operations) ? (operations as readonly string[]) : [])
  const [first, ...more] = kinds
  if (typeof variant === 'string') return variantVerbs[first ?? ''] ?? 'changed the variant'
  return (more.length === 0 ? modelVerbs[first ?? ''] : undefined) ?? verbs.model
}

/** Returns the name of a person, key or space, which has no page to link to. */
export function toName({ action, detail }: ActivityItemView): string | null {
  const name = action.startsWith('member.') ? detail?.email : (detail?.name ?? detail?.variant)
  return typeof name === 'string' ? name : null
}

const withRole: readonly ActivityItemView['action'][] = ['member.invite', 'member.join', 'member.update']

function toRole({ action, detail }: ActivityItemView): string {
  const role = detail?.role
  if (typeof role !== 'string' || !withRole.includes(action)) return ''
  return action === 'member.update' ? `to ${role}` : `as ${role}`
}

export function toSentence(item: ActivityItemView): ActivitySentence {
  const { action, by } = item
  if (by?.kind === 'schedule') {
    return { who: null, before: `${toSentenceStart(verbs[action])} on schedule:`, after: '' }
  }
  return { who: describeBy(by), ...toPredicate(item) }
}

function toPredicate(item: ActivityItemView): Omit<ActivitySentence, 'who'> {
  const { action, detail, by } = item
  if (action === 'member.join' && by?.kind === 'user' && by.name === detail?.email) {
    const role = toRole(item)
    return { before: role === '' ? 'joined the space' : `joined the space ${role}`, after: '' }
  }
  if (action === 'space.update' && detail?.previewSites !== undefined) {
    return { before: 'changed the preview sites of the space', after: '' }
  }
  if (action === 'model') return { before: toModelVerb(detail), after: '' }
  if (action === 'import') {
    const counts = Object.entries(detail ?? {}).filter(([, count]) => typeof count === 'number' && count > 0)
    const words = counts.map(([what, count]) => `${count} ${what}`)
    return { before: verbs.import, after: words.length === 0 ? '' : `(${words.join(', ')})` }
  }
  if (action !== 'schedule') return { before: verbs[action], after: toRole(item) }
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

/**
 * Groups records into rows: one request's action on many entries of a collection, or one person's saves of an entry,
 * unless another action on the entry lies between them. The items are sorted newest first and belong to one day.
 */
export function joinMany(items: readonly ActivityItemView[]): readonly (readonly ActivityItemView[])[] {
  const rows: ActivityItemView[][] = []
  /** The row of the previous record of each entry. */
  const rowOf = new Map<string, ActivityItemView[]>()
  for (const item of items) {
    const row = findRow(item, rows.at(-1), rowOf)
    if (row) row.push(item)
    else rows.push([item])
    if (item.entry !== null) rowOf.set(item.entry, row ?? rows.at(-1)!)
  }
  return rows
}

function findRow(
  item: ActivityItemView,
  last: ActivityItemView[] | undefined,
  rowOf: ReadonlyMap<string, ActivityItemView[]>,
): ActivityItemView[] | undefined {
  const before = item.entry === null ? undefined : rowOf.get(item.entry)
  if (before && isSameEdit(before[0]!, item)) return before
  return last && isSameRequest(last[0]!, item) ? last : undefined
}

function isSameEdit(one: ActivityItemView, other: ActivityItemView): boolean {
  const isEdit = one.action === 'edit' && other.action === 'edit'
  return isEdit && one.entry === other.entry && JSON.stringify(one.by) === JSON.stringify(other.by)
}

function isSameRequest(one: ActivityItemView, other: ActivityItemView): boolean {
  if (one.entry === null || other.entry === null) return false
  const toKey = ({ at, by, action, collection }: ActivityItemView) =>
    JSON.stringify([at, by, action, collection])
  return toKey(one) === toKey(other)
}

/** Groups consecutive items of the same day, in their order. */
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
