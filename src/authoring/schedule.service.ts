// Lists what is scheduled.
import type { SpaceId } from '../base/ids.ts'
import type { Database } from '../database/database.ts'
import { toScheduleView } from '../drafts/schedules.ts'
import { type PageRange, toLimit, toList } from '../http/list.ts'
import { countSchedules, listSchedules, type ScheduleFilter } from './schedule-lists.store.ts'

/** In the order of their times. */
export function readSchedulePage(
  database: Database,
  space: SpaceId,
  { state, ...range }: PageRange & ScheduleFilter,
) {
  return database.snapshot(space, async reads => {
    const rows = await listSchedules(reads, space, { state, ...toLimit(range) })
    const list = rows.map(({ collection, slug, title, draftVersion, ...row }) => ({
      entry: { id: row.entry, collection, slug, title },
      ...toScheduleView(row, draftVersion),
    }))
    return toList(list, await countSchedules(reads, space, { state }), range)
  })
}
