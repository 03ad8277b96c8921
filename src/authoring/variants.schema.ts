// Shapes of variants: the audiences and locales that editors may choose.
import { z } from '@hono/zod-openapi'
import { nameLengthMax, variantIdPattern } from '../content/model.ts'
import { variantKinds } from '../content/variants.store.ts'
import { listSchema } from '../http/list.ts'

const name = z
  .string('must be a string')
  .refine(
    text =>
      text.trim() !== '' && [...text].length <= nameLengthMax && text.isWellFormed() && !/\p{Cc}/u.test(text),
    `must have 1 to ${nameLengthMax} characters, none of them a control character`,
  )
const kind = z.enum(variantKinds, `must be one of ${variantKinds.join(', ')}`)

export const variantSchema = z
  .object({
    id: z.string().openapi({ description: 'As requests name it in `variants`.', example: 'vip' }),
    name: z.string(),
    kind: z.enum(variantKinds),
  })
  .openapi('Variant')
export const variantDocumentSchema = z.object({ doc: variantSchema }).openapi('VariantDocument')
export const variantListSchema = listSchema(variantSchema, 'variants of the space').openapi('VariantList')

export const newVariantSchema = z.object({
  id: z
    .string('must be a string')
    .regex(variantIdPattern, 'must be 1 to 64 letters, digits and . _ : - and begin with a letter or digit'),
  name,
  kind,
})
export const variantChangeSchema = z.object({ name: name.optional(), kind: kind.optional() })
export const variantParamsSchema = z.object({ id: z.string().openapi({ example: 'vip' }) })
