// Lists what is scheduled.
import { toByTexts } from '../base/by.ts'
import type { Caller } from '../base/caller.ts'
import type { Database } from '../database/database.ts'
import { toScheduleView } from '../drafts/schedules.ts'
import { toLimit, toList } from '../http/list.ts'
import type { ScheduleQuery } from './schedule.schema.ts'
import { countSchedules, listSchedules } from './schedule-lists.store.ts'

/** In the order of their times. */
export function readSchedulePage(
  database: Database,
  caller: Caller,
  { state, createdBy, ...range }: ScheduleQuery,
) {
  const { space } = caller
  const filter = { state, createdBy: createdBy === undefined ? undefined : toByTexts(caller, createdBy) }
  return database.snapshot(space, async reads => {
    const rows = await listSchedules(reads, space, { ...filter, ...toLimit(range) })
    const list = rows.map(({ collection, slug, title, draftVersion, ...row }) => ({
      entry: { id: row.entry, collection, slug, title },
      ...toScheduleView(row, draftVersion),
    }))
    return toList(list, await countSchedules(reads, space, filter), range)
  })
}
