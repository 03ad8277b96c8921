// The shape of what the dashboard's home page shows of the server itself.
import { z } from '@hono/zod-openapi'
import type { InvalidationReason } from '../base/cache-counts.ts'

const count = (description: string) => z.int().openapi({ description })

const invalidations = {
  entry: count('An entry that stands in the answer was published or unpublished.'),
  address: count('An entry that it refers to got another address, came or went.'),
  page: count("The page of the collection's list is another one."),
  collection: count('The collection was removed.'),
  model: count('The answer shows the model, which is made anew with each revision.'),
  forgotten: count('So much has changed since that it is not known what.'),
  history: count("An older copy has taken the database's place."),
} satisfies Record<InvalidationReason, unknown>

const minuteSchema = z.object({
  at: z.iso.datetime().openapi({ description: 'When the minute began.' }),
  hit: count('Answers that were kept and given again.'),
  checked: count('Kept ones that were found to be unaffected by what had changed, and given again.'),
  miss: count('Answers that had to be made.'),
})

export const cacheActivitySchema = z
  .object({
    minutes: z.array(minuteSchema).openapi({
      description:
        'The last 60 minutes, or those since the start: without a gap, oldest first. The last is not over.',
    }),
    invalidations: z.object(invalidations).openapi({
      description:
        'Kept answers that were asked for in these minutes and might not be given, by what had changed.',
    }),
    evictions: count('Answers and fragments that went in these minutes because others came.'),
    bytes: count('What is kept now.'),
    bytesMax: count('What may be kept; 0 where nothing is.'),
  })
  .openapi('CacheActivity')

export const activitySchema = z
  .object({
    version: z.string(),
    startedAt: z.iso.datetime(),
    requests: count('Of the content API, answered by this node since its start, in all spaces.'),
    errors: count('Of those: answered with 500 or more.'),
    cache: cacheActivitySchema.nullable().openapi({
      description:
        "How this node's kept answers do, in all spaces. For owners and admins; null for a member.",
    }),
  })
  .openapi('Activity')

export type ActivityView = z.output<typeof activitySchema>
export type CacheActivityView = z.output<typeof cacheActivitySchema>
