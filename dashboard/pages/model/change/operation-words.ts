// Describes the operations of a change, and applies them to a model for the preview.
import type { ModelOperation } from '../../../../src/authoring/models/model-operations.ts'
import type { ModelView } from '../../../../src/authoring/models/models.schema.ts'
import type { Field } from '../../../../src/content/values/model.ts'
import { kindOf, labelOf } from '../../../fields/field-kinds.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'

export type FieldModel = ModelView['fields'][number]

/** `FieldModel` and `Field` differ only in the types of absent properties. */
export const toField = (field: FieldModel) => field as Field

/** For example `Rename title to headline`. The model is the one before the operation. */
function describe(operation: ModelOperation, { kind, fields }: ModelView): string {
  const nameOf = (apiName: string) => {
    const field = fields.find(one => one.apiName === apiName)
    return field ? nameField(field) : apiName
  }
  switch (operation.op) {
    case 'set':
      return `Change the ${kind}: ${Object.keys(operation.properties).map(toPropertyWord).join(', ')}`
    case 'addField':
      return `Add ${nameField(operation.field)}`
    case 'setField':
      return `Change ${nameOf(operation.field)}: ${Object.keys(operation.properties).map(toPropertyWord).join(', ')}`
    case 'moveField':
      return operation.before === null
        ? `Move ${nameOf(operation.field)} to the end`
        : `Move ${nameOf(operation.field)} before ${nameOf(operation.before)}`
    case 'renameField':
      return `Rename ${operation.field} to ${operation.to} in the API`
    case 'convertField':
      return `Turn ${nameOf(operation.field)} into ${labelOf(kindOf(operation))}${operation.many ? ', multiple' : ''}`
    case 'removeField':
      return `Remove ${nameOf(operation.field)} with its values`
    case 'restoreField':
      return `Restore ${operation.field} with its values`
  }
}

const propertyWords: Readonly<Record<string, string>> = {
  titleField: 'title field',
  slugFrom: 'source of slugs',
  singleton: 'single entry',
  previewUrl: 'preview URL',
  min: 'lower limit',
  max: 'upper limit',
  minItems: 'fewest items',
  maxItems: 'most items',
  multiline: 'several lines',
  query: 'use in queries',
  search: 'weight in searches',
  to: 'collections',
  of: 'components',
  link: 'link only',
}

function toPropertyWord(property: string): string {
  return propertyWords[property] ?? property
}

export function describeAll(model: ModelView, operations: readonly ModelOperation[]): string[] {
  let now = model
  return operations.map(operation => {
    const words = describe(operation, now)
    now = applyOperations(now, [operation])
    return words
  })
}

/** Applies the operations approximately as the server does. The result is shown until the server responds. */
export function applyOperations(model: ModelView, operations: readonly ModelOperation[]): ModelView {
  return operations.reduce(apply, model)
}

function apply(model: ModelView, operation: ModelOperation): ModelView {
  if (operation.op === 'set') return withProperties(model, operation.properties)
  const { fields } = model
  if (operation.op === 'addField') return { ...model, fields: [...fields, operation.field as FieldModel] }
  const index = fields.findIndex(({ apiName }) => apiName === operation.field)
  const field = fields[index]
  if (!field) return model
  if (operation.op === 'removeField') return { ...model, fields: fields.toSpliced(index, 1) }
  if (operation.op === 'moveField') {
    const others = fields.toSpliced(index, 1)
    const place = others.findIndex(({ apiName }) => apiName === operation.before)
    return { ...model, fields: others.toSpliced(place < 0 ? others.length : place, 0, field) }
  }
  return { ...model, fields: fields.with(index, changeField(field, operation)) }
}

function changeField(field: FieldModel, operation: ModelOperation): FieldModel {
  if (operation.op === 'setField') return withProperties(field, operation.properties)
  if (operation.op === 'renameField') return { ...field, apiName: operation.to }
  if (operation.op !== 'convertField') return field
  const { type, many, format } = operation
  return withProperties(field, { type, many: many ? true : null, format: format ?? null })
}

function withProperties<Thing extends object>(thing: Thing, properties: object): Thing {
  const entries = Object.entries({ ...thing, ...properties }).filter(([, value]) => value !== null)
  return Object.fromEntries(entries) as Thing
}

/** Returns the operation that moves a field from one index to another. */
export function toMove(fields: readonly FieldModel[], from: number, to: number): ModelOperation {
  const others = fields.toSpliced(from, 1)
  return { op: 'moveField', field: fields[from]!.apiName, before: others[to]?.apiName ?? null }
}

/** Appends operations. Consecutive moves of the same field become one. */
export function addOperations(
  before: readonly ModelOperation[],
  added: readonly ModelOperation[],
): readonly ModelOperation[] {
  const [first] = added
  const last = before.at(-1)
  const replaces = first?.op === 'moveField' && last?.op === 'moveField' && last.field === first.field
  return [...(replaces ? before.slice(0, -1) : before), ...added]
}

/** Returns the fields that the operations remove, with their original properties. */
export function findRemoved(model: ModelView, operations: readonly ModelOperation[]): readonly FieldModel[] {
  return followFields(model, operations).removed
}

export type FieldMark = 'New' | 'Renamed' | 'Changed'

/** Returns what the operations did to each remaining field, by its new API name. Unchanged fields are missing. */
export function findMarks(
  model: ModelView,
  operations: readonly ModelOperation[],
  fields: readonly FieldModel[],
): ReadonlyMap<string, FieldMark> {
  const { before } = followFields(model, operations)
  const marks = fields.flatMap((field): [string, FieldMark][] => {
    const { apiName } = field
    const known = before.get(apiName)
    if (!known) return [[apiName, 'New']]
    if (known.apiName !== apiName) return [[apiName, 'Renamed']]
    return JSON.stringify(known) === JSON.stringify(field) ? [] : [[apiName, 'Changed']]
  })
  return new Map(marks)
}

/** Returns the original fields by their new API names, and the removed fields. */
function followFields(model: ModelView, operations: readonly ModelOperation[]) {
  const before = new Map(model.fields.map(field => [field.apiName, field]))
  const removed: FieldModel[] = []
  for (const operation of operations) {
    if (operation.op !== 'renameField' && operation.op !== 'removeField') continue
    const field = before.get(operation.field)
    before.delete(operation.field)
    if (field && operation.op === 'renameField') before.set(operation.to, field)
    else if (field) removed.push(field)
  }
  return { before, removed }
}
