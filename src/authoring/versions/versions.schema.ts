// Schemas of the versions of entries.
import { z } from '@hono/zod-openapi'
import { versionReasons } from '../../content/tables/entry-versions.store.ts'
import { bySchema, listSchema, timestamp } from '../../http/record.schema.ts'
import { entrySchema, seenShape } from '../entries/entries.schema.ts'

const head = {
  version: z.string().openapi({ example: 'd12', description: '`d12` is draft 12, `p3` is publication 3.' }),
  draftVersion: z
    .int()
    .nullable()
    .openapi({ description: 'null if it is unknown which draft was published.' }),
  at: timestamp,
  by: bySchema,
  reason: z.enum([...versionReasons, 'publish']),
  published: z.boolean().openapi({ description: 'Whether it was published.' }),
  names: z.array(z.string()).openapi({
    description: 'Of a draft, the paths that changed since the version before, as JSON Pointers.',
  }),
}

export const versionListSchema = listSchema(
  z.object(head).openapi('EntryVersionItem'),
  'versions of the entry',
).openapi('EntryVersionList')

const values = z.record(z.string(), z.unknown())
export const versionDocumentSchema = z
  .object({
    doc: z
      .object({ ...head, slug: z.string(), data: values, variants: z.record(z.string(), values) })
      .openapi('EntryVersion'),
  })
  .openapi('EntryVersionDocument')

export const restoredSchema = z
  .object({
    doc: entrySchema,
    losses: z.array(z.object({ path: z.string(), message: z.string() })).openapi({
      description: 'What of the version does not fit the model of today, and is not in the draft.',
    }),
  })
  .openapi('RestoredEntry')

const versionPattern = /^[dp][1-9][0-9]{0,8}$/

const valuePathPattern = /^\/(?:slug|data(?:\/[^/]+)+|variants\/[^/]+(?:\/[^/]+)+)$/

export const restoreBody = z.object({
  ...seenShape,
  from: z
    .string('must be a string')
    .regex(versionPattern, 'must be a version, such as d12 or p3')
    .openapi({ example: 'p3' }),
  paths: z
    .array(z.string('must be a string').regex(valuePathPattern, 'must be a path, such as /data/title'))
    .min(1, 'must name a path, or be left out')
    .max(1000, 'must have at most 1000 paths')
    .optional()
    .openapi({
      example: ['/data/title', '/variants/vip/title'],
      description: 'What is restored, as JSON Pointers; without them, everything.',
    }),
})

export type VersionView = z.output<typeof versionDocumentSchema>['doc']
export type VersionItemView = Omit<VersionView, 'slug' | 'data' | 'variants'>
