// Reports a space's requests in the last hour, for the dashboard's home page. /metrics has the numbers of the whole server.
import { z } from '@hono/zod-openapi'
import type { Clock } from '../base/clock.ts'
import type { Member } from '../base/member.ts'
import { type Endpoint, endpoint, type Guard } from '../http/endpoint.ts'
import { respondPrivate } from '../http/response/private-response.ts'
import { activitySchema } from './activity.schema.ts'
import { createLastHour, type LastHour } from './last-hour.ts'

export interface Activity {
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
