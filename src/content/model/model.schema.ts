// The response schema of a field, as clients and the dashboard read it.
import { z } from '@hono/zod-openapi'
import { operators } from '../fields/query-facts.ts'
import { fieldTypes } from '../fields/registry.ts'
import { jsonPathTypes, richTextFormats, textFormats } from '../values/model.ts'

const operatorList = z.array(z.enum(operators)).readonly()

const queryDescription = z.object({
  name: z.string().openapi({
    example: 'data.slug',
    description:
      'The field as paths write it: `data.NAME` where the name alone is a key of the entry itself.',
  }),
  filter: operatorList.openapi({ description: 'The operators of conditions.' }),
  sort: z.boolean(),
  facet: z.boolean().openapi({ description: 'Whether values of the field could be counted. Reserved.' }),
  search: z.int().min(0).max(3).openapi({ description: 'Its weight in searches; 0 if it is not searched.' }),
  paths: z
    .array(z.object({ path: z.string(), type: z.enum(jsonPathTypes), filter: operatorList }))
    .readonly()
    .openapi({ description: 'Of a `json` field: the paths into it, as conditions write them.' }),
})

const limit = z.union([z.number(), z.string()]).optional()

/** The properties of a field that describe its values. Absent if not set. */
const properties = {
  name: z.string().optional().openapi({ description: 'For people, instead of the API name.' }),
  required: z.boolean().optional().openapi({
    description: 'Whether an entry needs a value to be published. What an import publishes may lack it.',
  }),
  minItems: z.int().optional(),
  maxItems: z.int().optional(),
  min: limit.openapi({
    description: 'The smallest value; of `text`, the fewest characters. A string for `date` and `dateTime`.',
  }),
  max: limit,
  pattern: z.string().optional().openapi({
    description: 'A regular expression in the syntax of RE2 that the whole text matches.',
  }),
  format: z.enum([...textFormats, ...richTextFormats]).optional(),
  options: z
    .array(z.object({ value: z.union([z.string(), z.number()]), name: z.string() }))
    .readonly()
    .optional()
    .openapi({ description: 'The only values.' }),
  accept: z.array(z.string()).readonly().optional().openapi({
    description: 'Of `asset`: the media types that a file may have, such as `image/*`.',
  }),
  multiline: z.boolean().optional(),
  unique: z.boolean().optional().openapi({
    description: 'Whether no two published entries of the collection have the same value.',
  }),
  of: z.array(z.string()).readonly().optional().openapi({
    description:
      'Of `component`, and of `richText` in Portable Text: the components whose blocks may be added.',
  }),
  link: z.boolean().optional().openapi({
    description: 'Of `reference`: whether it stays unresolved at every depth.',
  }),
  hidden: z.boolean().optional().openapi({ description: 'Whether editors do not see the field.' }),
}

export const describedProperties = Object.keys(properties) as readonly (keyof typeof properties)[]

export const fieldSchema = z
  .object({
    apiName: z.string(),
    type: z.enum(fieldTypes),
    many: z.boolean().optional(),
    to: z.array(z.string()).readonly().optional(),
    ...properties,
    query: queryDescription.nullable().openapi({
      description: 'What queries can do with the field; `null` if none may name it.',
    }),
  })
  .openapi('ModelField')

export type FieldView = z.output<typeof fieldSchema>
