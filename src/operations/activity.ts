// What clients have asked of this process and what its kept answers were good for: for the dashboard's home page. What
// the dashboard asks itself, pages and probes are no measure of how much content is read.
import { z } from '@hono/zod-openapi'
import type { CacheCounts } from '../base/cache-counts.ts'
import { type Clock, toTimestamp } from '../base/clock.ts'
import { type Member, managers } from '../base/member.ts'
import { type Endpoint, endpoint, type Guard } from '../http/endpoint.ts'
import { answerPrivate } from '../http/private-answer.ts'
import { version } from '../version.ts'
import { type ActivityView, activitySchema } from './activity.schema.ts'
import { createActivityRing, type LastHour } from './activity-ring.ts'

export interface Activity {
  /** What happens to answers that are kept. */
  readonly cache: CacheCounts
  readonly onAnswer: (status: number) => void
  readonly endpoint: (anyMember: Guard<Member>) => Endpoint
}

/** `cacheBytes` is what answers that are kept may take. */
export function createActivity(clock: Clock, cacheBytes: number): Activity {
  const startedAt = toTimestamp(clock())
  const ring = createActivityRing(clock)
  let requests = 0
  let errors = 0
  return {
    cache: ring.counts,
    onAnswer: status => {
      requests += 1
      if (status >= 500) errors += 1
    },
    endpoint: anyMember =>
      endpoint({
        method: 'get',
        path: '/api/dashboard/activity',
        operationId: 'getActivity',
        summary: 'What clients have asked of the content API, and how the cache does',
        description: 'Counted by the node that answers, for all spaces.',
        tag: 'Dashboard',
        guard: anyMember,
        query: z.object({}),
        response: { schema: activitySchema, description: 'Counts since the start, and of the last hour.' },
        errors: [],
        handle: async ({ caller, headers }) => {
          // What other spaces are read for, minute by minute, is for those who run something here.
          const cache = managers.includes(caller.role) ? toView(ring.read(), cacheBytes) : null
          const view: ActivityView = { version, startedAt, requests, errors, cache }
          return answerPrivate(view, { headers })
        },
      }),
  }
}

function toView({ minutes, ...hour }: LastHour, bytesMax: number): ActivityView['cache'] {
  return { minutes: minutes.map(one => ({ ...one, at: toTimestamp(one.at) })), ...hour, bytesMax }
}
