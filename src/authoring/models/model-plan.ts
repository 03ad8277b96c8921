// The plan of a model change: the new model, and the source of the values of each field; and what follows from a plan.
import type { PreviewSite } from '../../content/model/preview-url.ts'
import type { Collection, Component, Field, Json } from '../../content/values/model.ts'
import type { ModelOperation } from './model-operations.ts'

type FieldSource =
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
  readonly before: Collection | Component
  readonly after: Collection | Component
  /** In the order of the new model. */
  readonly fields: readonly PlannedField[]
  /** Fields of the old model whose values are removed. */
  readonly removed: readonly Field[]
  /** The effects on apps that use the API, in sentences. */
  readonly readers: readonly string[]
  /** The plan of the component whose change this change follows; null if it is a change of its own. */
  readonly blocks: ModelPlan | null
}

/** A change from the history of a model. */
export interface PastChange {
  /** The model version that the change created. */
  readonly modelVersion: number
  readonly before: Collection | Component
  readonly operations: readonly ModelOperation[]
}

export interface PlanContext {
  /** The changes of the collection, in order. */
  readonly history: readonly PastChange[]
  /** The names of the models of the space. */
  readonly collections: Pick<ReadonlySet<string>, 'has'>
  readonly components: Pick<ReadonlySet<string>, 'has'>
  /** The preview sites of the space. If absent, as for changes of the past, preview URLs may name other ones. */
  readonly previewSites?: readonly PreviewSite[]
}

/** Checks whether the change alters the stored form of entries, or of their live content. */
export function changesValues({ before, fields, removed, blocks }: ModelPlan): boolean {
  if (blocks !== null) return changesValues(blocks)
  if (removed.length > 0 || fields.length !== before.fields.length) return true
  return fields.some(({ field, source }, index) => {
    const isSame = source.kind === 'stored' && source.conversions.length === 0
    if (!isSame || source.field.apiName !== field.apiName) return true
    return before.fields[index] !== source.field || (source.field.link ?? false) !== (field.link ?? false)
  })
}

/** Checks whether entries must be read because their form, titles or problems may change. */
export function concernsEntries({ before, after, blocks }: ModelPlan): boolean {
  if (blocks !== null) return concernsEntries(blocks)
  if (before.titleField !== after.titleField) return true
  const ofValues = ({ fields }: Pick<Collection, 'fields'>) =>
    fields.map(field => [field.apiName, rulesOf(field)])
  return !Bun.deepEquals(ofValues(before), ofValues(after))
}

/** Checks whether responses or queries may change although no value does. */
export function isServedOtherwise({ before, after, blocks }: ModelPlan): boolean {
  if (blocks !== null) return isServedOtherwise(blocks)
  const served = ({ name, titleField, fields }: Collection | Component) => ({ name, titleField, fields })
  return !Bun.deepEquals(served(before), served(after))
}

/** Checks whether the set of live values that must be unique changes. */
export function changesUniqueValues({ before, fields }: ModelPlan): boolean {
  const isSameField = ({ field, source }: ModelPlan['fields'][number]) =>
    source.kind === 'stored' && source.conversions.length === 0 && source.field.apiName === field.apiName
  const unique = fields.filter(({ field }) => field.unique)
  const unchanged = unique.filter(isSameField).map(({ field }) => field.apiName)
  const was = before.fields.filter(field => field.unique).map(({ apiName }) => apiName)
  return unchanged.length !== unique.length || !Bun.deepEquals(unchanged.sort(), was.sort())
}

/** Returns the rules of a field, without its name and what only affects editors and queries. */
export function rulesOf(field: Field): Partial<Field> {
  const { apiName: _, name: _n, help: _h, default: _d, multiline: _m, hidden: _i, ...others } = field
  const { query: _q, search: _s, paths: _p, ...rules } = others
  return rules
}
