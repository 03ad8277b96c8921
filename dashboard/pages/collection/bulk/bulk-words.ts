// The texts of the bulk change dialogs.
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { BulkProgress, RefusalReason } from '../../../api/content/operations.ts'
import { countEntries, formatCount } from '../../../parts/lists/counts.ts'
import { type BulkAction, type BulkPlan, isLive } from './bulk-plan.ts'

const number = formatCount
const are = (count: number) => (count === 1 ? 'is' : 'are')

/** Returns one sentence for each kind of effect that occurs. */
export function describePlan(action: BulkAction, { able, same }: BulkPlan): readonly string[] {
  const said: string[] = []
  const count = able.length
  const live = able.filter(isLive).length
  const say = (found: number, text: string) => {
    if (found > 0) said.push(text)
  }
  const entries = countEntries(count)
  switch (action) {
    case 'publish':
      say(
        count,
        `${entries} ${count === 1 ? 'goes' : 'go'} live, as the ${plural(count, 'draft')} ${are(count)} now.`,
      )
      say(
        same.length,
        `${number(same.length)} ${are(same.length)} published already and ${stay(same.length)} as ${isOrAre(same.length)}.`,
      )
      break
    case 'unpublish':
      say(
        count,
        `${entries} will disappear from your site (404). The ${plural(count, 'draft')} ${count === 1 ? 'stays' : 'stay'}.`,
      )
      say(count, describeReferences(count))
      say(same.length, `${number(same.length)} ${are(same.length)} not published.`)
      break
    case 'archive':
      say(count, `${entries} ${count === 1 ? 'goes' : 'go'} to the archive, out of lists and pickers.`)
      say(live, `${number(live)} of them ${are(live)} published and will disappear from your site (404).`)
      say(live, describeReferences(live))
      say(same.length, `${number(same.length)} ${are(same.length)} archived already.`)
      break
    case 'schedule':
      say(count, `${entries} will be scheduled.`)
      say(same.length, `${number(same.length)} ${are(same.length)} published already, without changes.`)
  }
  const replaced = able.filter(entry => isCancelled(action, entry)).length
  const what = replaced === 1 ? 'schedule' : 'schedules'
  say(
    replaced,
    `${number(replaced)} earlier ${what} ${are(replaced)} ${action === 'schedule' ? 'replaced' : 'cancelled'}.`,
  )
  return said
}

/** Describes the effect on entries that refer to unpublished ones. */
function describeReferences(count: number): string {
  const them = count === 1 ? 'it' : 'them'
  return `Other entries that refer to ${them} will show nothing in ${count === 1 ? 'its' : 'their'} place.`
}

const titlesMax = 10

/** Returns the first titles, and the number of other entries. */
export function nameEntries(entries: readonly EntryItemView[]): readonly string[] {
  const titles = entries.slice(0, titlesMax).map(({ title, slug }) => title ?? slug)
  const rest = entries.length - titles.length
  return rest > 0 ? [...titles, `and ${number(rest)} more`] : titles
}

const plural = (count: number, noun: string) => (count === 1 ? noun : `${noun}s`)
const stay = (count: number) => (count === 1 ? 'stays' : 'stay')
const isOrAre = (count: number) => (count === 1 ? 'it is' : 'they are')

/** Checks whether the action cancels the entry's pending schedule. */
function isCancelled(action: BulkAction, { schedule }: EntryItemView): boolean {
  if (schedule?.state !== 'pending') return false
  if (action === 'publish') return schedule.publishAt !== null
  if (action === 'unpublish') return schedule.unpublishAt !== null
  return true
}

/** For example "540 entries are published." */
export function describeDone(action: BulkAction, count: number): string {
  const words = { publish: 'published', unpublish: 'unpublished', schedule: 'scheduled', archive: 'archived' }
  return `${countEntries(count)} ${are(count)} ${words[action]}.`
}

/** Returns a sentence for each kind of entry that was neither changed nor refused. */
export function describeRest({ done, refused, unknown }: BulkProgress, total: number): readonly string[] {
  const said: string[] = []
  if (unknown.length > 0) {
    said.push(
      `The result is unknown for ${countEntries(unknown.length)}: the connection was lost before the server responded.`,
    )
  }
  const left = total - done.length - refused.size - unknown.length
  if (left > 0) said.push(`${countEntries(left)} ${left === 1 ? 'was' : 'were'} not tried.`)
  return said
}

/** Combines the server's messages with the display names of fields. */
export function describeReasons(
  reasons: readonly RefusalReason[],
  toFieldName: (apiName: string) => string,
): string {
  const texts = reasons.map(({ path, message, code }) => {
    // The server's message counts versions, which editors do not know.
    if (code === 'draft_conflict') return 'was changed in the meantime: open it to see how, then try again'
    const [, part, field] = path.split('/').map(word => word.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (part === undefined || part === '') return message
    return `${part === 'data' && field ? toFieldName(field) : path.slice(1)} ${message}`
  })
  return [...new Set(texts)].join('; ')
}
