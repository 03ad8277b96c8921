// Endpoints of schedules, which publish and withdraw entries at given times.
import { z } from '@hono/zod-openapi'
import type { Caller } from '../../base/caller.ts'
import { entryNotFound } from '../../entries/entry-problems.ts'
import { cancelSchedule, scheduleEntry } from '../../entries/schedule-entry.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/json-response.ts'
import { type EntriesRoutesParts, entriesTag } from '../entries/entries.routes.ts'
import { entryParams, stateDocumentSchema } from '../entries/entries.schema.ts'
import { changeEntry, type Work } from '../entries/entries.service.ts'
import { requireSchedule, scheduleListSchema, scheduleQuerySchema, scheduleShape } from './schedule.schema.ts'
import { readSchedulePage } from './schedule.service.ts'

const base = '/api/v1'
const noQuery = z.object({})

export function scheduleEndpoints(parts: EntriesRoutesParts): Endpoint[] {
  const common = {
    path: `${base}/entries/{id}/schedule`,
    tag: entriesTag,
    guard: parts.guardFor('publish'),
    params: entryParams,
    query: noQuery,
    response: { schema: stateDocumentSchema, description: 'The entry as it is now.' },
  } as const
  const change = async (
    caller: Caller,
    id: string | null | undefined,
    work: (parts: Work, id: string) => Promise<{ readonly id: string }>,
  ) => {
    if (id == null) throw entryNotFound()
    const { doc, cancelled } = await changeEntry(parts, caller, ['publish'], own => work(own, id))
    return { doc, ...(cancelled && { cancelled }) }
  }
  return [
    endpoint({
      ...common,
      method: 'put',
      operationId: 'scheduleEntry',
      summary: 'Schedule an entry',
      description:
        'Sets the whole schedule of the entry: a time that is absent is cancelled. At `publishAt` the version of the draft that is current now goes live, whatever the draft has become by then, together with the drafts of `with`. What it refers to and will not be live by then is in `doc.schedule.notLive`. Repeating the request changes nothing.',
      body: z.object(scheduleShape),
      errors: ['entry_not_found', 'entry_archived', 'draft_conflict', 'draft_invalid'],
      handle: async ({ caller, params, body, headers }) => {
        if (params.id == null) throw entryNotFound()
        requireSchedule({ ...body, id: params.id }, parts.clock())
        const schedule = ({ transaction }: Work, id: string) => scheduleEntry(transaction, { ...body, id })
        return respondPrivate(await change(caller, params.id, schedule), { headers })
      },
    }),
    endpoint({
      ...common,
      method: 'delete',
      operationId: 'cancelSchedule',
      summary: 'Cancel the schedule of an entry',
      description:
        'Nothing is published or withdrawn at a later time, nor what was scheduled `with` it. Without a schedule nothing changes.',
      errors: ['entry_not_found'],
      handle: async ({ caller, params, headers }) =>
        respondPrivate(
          await change(caller, params.id, ({ transaction }, id) => cancelSchedule(transaction, id)),
          { headers },
        ),
    }),
    endpoint({
      method: 'get',
      path: `${base}/schedule`,
      tag: entriesTag,
      operationId: 'listSchedules',
      summary: 'List schedules',
      description:
        'What is going to be published or withdrawn, and what was refused when its time came, in the order of time.',
      guard: parts.guardFor('read'),
      query: scheduleQuerySchema,
      response: { schema: scheduleListSchema, description: 'A page of schedules.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await readSchedulePage(parts.database, caller, query), { headers }),
    }),
  ]
}
