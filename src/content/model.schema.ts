// The response schema of a field: what clients and the dashboard read of the model.
import { z } from '@hono/zod-openapi'
import { fieldTypes, jsonPathTypes } from './model.ts'
import { operators } from './query-model.ts'

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

export const fieldSchema = z
  .object({
    apiName: z.string(),
    type: z.enum(fieldTypes),
    many: z.boolean().optional(),
    to: z.array(z.string()).readonly().optional(),
    query: queryDescription.nullable().openapi({
      description: 'What queries can do with the field; `null` if none may name it.',
    }),
  })
  .openapi('ModelField')

export type FieldView = z.output<typeof fieldSchema>
/** Null for fields that no query may name. */
export type QueryDescription = z.output<typeof queryDescription>
