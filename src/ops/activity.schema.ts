// The schema of the request counts of a space, for the dashboard's home page.
import { z } from '@hono/zod-openapi'

export const activitySchema = z
  .object({
    requests: z.int().openapi({
      description:
        'Requests of the content API for this space in the last hour, as counted by the node that responds. Requests that were refused before content was looked up are not counted.',
    }),
    cacheHits: z.int().openapi({ description: 'How many of them were served from the cache.' }),
  })
  .openapi('Activity')

export type ActivityView = z.output<typeof activitySchema>
