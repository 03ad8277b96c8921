// The plan of a model change: the new model, and the source of the values of each field.
import type { Collection, Field, Json } from '../../content/values/model.ts'
import type { ModelOperation } from './model-operations.ts'

export type FieldSource =
  /** The values of an existing field. Each conversion is the field after it. */
  | { readonly kind: 'stored'; readonly field: Field; readonly conversions: readonly Field[] }
  /** The values of drafts before the change that created a model version. */
  | {
      readonly kind: 'restored'
      readonly modelVersion: number
      readonly field: Field
      readonly conversions: readonly Field[]
    }
  /** No value, or the same value for every entry. */
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
  /** Fields of the old model whose values are removed. */
  readonly removed: readonly Field[]
  /** The effects on apps that use the API, in sentences. */
  readonly readers: readonly string[]
}

/** A change from the history of a model. */
export interface PastChange {
  /** The model version that the change created. */
  readonly modelVersion: number
  readonly before: Collection
  readonly operations: readonly ModelOperation[]
}

export interface PlanContext {
  /** The changes of the collection, in order. */
  readonly history: readonly PastChange[]
  /** The collections of the space. */
  readonly collections: Pick<ReadonlySet<string>, 'has'>
}

/** Checks whether the change alters the stored form of entries. */
export function changesValues({ before, fields, removed }: ModelPlan): boolean {
  if (removed.length > 0 || fields.length !== before.fields.length) return true
  return fields.some(({ field, source }, index) => {
    const isSame = source.kind === 'stored' && source.conversions.length === 0
    return !isSame || source.field.apiName !== field.apiName || before.fields[index] !== source.field
  })
}
