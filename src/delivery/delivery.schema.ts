// Schemas and parameters of the content API. Each is declared once, for validation, types and the OpenAPI document.
import { z } from '@hono/zod-openapi'
import { fieldSchema } from '../content/model/model.schema.ts'
import { variantIdPattern, variantsPerRequestMax } from '../content/values/model.ts'
import { listSchema, pageQuerySchema } from '../http/list.ts'
import { integerParameter } from '../http/request-url.ts'

export const perPageMaxDefault = 1000
const depthMax = 10

const timestamp = z.iso.datetime().openapi({ example: '2026-03-04T09:00:00.000Z' })

const id = z.string().openapi({ example: 'book-tide-tables' })
const slug = z.string().openapi({ example: 'tide-tables', description: 'Unique in its collection.' })
const collection = z
  .string()
  .openapi({ example: 'books', description: "API name of the entry's collection." })

export const entrySchema = z
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
  })
  .openapi('Model')

const collectionParameter = z.string().openapi({
  param: { name: 'collection', in: 'path' },
  description: 'API name of the collection.',
  example: 'books',
})
const slugParameter = z.string().openapi({
  param: { name: 'slug', in: 'path' },
  description: 'Slug of the entry, percent-encoded; a `/` in it is `%2F`.',
  example: 'tide-tables',
})

export const listParamsSchema = z.object({ collection: collectionParameter })
export const entryParamsSchema = z.object({ collection: collectionParameter, slug: slugParameter })

const depthParameter = integerParameter({
  min: 0,
  max: depthMax,
  default: 0,
  description: 'How many levels of references are resolved. An entry that occurs again is resolved again.',
})

const variantsParameter = z
  .string()
  .transform((text, context) => {
    const ids = [...new Set(text.split(',').map(piece => piece.trim()))].filter(piece => piece !== '')
    const malformed = ids.find(piece => !variantIdPattern.test(piece))
    if (malformed !== undefined) {
      context.addIssue({
        code: 'custom',
        message:
          'must be ids of letters, digits and . _ : -, each of 1 to 64 characters and beginning with a letter or digit',
      })
    }
    if (ids.length > variantsPerRequestMax) {
      context.addIssue({ code: 'custom', message: `must name at most ${variantsPerRequestMax} ids` })
    }
    return ids as readonly string[]
  })
  .default([])
  .openapi({
    type: 'string',
    default: undefined,
    example: 'booksellers',
    description:
      'Comma-separated variant ids, at most 50. Each field has the value of the first id that sets it, otherwise its base value; unknown ids are ignored.',
  })

export const entryQuerySchema = z.object({ depth: depthParameter, variants: variantsParameter })

/** `perPageMax` is configuration, so each server creates its own schema. */
export function listQuerySchema(perPageMax: number) {
  return z.object({ ...pageQuerySchema(perPageMax).shape, ...entryQuerySchema.shape })
}
