// Validates models that are written over HTTP or in files: names, types, and the properties that a field may have.
// model-form.ts converts the result to its stored form.
import { z } from 'zod'
import {
  acceptedTypePattern,
  acceptedTypesMax,
  collectionNamePattern,
  type Field,
  fieldNamePattern,
  fieldsPerCollectionMax,
  fieldTypes,
  helpLengthMax,
  jsonPathKeyPattern,
  jsonPathTypes,
  keysPerPathMax,
  nameLengthMax,
  optionLengthMax,
  optionsPerFieldMax,
  pathsPerFieldMax,
  richTextFormats,
  searchWeights,
  textFormats,
} from '../values/model.ts'
import { findFieldErrors, type ModelError } from './field-properties.ts'

const isLater = 'is not supported in this version'
/** The schema of reserved properties, which are refused with a reason. */
const later = z.undefined(isLater).optional()

function refuseComponent(input: unknown): string | undefined {
  return input === 'component' ? `must not be component, which ${isLater}` : undefined
}

const name = z.string().min(1, 'must not be empty').max(nameLengthMax, `may have ${nameLengthMax} characters`)
const help = z.string().max(helpLengthMax, `may have ${helpLengthMax} characters`)

export const collectionName = z
  .string()
  .regex(collectionNamePattern, 'must be 1 to 64 letters, digits and . _ - and begin with a letter or digit')

export const fieldName = z
  .string()
  .regex(fieldNamePattern, 'must be 1 to 64 letters, digits and . _ - and begin with a letter or _')
  .refine(name => name !== '__proto__', 'must not be __proto__')

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

const limit = z.union([z.number(), z.string()], 'must be a number, a day or a time').optional()
const count = z.int('must be a whole number').min(0, 'must be 0 or more').optional()

const option = z.strictObject({
  value: z.union(
    [
      z.string().min(1, 'must not be empty').max(optionLengthMax, `may have ${optionLengthMax} characters`),
      z.number(),
    ],
    `must be a number or a string of 1 to ${optionLengthMax} characters`,
  ),
  name: name.optional(),
})

const formats = [...textFormats, ...richTextFormats] as const

export const fieldInput = z
  .strictObject({
    apiName: fieldName,
    type: z.enum(fieldTypes, {
      error: ({ input }) => refuseComponent(input) ?? `must be one of ${fieldTypes.join(', ')}`,
    }),
    name: name.optional(),
    help: help.optional(),
    many: z.boolean().optional(),
    minItems: count,
    maxItems: count,
    required: z.boolean().optional(),
    default: z.unknown().optional(),
    min: limit,
    max: limit,
    pattern: z.string().optional(),
    format: z.enum(formats, `must be one of ${formats.join(', ')}`).optional(),
    options: z
      .array(option)
      .min(1, 'must name a value, or be absent')
      .max(optionsPerFieldMax, `may have ${optionsPerFieldMax} values`)
      .refine(all => new Set(all.map(({ value }) => value)).size === all.length, 'name a value twice')
      .optional(),
    multiline: z.boolean().optional(),
    unique: z.boolean().optional(),
    hidden: z.boolean().optional(),
    to: z.array(collectionName).min(1, 'must name a collection, or be absent').optional(),
    query: z.boolean().optional(),
    search: z.literal(searchWeights, 'must be 0, 1, 2 or 3').optional(),
    paths: z
      .array(jsonPath)
      .max(pathsPerFieldMax, `may have ${pathsPerFieldMax} paths`)
      .refine(all => new Set(all.map(({ path }) => path)).size === all.length, 'name a path twice')
      .optional(),
    of: later,
    accept: z
      .array(
        z
          .string()
          .regex(acceptedTypePattern, 'must be image/*, video/*, audio/* or a media type such as image/png'),
      )
      .min(1, 'must name a media type, or be absent')
      .max(acceptedTypesMax, `may have ${acceptedTypesMax} media types`)
      .refine(all => new Set(all).size === all.length, 'name a media type twice')
      .optional(),
  })
  .superRefine((field, context) => report(findFieldErrors(field as Field), context))

function report(errors: readonly ModelError[], context: z.core.$RefinementCtx): void {
  for (const { path, message } of errors) context.addIssue({ code: 'custom', path: [...path], message })
}

const fields = z
  .array(fieldInput)
  .max(fieldsPerCollectionMax, `may have ${fieldsPerCollectionMax} fields`)
  .refine(all => new Set(all.map(one => one.apiName)).size === all.length, 'name a field twice')

/** The properties of a model. */
export const modelShape = {
  apiName: collectionName,
  name,
  titleField: z.string().optional(),
  fields,
  kind: z
    .literal('collection', { error: ({ input }) => refuseComponent(input) ?? 'must be collection' })
    .optional(),
  description: help.optional(),
  slugFrom: z.string().optional(),
  singleton: z.boolean().optional(),
  previewUrl: later,
}

interface NamedFields {
  readonly fields: readonly {
    readonly apiName: string
    readonly type: string
    readonly many?: boolean | undefined
  }[]
  readonly titleField?: string | undefined
  readonly slugFrom?: string | undefined
}

/** Checks that `titleField` and `slugFrom` name fields with a single text. */
export function checkNamedFields(
  { fields, titleField, slugFrom }: NamedFields,
  context: z.core.$RefinementCtx,
): void {
  for (const [key, named] of Object.entries({ titleField, slugFrom })) {
    const isText = fields.some(({ apiName, type, many }) => apiName === named && type === 'text' && !many)
    if (named === undefined || isText) continue
    const message = 'must name a text field of the collection, one without "many"'
    context.addIssue({ code: 'custom', path: [key], message })
  }
}

export const modelInput = z.strictObject(modelShape).superRefine(checkNamedFields)
