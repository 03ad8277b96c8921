// Schemas of the content API. Each is declared once, for validation, types and the OpenAPI document.
import { z } from '@hono/zod-openapi'
import { fieldSchema } from '../content/model/model.schema.ts'
import { listSchema } from '../http/record.schema.ts'

export const perPageMaxDefault = 1000

const timestamp = z.iso.datetime().openapi({ example: '2026-03-04T09:00:00.000Z' })

const id = z.string().openapi({ example: 'book-tide-tables' })
const slug = z.string().openapi({ example: 'tide-tables', description: 'Unique in its collection.' })
const collection = z
  .string()
  .openapi({ example: 'books', description: "API name of the entry's collection." })

const entrySchema = z
  .object({
    id,
    slug,
    collection,
    version: z.int().min(1).openapi({ description: '1 at the first publication, one more at each.' }),
    firstPublishedAt: timestamp,
    publishedAt: timestamp,
    variantsApplied: z
      .array(z.string())
      .optional()
      .openapi({
        example: ['booksellers'],
        description: 'Only if `variants` was sent: the ids that set at least one field of this entry.',
      }),
    data: z.record(z.string(), z.unknown()).openapi({
      example: {
        title: 'Tide Tables',
        author: { id: 'author-ragnhild-oyesvik', collection: 'authors', slug: 'ragnhild-oyesvik' },
        pages: 288,
        releasedOn: '2024-03-07T00:00:00.000Z',
        translator: null,
        related: [],
      },
      description:
        'The published value of each field, keyed by its API name, in the order of the model. A field without a value is `null`, a to-many field `[]`. A reference is `{ id, collection, slug }`, with all keys of an entry where it is resolved, and `null` where its target is not published; such targets are left out of lists.',
    }),
  })
  .openapi('Entry')

export const entryListSchema = listSchema(entrySchema, 'published entries of the collection').openapi(
  'EntryList',
)

export const entryDocumentSchema = z.object({ doc: entrySchema }).openapi('EntryDocument')

export const modelSchema = z
  .object({
    collections: z.array(
      z.object({
        apiName: z.string(),
        name: z.string(),
        singleton: z.literal(true).optional().openapi({
          description: 'The collection holds at most one entry. Absent where it may hold several.',
        }),
        fields: z.array(fieldSchema),
      }),
    ),
    components: z.array(
      z
        .object({ apiName: z.string(), name: z.string(), fields: z.array(fieldSchema) })
        .openapi({ description: 'The shapes of blocks, which stand in fields of the type `component`.' }),
    ),
  })
  .openapi('Model')
