// Schemas of previews, for validation, types and the OpenAPI document.
import { z } from '@hono/zod-openapi'
import { listSchema } from '../http/record.schema.ts'

const timestamp = z.iso.datetime().nullable().openapi({ example: '2026-03-04T09:00:00.000Z' })

const previewEntrySchema = z
  .object({
    id: z.string().openapi({ example: 'book-tide-tables' }),
    slug: z.string().openapi({ example: 'tide-tables', description: "The draft's slug." }),
    collection: z.string().openapi({ example: 'books' }),
    version: z
      .int()
      .min(1)
      .nullable()
      .openapi({ description: 'The version of the live publication; `null` if there is none.' }),
    firstPublishedAt: timestamp,
    publishedAt: timestamp,
    state: z.enum(['draft', 'changed', 'live']).openapi({
      description:
        '`draft`: nothing is live. `changed`: the draft differs from the live publication. `live`: it does not, or a shared preview shows the entry as it is live.',
    }),
    edit: z.string().optional().openapi({
      example: 'books/book-tide-tables',
      description:
        'Where the entry is edited: its collection and id. Blocks have an address, too: `books/b1#sections/k3f9`. Absent in shared previews.',
    }),
    variantsApplied: z.array(z.string()).optional().openapi({
      description: 'Only if `variants` was sent: the ids that set at least one field of this entry.',
    }),
    data: z.record(z.string(), z.unknown()).openapi({
      description: 'As in the content API, with the values of the draft. References lead to drafts, too.',
    }),
  })
  .openapi('PreviewEntry')

export const previewListSchema = listSchema(previewEntrySchema, 'entries of the collection').openapi(
  'PreviewEntryList',
)
export const previewDocumentSchema = z.object({ doc: previewEntrySchema }).openapi('PreviewEntryDocument')
