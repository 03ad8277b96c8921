// The parameters of requests for content, apart from queries: collection, slug, page, depth and variants.
import { z } from '@hono/zod-openapi'
import { variantIdPattern, variantsPerRequestMax } from '../content/values/model.ts'
import { pageQuerySchema } from '../http/record.schema.ts'
import { integerParameter } from '../http/request-url.ts'

const depthMax = 10

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
