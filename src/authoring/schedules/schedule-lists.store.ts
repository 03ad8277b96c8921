// SQL statements that list schedules with their entries.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { isIn, query, type Reads } from '../../database/database.ts'
import type { ScheduleState } from '../../entries/schedules.ts'

interface ScheduleFilter {
  /** Undefined means all states. */
  readonly state?: ScheduleState | undefined
  /** Actors as stored; undefined means any actor. */
  readonly createdBy?: readonly string[] | undefined
}

/** Lists schedules by the time at which they are due or were refused. */
export async function listSchedules(
  reads: Reads,
  space: SpaceId,
  { limit, offset, ...filter }: ScheduleFilter & { readonly limit: number; readonly offset: number },
) {
  return reads.all(
    schedulesOf(space, filter)
      .innerJoin('entry', join => join.on('entry.space', '=', space).onRef('entry.id', '=', 'schedule.entry'))
      .select([
        'schedule.entry',
        'schedule.draft_version',
        'schedule.publish_at',
        'schedule.unpublish_at',
        'schedule.due_at',
        'schedule.state',
        'schedule.reason',
        'schedule.problems',
        'schedule.group_entry',
        'schedule.created_at',
        'schedule.created_by',
        'entry.collection',
        'entry.slug',
        'entry.title',
        'entry.draft_version as draftVersion',
      ])
      .orderBy(sql`coalesce(schedule.publish_at, schedule.unpublish_at)`)
      .orderBy('schedule.entry')
      .limit(limit)
      .offset(offset),
  )
}

export async function countSchedules(reads: Reads, space: SpaceId, filter: ScheduleFilter): Promise<number> {
  const row = await reads.first(
    schedulesOf(space, filter).select(({ fn }) => fn.countAll<number>().as('count')),
  )
  return row?.count ?? 0
}

function schedulesOf(space: SpaceId, { state, createdBy }: ScheduleFilter) {
  return query
    .selectFrom('schedule')
    .where('schedule.space', '=', space)
    .$if(state !== undefined, schedules => schedules.where('schedule.state', '=', state!))
    .$if(createdBy !== undefined, schedules => schedules.where(isIn('schedule.created_by', createdBy!)))
}
