// How many requests of clients this process has answered: for the dashboard's home page. What the dashboard asks itself,
// pages and probes are no measure of how much content is read.
import { z } from '@hono/zod-openapi'
import { type Clock, toTimestamp } from '../base/clock.ts'
import type { Member } from '../base/member.ts'
import { type Endpoint, endpoint, type Guard } from '../http/endpoint.ts'
import { answerPrivate } from '../http/private-answer.ts'
import { version } from '../version.ts'
import { activitySchema } from './activity.schema.ts'

export interface Activity {
  readonly onAnswer: (status: number) => void
  readonly endpoint: (anyMember: Guard<Member>) => Endpoint
}

export function createActivity(clock: Clock): Activity {
  const startedAt = clock()
  let requests = 0
  let errors = 0
  return {
    onAnswer: status => {
      requests += 1
      if (status >= 500) errors += 1
    },
    endpoint: anyMember =>
      endpoint({
        method: 'get',
        path: '/api/dashboard/activity',
        operationId: 'getActivity',
        summary: 'What clients have asked of the content API since the start',
        description: 'Counted by the node that answers, for all spaces.',
        tag: 'Dashboard',
        guard: anyMember,
        query: z.object({}),
        response: { schema: activitySchema, description: 'Counts since the start.' },
        errors: [],
        handle: async ({ headers }) =>
          answerPrivate({ version, startedAt: toTimestamp(startedAt), requests, errors }, { headers }),
      }),
  }
}
