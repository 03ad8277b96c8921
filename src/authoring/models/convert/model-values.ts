// Applies a plan to the values of one entry: its draft or live content, with overlays. Values that are not in the result
// are reported as losses.

import { findSameBlock, mapBlocks } from '../../../content/fields/component.ts'
import { convertValue } from '../../../content/fields/convert-value.ts'
import type { DraftValues } from '../../../content/fields/field-rules.ts'
import type { FindFile } from '../../../content/rich-text/linked-file.ts'
import { type LossReason, lossReasons } from '../../../content/values/loss-reasons.ts'
import type { Block, Component, Field, Json, Values } from '../../../content/values/model.ts'
import type { ModelPlan, PlannedField } from '../model-plan.ts'

export interface FieldLoss {
  /** The name of the field before the change. */
  readonly field: string
  readonly reason: LossReason
}

export interface ValueLoss extends FieldLoss {
  /** The variant of the overlay; null for the base value. */
  readonly variant: string | null
}

export interface ChangedValues extends DraftValues {
  readonly losses: readonly ValueLoss[]
}

/** The values of drafts before a model version was created, by that version. */
export type EarlierValues = ReadonlyMap<number, DraftValues>

const none: EarlierValues = new Map()

export function changeValues(
  plan: ModelPlan,
  { data, variants }: DraftValues,
  earlier: EarlierValues = none,
  findFile?: FindFile,
): ChangedValues {
  const losses: ValueLoss[] = []
  const parts = { plan, losses, findFile }
  const base = changeOne(
    parts,
    data,
    restoredFrom(earlier, ({ data }) => data),
    null,
  )
  const overlays = new Map<string, Values>()
  for (const id of new Set([...Object.keys(variants), ...restoredVariants(plan, earlier)])) {
    const values = Object.hasOwn(variants, id) ? variants[id]! : {}
    const restored = restoredFrom(earlier, all => (Object.hasOwn(all.variants, id) ? all.variants[id]! : {}))
    const changed = changeOne(parts, values, restored, id)
    if (Object.keys(changed).length > 0) overlays.set(id, changed)
  }
  return { data: base, variants: Object.fromEntries(overlays), losses }
}

type Restored = (modelVersion: number) => Values

function restoredFrom(earlier: EarlierValues, pick: (values: DraftValues) => Values): Restored {
  return modelVersion => {
    const values = earlier.get(modelVersion)
    return values === undefined ? {} : pick(values)
  }
}

/** Lists the variants whose overlays have values of restored fields. */
function restoredVariants({ fields }: ModelPlan, earlier: EarlierValues): string[] {
  return fields.flatMap(({ source }) =>
    source.kind === 'restored' ? Object.keys(earlier.get(source.modelVersion)?.variants ?? {}) : [],
  )
}

interface ChangeParts {
  readonly plan: ModelPlan
  readonly losses: ValueLoss[]
  readonly findFile: FindFile | undefined
}

function changeOne(parts: ChangeParts, values: Values, restored: Restored, variant: string | null): Values {
  const { plan, losses } = parts
  for (const field of plan.removed) {
    if (!isNone(field, readValue(values, field), variant)) {
      losses.push({ field: field.apiName, reason: lossReasons.removed, variant })
    }
  }
  for (const name of Object.keys(values)) {
    const isKnown = plan.before.fields.some(({ apiName }) => apiName === name)
    if (!isKnown && values[name] !== null) losses.push({ field: name, reason: lossReasons.unknown, variant })
  }
  return Object.fromEntries(
    plan.fields.flatMap(planned => {
      const value = changeField(parts, planned, values, restored, variant)
      return value === null ? [] : [[planned.field.apiName, value] as const]
    }),
  )
}

function changeField(
  parts: ChangeParts,
  { field, source }: PlannedField,
  values: Values,
  restored: Restored,
  variant: string | null,
): Json {
  const { plan, losses, findFile } = parts
  if (source.kind === 'new') return variant === null ? source.fill : null
  const from = source.kind === 'restored' ? restored(source.modelVersion) : values
  let known = source.field
  let value = readValue(from, known)
  for (const to of source.conversions) {
    if (isNone(known, value, variant)) return null
    const converted = convertValue(known, to, value, findFile)
    for (const reason of converted.reasons) losses.push({ field: source.field.apiName, reason, variant })
    value = converted.value ?? null
    // The empty list hid the base value; a field of one value cannot express that.
    const isEmptyList = known.many && converted.value === undefined && converted.reasons.size === 0
    if (isEmptyList) losses.push({ field: source.field.apiName, reason: lossReasons.emptyList, variant })
    known = to
  }
  if (plan.blocks !== null && field.of !== undefined) {
    value = changeBlocks({ ...parts, plan: plan.blocks }, known, value, blocksIn(restored, known), variant)
  }
  return isNone(field, value, variant) ? null : value
}

/** The blocks of a field before the change that created a model version. */
type RestoredBlocks = (modelVersion: number) => Json

function blocksIn(restored: Restored, field: Field): RestoredBlocks {
  return modelVersion => readValue(restored(modelVersion), field)
}

/** Changes the blocks of one component, at every depth. `plan` is that of the component. */
function changeBlocks(
  parts: ChangeParts,
  field: Field,
  value: Json,
  restored: RestoredBlocks,
  variant: string | null,
): Json {
  return mapBlocks(value, field, '', (block, component) => {
    const before = (modelVersion: number): Values => {
      const own = findSameBlock(field, block, restored(modelVersion))
      return own?.component === block.component ? own.data : {}
    }
    const inside = changeInside(parts, component, block.data, before, variant)
    if (component.apiName !== parts.plan.before.apiName) return withData(block, inside)
    const losses: ValueLoss[] = []
    // An empty list hides nothing in a block, so that it is no value, as in the base.
    const data = changeOne({ ...parts, losses }, inside, before, null)
    parts.losses.push(...losses.map(loss => ({ ...loss, variant })))
    return withData(block, data)
  })
}

function withData(block: Block, data: Values): Block {
  return data === block.data ? block : { ...block, data }
}

/** Changes the blocks inside of a block. */
function changeInside(
  parts: ChangeParts,
  { fields }: Component,
  data: Values,
  restored: Restored,
  variant: string | null,
): Values {
  let changed = data
  for (const field of fields) {
    const value = readValue(data, field)
    if (field.of === undefined || value === null) continue
    const next = changeBlocks(parts, field, value, blocksIn(restored, field), variant)
    if (next !== value) changed = { ...changed, [field.apiName]: next }
  }
  return changed
}

function readValue(values: Values, { apiName }: Field): Json {
  return Object.hasOwn(values, apiName) ? values[apiName]! : null
}

/**
 * Checks whether a value counts as none. An empty list is no value in the base, but in an overlay it hides the base value.
 */
function isNone({ many }: Field, value: Json, variant: string | null): boolean {
  return value === null || (variant === null && many === true && Array.isArray(value) && value.length === 0)
}
