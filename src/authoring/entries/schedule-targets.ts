// Looks up what the view of a schedule shows besides its row: the entries that go live with it, and the targets of its
// draft that will not be live by then according to their own schedules.
import type { SpaceId } from '../../base/ids.ts'
import { readModels } from '../../content/model/collections.store.ts'
import { findTargets, readTargets } from '../../content/tables/draft-references.store.ts'
import { readDraftVersions } from '../../content/tables/entry-versions.store.ts'
import { readGroups, readSchedules, type ScheduleRow } from '../../content/tables/schedules.store.ts'
import type { Collection, EntryState } from '../../content/values/model.ts'
import type { Reads } from '../../database/database.ts'
import { isPublicationPending, toScheduleView } from '../../entries/schedules.ts'
import { type DraftTarget, listDraftLinks, toLinks, toTimes } from './entry-links.ts'
import type { FullScheduleView, TargetView } from './schedule-view.schema.ts'

interface ScheduleOfEntry {
  readonly row: ScheduleRow
  /** The version of the current draft. */
  readonly draftVersion: number
}

/** Returns the views in the order of `schedules`. Pass `models` if they are loaded already. */
export async function readScheduleViews(
  reads: Reads,
  space: SpaceId,
  schedules: readonly ScheduleOfEntry[],
  models?: ReadonlyMap<string, Collection>,
): Promise<FullScheduleView[]> {
  if (schedules.length === 0) return []
  const rows = schedules.map(({ row }) => row)
  const others = await readOthers(reads, space, rows)
  const notLive = await readNotLive(reads, space, rows, models)
  return schedules.map(({ row, draftVersion }) => {
    const { problems, ...view } = toScheduleView(row, draftVersion)
    return {
      ...view,
      problems,
      with: (others.get(row.group_entry ?? '') ?? []).filter(({ id }) => id !== row.entry),
      notLive: [...(notLive.get(row.entry) ?? [])],
    }
  })
}

async function readOthers(reads: Reads, space: SpaceId, rows: readonly ScheduleRow[]) {
  const groups = [...new Set(rows.flatMap(row => row.group_entry ?? []))]
  const members = await readGroups(reads, space, groups)
  const named = members.map(({ entry }) => ({ field: '', to: { id: entry } }))
  const entries = new Map((await readTargets(reads, space, named)).map(row => [row.id, row]))
  const views = members.flatMap(({ entry: id, draft_version: draftVersion, group_entry: group }) => {
    const entry = entries.get(id)
    if (!entry) return []
    const { collection, slug, title } = entry
    return [{ group, view: { id, draftVersion, collection, slug, title } }]
  })
  const byGroup = Map.groupBy(views, ({ group }) => group!)
  return new Map([...byGroup].map(([group, each]) => [group, each.map(({ view }) => view)]))
}

/** The number of drafts that are in memory at a time. */
const batchSize = 20
const notLiveMax = 500

/** Returns the targets that will not be live, by entry. Entries whose targets will all be live are left out. */
async function readNotLive(
  reads: Reads,
  space: SpaceId,
  rows: readonly ScheduleRow[],
  given?: ReadonlyMap<string, Collection>,
): Promise<ReadonlyMap<string, readonly TargetView[]>> {
  const publishing = rows.filter(row => row.publish_at !== null)
  const found = new Map<string, readonly TargetView[]>()
  if (publishing.length === 0) return found
  const models = given ?? new Map((await readModels(reads, space)).map(model => [model.apiName, model]))
  for (let start = 0; start < publishing.length; start += batchSize) {
    const batch = publishing.slice(start, start + batchSize)
    const links = await readScheduledLinks(reads, space, batch, models)
    const ids = [...links.values()].flatMap(each => each.flatMap(({ id }) => id ?? []))
    const schedules = await readSchedules(reads, space, [...new Set(ids)])
    for (const { entry, publish_at: at } of batch) {
      const absent = (links.get(entry) ?? []).flatMap(link => {
        const schedule = schedules.get(link.id ?? '')
        return isLiveAt(link.state, schedule, at!) ? [] : [{ ...link, ...toTimes(schedule) }]
      })
      if (absent.length > 0) found.set(entry, absent.slice(0, notLiveMax))
    }
  }
  return found
}

/** Returns the targets of the scheduled drafts, each target once per field. */
async function readScheduledLinks(
  reads: Reads,
  space: SpaceId,
  rows: readonly ScheduleRow[],
  models: ReadonlyMap<string, Collection>,
): Promise<ReadonlyMap<string, readonly DraftTarget[]>> {
  const versions = new Map(rows.map(row => [row.entry, row.draft_version]))
  const drafts = await readDraftVersions(reads, space, versions)
  const links = new Map<string, readonly DraftTarget[]>()
  for (const [id, { collection, data, variants }] of drafts) {
    const written = listDraftLinks(models.get(collection)?.fields ?? [], { data, variants })
    if (written.length === 0) continue
    const { find } = await findTargets(reads, space, written)
    links.set(id, toLinks(written, find))
  }
  return links
}

/** Checks whether a target is live at a time. A publication or a withdrawal at exactly that time counts as executed. */
function isLiveAt(state: EntryState | null, schedule: ScheduleRow | undefined, at: number): boolean {
  if (schedule?.unpublish_at != null && schedule.unpublish_at <= at) return false
  if (state === 'live' || state === 'changed') return true
  return schedule !== undefined && isPublicationPending(schedule) && schedule.publish_at! <= at
}
