// Response schemas for content in the dashboard: models, entries, drafts beside published values.
import { z } from '@hono/zod-openapi'
import { fieldSchema } from '../content/model.schema.ts'
import { entryStates, slugLengthMax } from '../content/model.ts'
import { listSchema, pageQuerySchema } from '../http/list.ts'

const timestamp = z.iso.datetime().openapi({ example: '2026-03-04T09:00:00.000Z' })

/** As in the management API. */
const state = z.enum(entryStates)

export const contentTotalsSchema = z
  .object({
    collections: z.int(),
    entries: z.int(),
    live: z.int().openapi({ description: 'How many entries are live.' }),
    lastPublishedAt: timestamp
      .nullable()
      .openapi({ description: 'The latest `publishedAt` of the live entries; null if there are none.' }),
  })
  .openapi('ContentTotals')

export const collectionSchema = z
  .object({
    apiName: z.string(),
    name: z.string(),
    fields: z.array(fieldSchema),
    entries: z.int(),
    live: z.int(),
  })
  .openapi('CollectionSummary')
export const collectionListSchema = listSchema(collectionSchema, 'collections of the space').openapi(
  'CollectionSummaryList',
)

export const entrySummarySchema = z
  .object({
    id: z.string(),
    collection: z.string(),
    slug: z.string(),
    title: z.string().nullable().openapi({
      description:
        "The draft's first text field that is not empty, in the order of the model, cut to 200 characters; null if there is none.",
    }),
    state,
    version: z.int().nullable(),
    publishedAt: timestamp.nullable(),
  })
  .openapi('EntrySummary')
export const entrySummaryListSchema = listSchema(entrySummarySchema, 'entries that match').openapi(
  'EntrySummaryList',
)

const values = z.record(z.string(), z.unknown())
const overlays = z
  .record(z.string(), values)
  .openapi({ description: 'By variant id: the fields that it sets.' })
const linkSchema = z.object({
  field: z.string().openapi({ description: 'API name of the field that holds the reference.' }),
  id: z.string().nullable().openapi({
    description: 'null for a reference by collection and slug if there is no such entry.',
  }),
  collection: z.string().nullable().openapi({
    description:
      'The current collection of that entry; null for a reference by id if there is no such entry.',
  }),
  slug: z.string().nullable(),
  live: z.boolean().openapi({ description: 'Whether that entry is live.' }),
})

export const entryDetailSchema = z
  .object({
    id: z.string(),
    collection: z.string(),
    slug: z.string(),
    state,
    draft: z.object({ data: values, variants: overlays }),
    live: z
      .object({
        data: values,
        variants: overlays,
        version: z.int(),
        firstPublishedAt: timestamp,
        publishedAt: timestamp,
      })
      .nullable(),
    firstPublishedAt: timestamp.nullable().openapi({
      description: 'Stays when the entry is unpublished; null if it was never published.',
    }),
    references: z.array(linkSchema).openapi({
      description: 'The references of the draft and its variants, each once per field, at most 500.',
    }),
    referencedBy: z.object({
      list: z.array(z.object({ id: z.string(), collection: z.string(), slug: z.string() })).openapi({
        description:
          'Live entries that refer to this one, in their variants too; in the order of their ids, at most 100.',
      }),
      count: z.int().openapi({ description: 'The number of all of them.' }),
    }),
  })
  .openapi('EntryDetail')
export const entryDetailDocumentSchema = z.object({ doc: entryDetailSchema }).openapi('EntryDetailDocument')

export const collectionParamsSchema = z.object({
  collection: z.string().openapi({ description: 'API name of a collection of the space.' }),
})
export const entryParamsSchema = z.object({ id: z.string().openapi({ description: "The entry's id." }) })

export function entriesQuerySchema(perPageMax: number) {
  return pageQuerySchema(perPageMax).extend({
    search: z
      .string()
      .refine(text => [...text].length <= slugLengthMax, `must have at most ${slugLengthMax} characters`)
      .default('')
      .openapi({ description: 'What the slug begins with, exactly as written. Empty: every entry.' }),
  })
}

export type ContentTotalsView = z.output<typeof contentTotalsSchema>
export type CollectionView = z.output<typeof collectionSchema>
export type EntrySummaryView = z.output<typeof entrySummarySchema>
export type EntryDetailView = z.output<typeof entryDetailSchema>
