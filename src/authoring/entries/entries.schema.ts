// Schemas of entries in the management API, used for validation, types and the OpenAPI document.
import { z } from '@hono/zod-openapi'
import { parseTimestamp } from '../../base/clock.ts'
import { collectionNamePattern, entryIdPattern, entryStates } from '../../content/values/model.ts'
import { bySchema, listSchema, timestamp } from '../../http/record.schema.ts'
import { stateCountsSchema } from './entry-list.schema.ts'
import { fullScheduleSchema, linkShape, problemSchema, scheduleSchema } from './schedule-view.schema.ts'

const values = z.record(z.string(), z.unknown())
const overlays = z.record(z.string(), values).openapi({
  description:
    'By variant id: the fields that it sets, and its values at paths in the blocks of the base, such as `sections/k3f9/heading`.',
})

const liveHead = {
  version: z.int().openapi({ description: 'Counts publications.' }),
  draftVersion: z.int().nullable().openapi({ description: 'The draft that was published; null if unknown.' }),
  slug: z.string(),
  publishedAt: timestamp,
}

const head = {
  id: z.string(),
  collection: z.string(),
  slug: z.string(),
  state: z.enum(entryStates).openapi({
    description:
      '`draft`: nothing is live. `live`: the live publication equals the draft. `changed`: the draft, its slug or its overlays differ from it. `archived`: out of the way.',
  }),
  draftVersion: z.int().openapi({ description: 'Counts the changes of the draft.' }),
}
const tail = {
  schedule: scheduleSchema.nullable(),
  createdAt: timestamp,
  createdBy: bySchema,
  updatedAt: timestamp,
  updatedBy: bySchema,
  archivedAt: timestamp.nullable(),
  firstPublishedAt: timestamp.nullable(),
}

export const entrySchema = z
  .object({
    ...head,
    data: values.openapi({ description: 'Every field of the model; null or an empty list without a value.' }),
    variants: overlays,
    outdated: z.record(z.string(), z.array(z.string())).openapi({
      description:
        'By variant id: the fields and paths that it sets and whose base value changed after them.',
      example: { de: ['title'] },
    }),
    problems: z
      .array(problemSchema)
      .openapi({ description: 'Every rule of the model that the draft breaks.' }),
    live: z.object({ ...liveHead, data: values, variants: overlays }).nullable(),
    ...tail,
    schedule: fullScheduleSchema.nullable(),
  })
  .openapi('ManagedEntry')

export const entryDocumentSchema = z.object({ doc: entrySchema }).openapi('ManagedEntryDocument')
export const patchedEntrySchema = z
  .object({
    doc: entrySchema,
    changedByOthers: z.array(z.string()).openapi({
      description: 'What others changed since the `draftVersion` of the request, as JSON Pointers.',
    }),
  })
  .openapi('PatchedEntry')

const cancelled = z
  .object({
    publishAt: timestamp.nullable(),
    unpublishAt: timestamp.nullable(),
    with: z
      .array(z.object({ id: z.string(), publishAt: timestamp.nullable(), unpublishAt: timestamp.nullable() }))
      .optional()
      .openapi({ description: 'The same of other entries; absent if there are none.' }),
  })
  .optional()
  .openapi({ description: 'What was scheduled, and is not any more.' })
export const stateDocumentSchema = z.object({ doc: entrySchema, cancelled }).openapi('EntryStateDocument')

const entryItemSchema = z
  .object({
    ...head,
    title: z.string().nullable(),
    picture: z
      .string()
      .nullable()
      .openapi({ description: 'The address in the first asset field that has one.' }),
    problems: z.int().openapi({ description: 'How many problems keep the draft from being published.' }),
    live: z.object(liveHead).nullable(),
    ...tail,
    data: values.optional().openapi({
      description:
        'The values of the fields in `fields`. References are `{ id, collection, slug, title }`, with null for what does not exist.',
    }),
    variants: z.record(z.string(), values).optional().openapi({
      description: 'With `queryVariant`: the values of these fields that the variant overrides.',
    }),
  })
  .openapi('ManagedEntryItem')
export const entryItemsSchema = listSchema(entryItemSchema, 'entries that match')
  .extend({ states: stateCountsSchema.optional().openapi({ description: 'Only with `stateCounts`.' }) })
  .openapi('ManagedEntryList')

const linkSchema = z.object({
  ...linkShape,
  suggested: z.boolean().openapi({
    description: 'Whether to suggest publishing it too: it was never live, and no other entry refers to it.',
  }),
})
const referrerSchema = z.object({
  id: z.string(),
  collection: z.string(),
  slug: z.string(),
  title: z.string().nullable(),
  state: z.enum(entryStates),
  path: z.string().nullable().openapi({
    description:
      'A field of the draft that refers, as a JSON Pointer; null if only the live publication refers.',
  }),
  live: z.boolean().openapi({ description: 'True if the live publication of the entry refers.' }),
})
export const linksSchema = z
  .object({
    doc: z.object({
      to: z.array(linkSchema).openapi({ description: 'What the draft refers to, at most 500.' }),
      toCount: z.int(),
      from: z.array(referrerSchema).openapi({
        description: 'The entries that refer to this one, as drafts or live, the first 100 by id.',
      }),
      fromCount: z.int(),
      fromLiveCount: z.int().openapi({ description: 'The number of entries whose live publication refers.' }),
    }),
  })
  .openapi('EntryLinks')

export const changesSchema = z
  .object({
    doc: z.object({
      draftVersion: z.int(),
      modelVersion: z.int(),
      state: z.enum(entryStates),
      updatedAt: timestamp,
      updatedBy: bySchema,
      paths: z
        .array(z.string())
        .openapi({ description: 'What changed after the version that was asked for.' }),
    }),
  })
  .openapi('EntryChanges')

export type EntryView = z.output<typeof entrySchema>
export type EntryItemView = z.output<typeof entryItemSchema>
export type LinkView = z.output<typeof linkSchema>
export type LinksView = z.output<typeof linksSchema>['doc']
export type ReferrerView = LinksView['from'][number]

export const entryParams = z.object({ id: z.string().openapi({ description: 'The id of the entry.' }) })

/** An object of values by field name. The values are validated against the model later. */
const sentObject = z.custom<Record<string, unknown>>(
  value => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
)
const data = sentObject.openapi({
  type: 'object',
  description:
    'By field. References are `{ "id" }`, or `{ "collection", "slug" }`, which becomes the id that stands there. A value that the draft has already is taken as it is.',
})
const variants = sentObject.openapi({
  type: 'object',
  description:
    'By variant id: an object of fields, and of values at paths in the blocks of the base, such as `sections/k3f9/heading`.',
})
export const entryIdRule = 'must be 1 to 128 letters, digits and . _ : - and begin with a letter or digit'
const id = z.string('must be a string').regex(entryIdPattern, entryIdRule)
/** Normalized, so that slugs that look the same are equal. */
const slug = z.string('must be a string').normalize('NFC')
const collection = z
  .string('must be a string')
  .openapi({ pattern: collectionNamePattern.source, description: 'API name of the collection.' })
/** The maximum of version numbers of drafts and models in parameters. */
export const versionMax = 2_147_483_647
const draftVersion = z
  .int('must be a whole number')
  .min(1, 'must be 1 or more')
  .openapi({ description: 'The version of the draft that the caller has seen.' })

export const newEntryShape = {
  collection,
  id: id.optional(),
  slug: slug.optional(),
  data: data.optional(),
  variants: variants.optional(),
}
export const patchShape = {
  draftVersion,
  slug: slug.nullable().optional().openapi({ description: 'null makes a new one of the title.' }),
  data: data.optional(),
  variants: variants.optional(),
}
export const replaceShape = {
  draftVersion: z
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .openapi({ description: 'The current version of the draft; 0 means that there is no such entry yet.' }),
  collection: collection.optional(),
  slug: slug.optional(),
  data: data.optional(),
  variants: variants.optional(),
}
export const seenShape = { draftVersion }
export const publishShape = {
  draftVersion,
  publishedAt: z
    .string('must be a string')
    .transform((text, context) => {
      const time = parseTimestamp(text)
      if (time !== null) return time
      context.addIssue({ code: 'custom', message: 'must be an RFC 3339 time, such as 2026-01-31T09:00:00Z' })
      return z.NEVER
    })
    .optional()
    .openapi({
      type: 'string',
      format: 'date-time',
      description: 'Not in the future. Now, if it is absent.',
    }),
}
export const unarchiveShape = { draftVersion, slug: slug.optional() }
/** The shape of an operation that needs only the entry id. */
export const idShape = { id }
