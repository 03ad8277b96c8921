// Validates models and variants that are written over HTTP or in files: their shapes, which properties a field of each type
// may have, and whether these are consistent. model-form.ts converts the result to its stored form.

import { z } from 'zod'
import { compilePattern, findFieldProblems } from '../fields/field-rules.ts'
import type { ValueReader } from '../fields/field-type.ts'
import { fieldTypes, typeOf } from '../fields/registry.ts'
import { holdsTitle } from '../fields/text-facts.ts'
import { componentIcons } from '../values/component-icons.ts'
import {
  acceptedTypePattern,
  acceptedTypesMax,
  collectionNamePattern,
  componentsPerFieldMax,
  type Field,
  type FieldType,
  fieldNamePattern,
  fieldsPerCollectionMax,
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
  type TypedProperty,
  textFormats,
  variantIdPattern,
} from '../values/model.ts'
import { readDefault } from './model-form.ts'
import { findPreviewUrlError } from './preview-url.ts'
import { variantKinds } from './variants.store.ts'

const name = z.string().min(1, 'must not be empty').max(nameLengthMax, `may have ${nameLengthMax} characters`)
const help = z.string().max(helpLengthMax, `may have ${helpLengthMax} characters`)

const collectionName = z
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

const previewUrl = z.string('must be a string or null').superRefine((text, context) => {
  const message = findPreviewUrlError(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

const formats = [...textFormats, ...richTextFormats] as const

export const fieldInput = z
  .strictObject({
    apiName: fieldName,
    type: z.enum(fieldTypes, `must be one of ${fieldTypes.join(', ')}`),
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
    link: z.boolean().optional(),
    query: z.boolean().optional(),
    search: z.literal(searchWeights, 'must be 0, 1, 2 or 3').optional(),
    paths: z
      .array(jsonPath)
      .max(pathsPerFieldMax, `may have ${pathsPerFieldMax} paths`)
      .refine(all => new Set(all.map(({ path }) => path)).size === all.length, 'name a path twice')
      .optional(),
    of: z
      .array(collectionName)
      .max(componentsPerFieldMax, `may name ${componentsPerFieldMax} components`)
      .refine(all => new Set(all).size === all.length, 'names a component twice')
      .optional(),
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

const commonShape = {
  apiName: collectionName,
  name,
  titleField: z.string().optional(),
  fields,
  description: help.optional(),
}

/** The properties of a collection. */
export const modelShape = {
  ...commonShape,
  kind: z.literal('collection', 'must be collection or component').optional(),
  slugFrom: z.string().optional(),
  singleton: z.boolean().optional(),
  previewUrl: previewUrl.nullable().optional(),
}

/** The name of a field that stands for the component of a block in paths of queries. */
const componentName = 'component'

/** The properties of a component. */
export const componentShape = {
  ...commonShape,
  kind: z.literal('component'),
  icon: z.enum(componentIcons, `must be one of ${componentIcons.join(', ')}`).optional(),
}

interface NamedFields {
  readonly fields: readonly {
    readonly apiName: string
    readonly type: FieldType
    readonly many?: boolean | undefined
    readonly unique?: boolean | undefined
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
    const isText = fields.some(field => field.apiName === named && holdsTitle(field))
    if (named === undefined || isText) continue
    const message = 'must name a text field of the collection, one without "many"'
    context.addIssue({ code: 'custom', path: [key], message })
  }
}

export const modelInput = z.strictObject(modelShape).superRefine(checkNamedFields)

export const componentInput = z
  .strictObject(componentShape)
  .superRefine(checkNamedFields)
  .superRefine(checkComponentFields)

/** Checks what holds for fields of components only. */
export function checkComponentFields({ fields }: NamedFields, context: z.core.$RefinementCtx): void {
  for (const [index, field] of fields.entries()) {
    for (const { path, message } of findComponentFieldErrors(field))
      context.addIssue({ code: 'custom', path: ['fields', index, ...path], message })
  }
}

/** Returns the errors that only a field of a component has. */
export function findComponentFieldErrors({ apiName, unique }: NamedFields['fields'][number]): ModelError[] {
  return [
    ...(apiName === componentName
      ? [
          {
            path: ['apiName'],
            message: 'must not be component, which queries use for the name of a component',
          },
        ]
      : []),
    ...(unique
      ? [{ path: ['unique'], message: 'is for fields of collections: an entry may have many blocks' }]
      : []),
  ]
}

/** Lists the errors of the names of collections and components in a field. */
export function findNameErrors(
  { to = [], of = [] }: Field,
  names: {
    readonly collections: Pick<ReadonlySet<string>, 'has'>
    readonly components: Pick<ReadonlySet<string>, 'has'>
  },
): ModelError[] {
  return [
    ...to.flatMap((name, index) =>
      names.collections.has(name)
        ? []
        : [{ path: ['to', index], message: 'is not a collection of the space' }],
    ),
    ...of.flatMap((name, index) =>
      names.components.has(name) ? [] : [{ path: ['of', index], message: 'is not a component of the space' }],
    ),
  ]
}

/** The properties of a variant. */
export const variantInput = {
  id: z
    .string('must be a string')
    .regex(variantIdPattern, 'must be 1 to 64 letters, digits and . _ : - and begin with a letter or digit'),
  name: z
    .string('must be a string')
    .refine(
      text =>
        text.trim() !== '' &&
        [...text].length <= nameLengthMax &&
        text.isWellFormed() &&
        !/\p{Cc}/u.test(text),
      `must have 1 to ${nameLengthMax} characters, none of them a control character`,
    ),
  kind: z.enum(variantKinds, `must be one of ${variantKinds.join(', ')}`),
}

/**
 * An error of a field. `path` is relative to the field, and `message` continues a sentence that begins with the name of the
 * property.
 */
export interface ModelError {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const typedProperties = [...new Set(fieldTypes.flatMap(type => typeOf({ type }).properties))]

export function findFieldErrors(field: Field): ModelError[] {
  const misplaced = typedProperties.filter(
    name => field[name] !== undefined && !typeOf(field).properties.includes(name),
  )
  const errors = [
    ...misplaced.map(name => ({
      path: [],
      message: `has "${name}", which only ${typesWith(name)} may have`,
    })),
    ...findManyErrors(field),
    // Rules are not checked if the field has properties that its type does not allow.
    ...(misplaced.length > 0 ? [] : findRuleErrors(field)),
  ]
  return errors.length > 0 ? errors : findDefaultErrors(field)
}

function typesWith(property: TypedProperty): string {
  const types = fieldTypes.filter(type => typeOf({ type }).properties.includes(property))
  return types.length === 1 ? types[0]! : `${types.slice(0, -1).join(', ')} and ${types.at(-1)}`
}

function findManyErrors({ many, minItems, maxItems, paths = [] }: Field): ModelError[] {
  const errors: ModelError[] = []
  for (const [name, value] of Object.entries({ minItems, maxItems })) {
    if (value === undefined || many) continue
    errors.push({ path: [], message: `has "${name}", which only a field with "many": true may have` })
  }
  if (maxItems === 0) errors.push({ path: ['maxItems'], message: 'must be 1 or more' })
  if ((minItems ?? 0) > (maxItems ?? Infinity)) {
    errors.push({ path: ['minItems'], message: 'must not be greater than maxItems' })
  }
  if (many && paths.some(path => !path.many)) {
    errors.push({ path: [], message: 'has many values, so each of its paths needs "many": true' })
  }
  return errors
}

function findRuleErrors(field: Field): ModelError[] {
  const { min, max, pattern, format, options = [] } = field
  const { limit, formats = [], formatOf = {}, needs = {}, read, expectation } = typeOf(field)
  const errors: ModelError[] = []
  for (const [name, value] of Object.entries({ min, max })) {
    if (value !== undefined && limit && limit.toNumber(value) === null) {
      errors.push({ path: [name], message: `must be ${limit.expectation}` })
    }
  }
  if (errors.length === 0 && limit && min !== undefined && max !== undefined) {
    if (limit.toNumber(min)! > limit.toNumber(max)!)
      errors.push({ path: ['min'], message: 'must not be greater than max' })
  }
  const compiled = pattern === undefined ? null : compilePattern(pattern)
  if (compiled && 'error' in compiled) errors.push({ path: ['pattern'], message: compiled.error })
  if (format !== undefined && !formats.includes(format)) {
    errors.push({ path: ['format'], message: `must be one of ${formats.join(', ')}` })
  }
  for (const [name, message] of Object.entries(needs) as [TypedProperty, string][]) {
    const given = field[name]
    if (given === undefined) errors.push({ path: [name], message })
    else if (Array.isArray(given) && given.length === 0)
      errors.push({ path: [name], message: 'must not be empty' })
  }
  for (const [name, needed] of Object.entries(formatOf) as [TypedProperty, string][]) {
    if (field[name] === undefined || format === needed) continue
    errors.push({ path: [name], message: `requires "format": "${needed}"` })
  }
  for (const [index, { value }] of options.entries()) {
    if (read(value, field, '', anyAddress) === undefined)
      errors.push({ path: ['options', index, 'value'], message: `must be ${expectation(field)}` })
  }
  return errors
}

/** Reads the values of options, whose addresses are checked where an entry has them. */
const anyAddress: ValueReader = {
  refusesUnsafeAddresses: false,
  isOverlay: false,
  level: 0,
  errors: 0,
  countBlock: () => true,
  fail: () => {},
}

/** Checks that the default is a valid value of the field and obeys the field's rules. */
function findDefaultErrors(field: Field): ModelError[] {
  const { errors, value } = readDefault(field)
  const partsOf = (pointer: string) => pointer.split('/').slice(2)
  if (errors.length > 0) {
    return errors.map(({ pointer, message }) => ({ path: ['default', ...partsOf(pointer)], message }))
  }
  if (value === undefined) return []
  const problems = findFieldProblems([field], { [field.apiName]: value }, '')
  return problems.map(({ path, message }) => ({ path: ['default', ...partsOf(path)], message }))
}
