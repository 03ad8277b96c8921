// The shape of what the dashboard's home page shows of the server itself.
import { z } from '@hono/zod-openapi'

export const activitySchema = z
  .object({
    version: z.string(),
    startedAt: z.iso.datetime(),
    requests: z
      .int()
      .openapi({ description: 'Of the content API, answered by this node since its start, in all spaces.' }),
    errors: z.int().openapi({ description: 'Of those: answered with 500 or more.' }),
  })
  .openapi('Activity')

export type ActivityView = z.output<typeof activitySchema>
