// What a change of a model does: the new model, and for each of its fields where the values come from.
import type { Collection, Field, Json } from '../../content/values/model.ts'
import type { ModelOperation } from './model-operations.ts'

export type FieldSource =
  /** The values of a field that is there; each conversion is the field as it is afterwards. */
  | { readonly kind: 'stored'; readonly field: Field; readonly conversions: readonly Field[] }
  /** The values of drafts before the change that made a version of the model. */
  | {
      readonly kind: 'restored'
      readonly modelVersion: number
      readonly field: Field
      readonly conversions: readonly Field[]
    }
  /** None, or the same for every entry. */
  | { readonly kind: 'new'; readonly fill: Json }

export interface PlannedField {
  readonly field: Field
  readonly source: FieldSource
}

export interface ModelPlan {
  readonly before: Collection
  readonly after: Collection
  /** In the order of the new model. */
  readonly fields: readonly PlannedField[]
  /** Fields of the model as it was whose values go. */
  readonly removed: readonly Field[]
  /** What apps that use the API will notice. */
  readonly readers: readonly string[]
}

/** A change of the past. */
export interface PastChange {
  /** The version of the model that it made. */
  readonly modelVersion: number
  readonly before: Collection
  readonly operations: readonly ModelOperation[]
}

export interface PlanContext {
  /** Of the collection, in order. */
  readonly history: readonly PastChange[]
  /** The collections of the space. */
  readonly collections: Pick<ReadonlySet<string>, 'has'>
}

/** Whether entries are stored in another form afterwards. */
export function changesValues({ before, fields, removed }: ModelPlan): boolean {
  if (removed.length > 0 || fields.length !== before.fields.length) return true
  return fields.some(({ field, source }, index) => {
    const isSame = source.kind === 'stored' && source.conversions.length === 0
    return !isSame || source.field.apiName !== field.apiName || before.fields[index] !== source.field
  })
}
