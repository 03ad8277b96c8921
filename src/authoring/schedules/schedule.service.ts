// Lists schedules.
import { type Caller, toActorTexts } from '../../base/caller.ts'
import type { Database } from '../../database/database.ts'
import { toLimit, toList } from '../../http/record.schema.ts'
import { readScheduleViews } from '../entries/schedule-targets.ts'
import type { ScheduleQuery } from './schedule.schema.ts'
import { countSchedules, listSchedules } from './schedule-lists.store.ts'

/** Lists schedules by time. */
export function readSchedulePage(
  database: Database,
  caller: Caller,
  { state, createdBy, ...range }: ScheduleQuery,
) {
  const { space } = caller
  const filter = { state, createdBy: createdBy === undefined ? undefined : toActorTexts(caller, createdBy) }
  return database.snapshot(space, async reads => {
    const rows = await listSchedules(reads, space, { ...filter, ...toLimit(range) })
    const views = await readScheduleViews(
      reads,
      space,
      rows.map(({ draftVersion, ...row }) => ({ row, draftVersion })),
    )
    const list = rows.map(({ entry: id, collection, slug, title }, index) => ({
      entry: { id, collection, slug, title },
      ...views[index]!,
    }))
    return toList(list, await countSchedules(reads, space, filter), range)
  })
}
