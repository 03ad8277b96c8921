// Endpoints of schedules: when entries go live, and when they are withdrawn.
import { z } from '@hono/zod-openapi'
import type { Caller } from '../base/caller.ts'
import type { Clock } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import type { Database } from '../database/database.ts'
import { type Endpoint, endpoint, type Guard } from '../http/endpoint.ts'
import { respondPrivate } from '../http/private-response.ts'
import { entryDetailSchema, entryParamsSchema } from './entries.schema.ts'
import { getEntry } from './entries.service.ts'
import {
  cancelledSchema,
  newScheduleSchema,
  scheduleListSchema,
  scheduleQuerySchema,
} from './schedule.schema.ts'
import { changeSchedule, readSchedulePage, type WantedSchedule } from './schedule.service.ts'

interface ScheduleRoutesParts {
  readonly database: Database
  readonly clock: Clock
  readonly reader: Guard<Caller>
  readonly publisher: Guard<Caller>
}

const base = '/api/v1'
const tag = 'Entries'
const noQuery = z.object({})
const responseSchema = z
  .object({ doc: entryDetailSchema, cancelled: cancelledSchema.optional() })
  .openapi('ScheduledEntryDocument')

export function scheduleEndpoints(parts: ScheduleRoutesParts): Endpoint[] {
  const { database, clock, reader, publisher } = parts
  const common = {
    path: `${base}/entries/{id}/schedule`,
    tag,
    guard: publisher,
    params: entryParamsSchema,
    query: noQuery,
    response: { schema: responseSchema, description: 'The entry, and what is cancelled.' },
  } as const
  const change = async (caller: Caller, id: string | null, wanted: WantedSchedule | null) => {
    const cancelled = await changeSchedule({ database, clock }, caller, id, wanted)
    return { doc: await getEntry(database, caller.space, id), ...(cancelled && { cancelled }) }
  }
  return [
    endpoint({
      ...common,
      method: 'put',
      operationId: 'scheduleEntry',
      summary: 'Schedule an entry',
      description:
        'Sets the whole schedule of the entry: a time that is absent is cancelled. At `publishAt` the version of the draft that is current now goes live, whatever the draft has become by then. Repeating the request changes nothing.',
      body: newScheduleSchema(clock),
      errors: ['entry_not_found', 'entry_archived', 'draft_conflict', 'draft_invalid'],
      handle: async ({ caller, params, body, headers }) => {
        requireOrder(body)
        return respondPrivate(await change(caller, params.id ?? null, body), { headers })
      },
    }),
    endpoint({
      ...common,
      method: 'delete',
      operationId: 'cancelSchedule',
      summary: 'Cancel the schedule of an entry',
      description: 'Nothing is published or withdrawn at a later time. Without a schedule nothing changes.',
      errors: ['entry_not_found'],
      handle: async ({ caller, params, headers }) =>
        respondPrivate(await change(caller, params.id ?? null, null), { headers }),
    }),
    endpoint({
      method: 'get',
      path: `${base}/schedule`,
      tag,
      operationId: 'listSchedules',
      summary: 'List schedules',
      description:
        'What is going to be published or withdrawn, and what was refused when its time came, in the order of time.',
      guard: reader,
      query: scheduleQuerySchema,
      response: { schema: scheduleListSchema, description: 'A page of schedules.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await readSchedulePage(database, caller.space, query), { headers }),
    }),
  ]
}

function requireOrder({ publishAt, unpublishAt }: WantedSchedule): void {
  if (publishAt === null && unpublishAt === null) {
    throw refuse(
      'publishAt',
      'must be given, unless `unpublishAt` is; DELETE cancels the schedule of the entry',
    )
  }
  if (publishAt !== null && unpublishAt !== null && unpublishAt <= publishAt) {
    throw refuse('unpublishAt', 'must be later than publishAt')
  }
}

function refuse(name: string, message: string): Problem {
  return new Problem('invalid_body', `${name} ${message}.`, { errors: [{ in: 'body', name, message }] })
}
