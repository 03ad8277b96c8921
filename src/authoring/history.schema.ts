// Schemas of the history of entries and of the space in responses.
import { z } from '@hono/zod-openapi'
import { activityActions } from '../content/activity.store.ts'
import { versionReasons } from '../content/entry-versions.store.ts'
import { listSchema, pageQuerySchema } from '../http/list.ts'
import { bySchema as by, entrySchema, seenShape, timestamp } from './entries.schema.ts'

const values = z.record(z.string(), z.unknown())

const historyPerPageMax = 1000
export const historyQuerySchema = pageQuerySchema(historyPerPageMax)

export const entryVersionSchema = z
  .object({
    version: z.string().openapi({
      example: 'd12',
      description: '`d12` is version 12 of the draft, `p3` the third publication.',
    }),
    draftVersion: z.int().nullable().openapi({
      description: 'Of a publication, the version of the draft that was published, if it is known.',
    }),
    at: timestamp,
    by,
    reason: z.enum([...versionReasons, 'publish']),
    published: z.boolean().openapi({ description: 'Whether this version of the draft was published.' }),
    names: z.array(z.string()).openapi({
      example: ['/data/title'],
      description: 'The paths that changed since the version before, as JSON Pointers.',
    }),
  })
  .openapi('EntryVersion')
export const entryVersionListSchema = listSchema(entryVersionSchema, 'versions').openapi('EntryVersionList')

export const entryVersionDocumentSchema = z
  .object({
    doc: z.object({
      ...entryVersionSchema.shape,
      collection: z.string(),
      slug: z.string(),
      data: values,
      variants: z.record(z.string(), values),
    }),
  })
  .openapi('EntryVersionDocument')

export const restoreSchema = z.object({
  ...seenShape,
  from: z
    .string('must be a string')
    .openapi({ example: 'p3', description: 'The version, as the list of versions names it.' }),
})
export const restoredEntrySchema = z
  .object({
    doc: entrySchema,
    losses: z.array(z.object({ path: z.string(), message: z.string() })).openapi({
      description: 'What the draft cannot have any more, since the model or the space has changed.',
    }),
  })
  .openapi('RestoredEntry')

export const versionParamsSchema = z.object({
  id: z.string().openapi({ description: "The entry's id." }),
  version: z.string().openapi({ example: 'p3', description: 'As the list of versions names it.' }),
})

const activitySchema = z
  .object({
    id: z.int(),
    at: timestamp,
    by,
    action: z.enum(activityActions),
    entry: z.string().nullable(),
    collection: z.string().nullable(),
    version: z.string().nullable().openapi({ example: 'd12' }),
    detail: z.record(z.string(), z.unknown()).nullable().openapi({ description: 'It has no values.' }),
  })
  .openapi('ActivityRecord')
export const activityListSchema = listSchema(activitySchema, 'records').openapi('ActivityRecordList')

export type EntryVersionView = z.output<typeof entryVersionSchema>
export type ActivityView = z.output<typeof activitySchema>
