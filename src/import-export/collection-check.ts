// Whether an NDJSON line is a valid collection: its names, its fields, and what queries may do with them.
import { z } from 'zod'
import {
  collectionNamePattern,
  fieldNamePattern,
  fieldsPerCollectionMax,
  fieldTypes,
  jsonPathKeyPattern,
  jsonPathTypes,
  keysPerPathMax,
  pathsPerFieldMax,
  searchWeights,
} from '../content/model.ts'

const nameLengthMax = 200

const collectionName = z
  .string()
  .regex(collectionNamePattern, 'must be 1 to 64 letters, digits and . _ - and begin with a letter or digit')

const jsonPath = z.strictObject({
  path: z
    .string()
    .refine(
      path => path.split('.').length <= keysPerPathMax,
      `may have ${keysPerPathMax} keys between its dots`,
    )
    .refine(
      path => path.split('.').every(key => jsonPathKeyPattern.test(key)),
      'must be keys with dots between them; a key has 1 to 64 characters, no spaces and none of [ ] and comma',
    ),
  type: z.enum(jsonPathTypes, `must be one of ${jsonPathTypes.join(', ')}`),
  many: z.boolean().optional(),
})

const field = z
  .strictObject({
    apiName: z
      .string()
      .regex(fieldNamePattern, 'must be 1 to 64 letters, digits and . _ - and begin with a letter or _')
      .refine(name => name !== '__proto__', 'must not be __proto__'),
    type: z.enum(fieldTypes, `must be one of ${fieldTypes.join(', ')}`),
    many: z.boolean().optional(),
    to: z.array(collectionName).min(1, 'must name a collection, or be absent').optional(),
    query: z.boolean().optional(),
    search: z.literal(searchWeights, 'must be 0, 1, 2 or 3').optional(),
    paths: z
      .array(jsonPath)
      .max(pathsPerFieldMax, `may have ${pathsPerFieldMax} paths`)
      .refine(all => new Set(all.map(({ path }) => path)).size === all.length, 'name a path twice')
      .optional(),
  })
  .refine(
    ({ type, to }) => to === undefined || type === 'reference',
    'has "to", which only a reference may have',
  )
  .refine(
    ({ type, search }) => search === undefined || type === 'text' || type === 'richText',
    'has "search", which only text and richText may have',
  )
  .refine(
    ({ type, paths }) => paths === undefined || type === 'json',
    'has "paths", which only json may have',
  )
  .refine(
    ({ many, paths = [] }) => !many || paths.every(path => path.many),
    'has many values, so each of its paths needs "many": true',
  )

export const collectionRecord = z
  .strictObject({
    type: z.literal('collection'),
    apiName: collectionName,
    name: z.string().min(1, 'must not be empty').max(nameLengthMax, `may have ${nameLengthMax} characters`),
    titleField: z.string().optional(),
    fields: z
      .array(field)
      .max(fieldsPerCollectionMax, `may have ${fieldsPerCollectionMax} fields`)
      .refine(all => new Set(all.map(one => one.apiName)).size === all.length, 'name a field twice'),
  })
  .refine(
    ({ titleField, fields }) =>
      titleField === undefined ||
      fields.some(({ apiName, type, many }) => apiName === titleField && type === 'text' && !many),
    { path: ['titleField'], message: 'must name a text field of the collection, one without "many"' },
  )
