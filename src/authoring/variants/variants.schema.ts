// Schemas of variants: the audiences and locales that editors can choose.
import { z } from '@hono/zod-openapi'
import { variantInput } from '../../content/model/model-input.schema.ts'
import { variantKinds } from '../../content/model/variants.store.ts'
import { listSchema } from '../../http/record.schema.ts'

export const variantSchema = z
  .object({
    id: z.string().openapi({ description: 'The name that requests use in `variants`.', example: 'vip' }),
    name: z.string(),
    kind: z.enum(variantKinds),
  })
  .openapi('Variant')
export const variantDocumentSchema = z.object({ doc: variantSchema }).openapi('VariantDocument')
export const variantListSchema = listSchema(variantSchema, 'variants of the space').openapi('VariantList')

export const newVariantSchema = z.object(variantInput)
export const variantChangeSchema = z.object({
  name: variantInput.name.optional(),
  kind: variantInput.kind.optional(),
})
export const variantParamsSchema = z.object({ id: z.string().openapi({ example: 'vip' }) })
