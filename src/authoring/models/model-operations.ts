// The operations of a model change as sent: their shapes, with each error at its place. model-plan.ts checks them
// against a model.
import { z } from 'zod'
import { toPointer } from '../../base/json.ts'
import { findStorageError } from '../../content/fields/field-values.ts'
import { componentShape, fieldInput, fieldName, modelShape } from '../../content/model/model-input.schema.ts'
import {
  type Field,
  type FieldType,
  isJsonObject,
  type Json,
  type RichTextFormat,
  type TextFormat,
} from '../../content/values/model.ts'

/** Properties to set; null removes one. */
export type Properties = { readonly [name: string]: Json }

export type ModelOperation =
  | { readonly op: 'set'; readonly properties: Properties }
  | {
      readonly op: 'addField'
      readonly field: Field
      readonly before?: string
      /** True if existing entries get the default value. */
      readonly fill?: boolean
    }
  | { readonly op: 'setField'; readonly field: string; readonly properties: Properties }
  | { readonly op: 'moveField'; readonly field: string; readonly before: string | null }
  | { readonly op: 'renameField'; readonly field: string; readonly to: string }
  | {
      readonly op: 'convertField'
      readonly field: string
      readonly type: FieldType
      readonly many?: boolean
      readonly format?: TextFormat | RichTextFormat
      /** The components of a field of blocks. */
      readonly of?: readonly string[]
    }
  | { readonly op: 'removeField'; readonly field: string }
  | { readonly op: 'restoreField'; readonly field: string; readonly modelVersion: number }

export interface OperationError {
  /** A JSON Pointer in the request: `/operations/3/field/min`. */
  readonly path: string
  /** The predicate of a sentence whose subject is the place. */
  readonly message: string
}

const operationsMax = 1000

const properties = z.custom<Properties>(isJsonObject, 'must be an object')
const name = z.string('must be the name of a field')

const shapes = {
  set: z.strictObject({ op: z.literal('set'), properties }),
  addField: z.strictObject({
    op: z.literal('addField'),
    field: fieldInput,
    before: name.optional(),
    fill: z.boolean().optional(),
  }),
  setField: z.strictObject({ op: z.literal('setField'), field: name, properties }),
  moveField: z.strictObject({
    op: z.literal('moveField'),
    field: name,
    before: z.string('must be the name of a field, or null for the end').nullable(),
  }),
  renameField: z.strictObject({ op: z.literal('renameField'), field: name, to: fieldName }),
  convertField: z.strictObject({
    op: z.literal('convertField'),
    field: name,
    type: fieldInput.shape.type,
    many: z.boolean().optional(),
    format: fieldInput.shape.format,
    of: fieldInput.shape.of,
  }),
  removeField: z.strictObject({ op: z.literal('removeField'), field: name }),
  restoreField: z.strictObject({
    op: z.literal('restoreField'),
    field: name,
    modelVersion: z.int('must be the number of a model version').min(2, 'must be 2 or more'),
  }),
} as const satisfies { readonly [Op in ModelOperation['op']]: z.ZodType }

export const operationNames = Object.keys(shapes) as ModelOperation['op'][]

/** Returns the operation, or every error of its shape. */
function parseOperation(
  sent: unknown,
  path: string,
): { readonly operation: ModelOperation } | { readonly errors: readonly OperationError[] } {
  if (!isJsonObject(sent)) return { errors: [{ path, message: 'must be an object' }] }
  const unstorable = findUnstorable(sent, path)
  if (unstorable.length > 0) return { errors: unstorable }
  const op = Object.hasOwn(sent, 'op') ? sent.op : undefined
  if (typeof op !== 'string' || !Object.hasOwn(shapes, op)) {
    const message = op === undefined ? 'is missing' : `must be one of ${operationNames.join(', ')}`
    return { errors: [{ path: `${path}/op`, message }] }
  }
  const result = shapes[op as ModelOperation['op']].safeParse(sent)
  if (!result.success) return { errors: toErrors(result.error.issues, sent, path) }
  return { operation: result.data as ModelOperation }
}

/** Turns each issue into an error at its place, and each unknown key into one of its own. */
export function toErrors(issues: readonly z.core.$ZodIssue[], sent: unknown, path: string): OperationError[] {
  return issues.flatMap(issue => {
    const place = path + toPointer(...issue.path.map(String))
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map(key => ({ path: place + toPointer(key), message: 'is unknown' }))
    }
    return [{ path: place, message: isThere(sent, issue.path) ? toMessage(issue) : 'is missing' }]
  })
}

const typeErrors: Readonly<Record<string, string>> = {
  object: 'must be an object',
  array: 'must be a list',
  string: 'must be a string',
  boolean: 'must be true or false',
  number: 'must be a number',
}

/** Replaces Zod's built-in texts for values of a wrong type. */
function toMessage(issue: z.core.$ZodIssue): string {
  const isOwn = issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input')
  return isOwn ? issue.message : (typeErrors[issue.expected] ?? issue.message)
}

function isThere(value: unknown, path: readonly PropertyKey[]): boolean {
  const [key, ...rest] = path
  if (key === undefined) return true
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
  return isThere((value as { [key: PropertyKey]: unknown })[key], rest)
}

/** Properties that an operation cannot set, and the reason or alternative. */
const fixedOfModel: Readonly<Record<string, string>> = {
  apiName: 'cannot change: it is the public name of the model',
  kind: 'cannot change',
  fields: 'changes by addField, setField, moveField, renameField, convertField and removeField',
  modelVersion: 'counts the changes of the model, and cannot be set',
}

const fixedOfField: Readonly<Record<string, string>> = {
  apiName: 'changes by renameField',
  type: 'can only be changed by convertField',
  many: 'can only be changed by convertField',
}

/** Checks the keys of `properties`, but not their values. */
export function findKeyErrors(
  of: 'collection' | 'component' | 'field',
  sent: Properties,
  path: string,
): OperationError[] {
  const shapes = { collection: modelShape, component: componentShape, field: fieldInput.shape }
  const known: readonly string[] = Object.keys(shapes[of])
  const fixed = of === 'field' ? fixedOfField : fixedOfModel
  return Object.keys(sent).flatMap(key => {
    const place = path + toPointer(key)
    if (Object.hasOwn(fixed, key)) return [{ path: place, message: fixed[key]! }]
    return known.includes(key) ? [] : [{ path: place, message: 'is unknown' }]
  })
}

/** Finds the keys whose values the databases cannot store or that are nested too deep. */
export function findUnstorable(sent: object, path: string): OperationError[] {
  return Object.entries(sent).flatMap(([key, value]) =>
    findStorageError({ [key]: value }) === null
      ? []
      : [
          {
            path: path + toPointer(key),
            message: 'must have no NUL, no lone surrogate, no number beyond a double and 64 levels at most',
          },
        ],
  )
}

interface ParsedOperations {
  /** In the order of the request; null for operations with errors. */
  readonly operations: readonly (ModelOperation | null)[]
  readonly errors: readonly OperationError[]
  /** Fields that erroneous operations name. Later operations may refer to them, so their absence is not an error. */
  readonly uncertain: ReadonlySet<string>
}

export function parseOperations(sent: readonly unknown[], path = '/operations'): ParsedOperations {
  if (sent.length === 0) return invalidList(path, 'must have an operation')
  if (sent.length > operationsMax) return invalidList(path, `may have ${operationsMax} operations`)
  const errors: OperationError[] = []
  const uncertain = new Set<string>()
  const operations = sent.map((each, index) => {
    const result = parseOperation(each, `${path}/${index}`)
    if ('operation' in result) return result.operation
    errors.push(...result.errors)
    for (const named of namesIn(each)) uncertain.add(named)
    return null
  })
  return { operations, errors, uncertain }
}

function invalidList(path: string, message: string): ParsedOperations {
  return { operations: [], errors: [{ path, message }], uncertain: new Set() }
}

function namesIn(sent: unknown): string[] {
  if (!isJsonObject(sent)) return []
  const { field, to } = sent
  const named = isJsonObject(field) ? field.apiName : field
  return [named, to].filter(each => typeof each === 'string')
}
