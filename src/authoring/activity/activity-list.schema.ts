// Schemas of the activity list.
import { z } from '@hono/zod-openapi'
import { spaceActions } from '../../access/space-activity.store.ts'
import { activityActions } from '../../content/tables/activity.store.ts'
import { entryIdPattern } from '../../content/values/model.ts'
import { bySchema, listSchema, pageQuerySchema, timestamp } from '../../http/record.schema.ts'
import { managementPerPageMax } from '../entries/entry-list.schema.ts'

const activityKinds = ['entry', 'file', 'import', 'model', 'key', 'member', 'space', 'preview'] as const
export type ActivityKind = (typeof activityKinds)[number]

export const activityQuerySchema = pageQuerySchema(managementPerPageMax).extend({
  by: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .openapi({ description: 'The name of who did it, or `me`.' }),
  entry: z
    .string()
    .regex(entryIdPattern, 'must be the id of an entry')
    .optional()
    .openapi({ description: 'Only what was done with this entry.' }),
  kind: z
    .enum(activityKinds, `must be one of ${activityKinds.join(', ')}`)
    .optional()
    .openapi({ description: 'What it was done to.' }),
})
export type ActivityQuery = Pick<z.output<typeof activityQuerySchema>, 'by' | 'entry' | 'kind'>

export const activityListSchema = listSchema(
  z
    .object({
      id: z.string(),
      at: timestamp,
      by: bySchema,
      action: z.enum([...activityActions, ...spaceActions]),
      entry: z.string().nullable().openapi({ description: 'The id of the entry.' }),
      title: z.string().nullable().openapi({ description: 'Of the draft of the entry as it is now.' }),
      slug: z
        .string()
        .nullable()
        .openapi({ description: 'Of the draft, too; null if the entry was deleted.' }),
      filename: z.string().nullable().openapi({
        description:
          'Of the file that `detail.asset` names, as it is now; null if there is none, or it was deleted.',
      }),
      collection: z.string().nullable(),
      version: z.string().nullable().openapi({ example: 'd12' }),
      detail: z.record(z.string(), z.unknown()).nullable().openapi({
        description:
          'What it was done to where that is no entry: a file, a key, a member, a space, a shared preview. Never values of content.',
      }),
    })
    .openapi('ContentActivityItem'),
  'records',
).openapi('ContentActivityList')

export type ActivityItemView = z.output<typeof activityListSchema>['list'][number]
