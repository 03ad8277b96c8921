// Reports a space's requests in the last hour, for the dashboard's home page. /metrics has the numbers of the whole
// server.
import { z } from '@hono/zod-openapi'
import type { Member } from '../base/caller.ts'
import type { Clock } from '../base/clock.ts'
import { type Endpoint, endpoint, type Guard } from '../http/endpoint.ts'
import { respondPrivate } from '../http/json-response.ts'
import { createLastHour, type LastHour } from './last-hour.ts'

const activitySchema = z
  .object({
    requests: z.int().openapi({
      description:
        'Requests of the content API for this space in the last hour, as counted by the node that responds. Requests that were refused before content was looked up are not counted.',
    }),
    cacheHits: z.int().openapi({ description: 'How many of them were served from the cache.' }),
  })
  .openapi('Activity')

export type ActivityView = z.output<typeof activitySchema>

interface Activity {
  readonly watch: LastHour['watch']
  readonly endpoint: (reader: Guard<Member>) => Endpoint
}

export function createActivity(clock: Clock): Activity {
  const lastHour = createLastHour(clock)
  return {
    watch: lastHour.watch,
    endpoint: reader =>
      endpoint({
        method: 'get',
        path: '/api/dashboard/activity',
        operationId: 'getActivity',
        summary: 'Count the requests of the last hour',
        description: 'Requests of the content API for the current space, and how many the cache served.',
        tag: 'Dashboard',
        guard: reader,
        query: z.object({}),
        response: { schema: activitySchema, description: 'The counts of the last hour.' },
        errors: [],
        handle: async ({ caller, headers }) => respondPrivate(lastHour.read(caller.space), { headers }),
      }),
  }
}
