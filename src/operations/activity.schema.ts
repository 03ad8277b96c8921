// The shape of what the dashboard's home page shows of the server itself.
import { z } from '@hono/zod-openapi'

export const activitySchema = z
  .object({
    version: z.string(),
    startedAt: z.iso.datetime(),
    requests: z.int().openapi({ description: 'Answered by this node since its start, of all spaces.' }),
    errors: z.int().openapi({ description: 'Of those: answered with 500 or more.' }),
  })
  .openapi('Activity')

export type ActivityView = z.output<typeof activitySchema>
