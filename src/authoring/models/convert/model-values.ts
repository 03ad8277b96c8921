// Applies a plan to the values of one entry: its draft or live content, with overlays. Values that are not in the result
// are reported as losses.

import { findSameBlock, mapBlocks } from '../../../content/fields/component.ts'
import { convertValue } from '../../../content/fields/convert-value.ts'
import type { DraftValues } from '../../../content/fields/field-rules.ts'
import type { FindFile } from '../../../content/rich-text/linked-file.ts'
import { type LossReason, lossReasons } from '../../../content/values/loss-reasons.ts'
import type { Block, Component, Field, Json, Values } from '../../../content/values/model.ts'
import { entriesOf, toBlockValues } from '../../../content/values/overlaid-blocks.ts'
import { pruneOverlays } from '../../../entries/drafts/overlay-paths.ts'
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
  const left = pruneOverlays(plan.after.fields, base, Object.fromEntries(overlays))
  return { data: base, variants: left, losses }
}

type Restored = (modelVersion: number) => Values

function restoredFrom(earlier: EarlierValues, pick: (values: DraftValues) => Values): Restored {
  return modelVersion => {
    const values = earlier.get(modelVersion)
    return values === undefined ? {} : pick(values)
  }
}

/** Lists the variants whose overlays have values of restored fields. */
function restoredVariants({ fields, blocks }: ModelPlan, earlier: EarlierValues): string[] {
  return [...fields, ...(blocks?.fields ?? [])].flatMap(({ source }) =>
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

/**
 * Changes the blocks of one component, at every depth, and what an overlay has inside of the base's blocks. `plan` is that of the
 * component.
 */
function changeBlocks(
  parts: ChangeParts,
  field: Field,
  value: Json,
  restored: RestoredBlocks,
  variant: string | null,
): Json {
  const isInside = variant !== null && (value === null || toBlockValues(value) !== null)
  const given = isInside ? withRestoredBlocks(parts.plan, value, restored) : value
  return mapBlocks(given, field, '', (block, component) => {
    const change = (member: 'data' | 'inner', values: Values): Values => {
      const before = (modelVersion: number) => findBlock(restored(modelVersion), field, block)?.[member] ?? {}
      const changed = changeInside(parts, component, values, before, variant)
      if (component.apiName !== parts.plan.before.apiName) return changed
      const losses: ValueLoss[] = []
      // An empty list hides nothing in a whole block, so that it is no value, as in the base.
      const data = changeOne({ ...parts, losses }, changed, before, isInside ? variant : null)
      parts.losses.push(...losses.map(loss => ({ ...loss, variant })))
      return data
    }
    const data = change('data', block.data)
    if (isInside) return { ...block, data, inner: change('inner', block.inner ?? {}) }
    return data === block.data ? block : { ...block, data }
  })
}

/** Returns what an earlier value has of a block, unless the block was of another component. */
function findBlock(
  value: Json,
  field: Field,
  block: Block,
): Pick<Block, 'component' | 'data' | 'inner'> | null {
  const inside = toBlockValues(value)
  const own =
    inside === null
      ? findSameBlock(field, block, value)
      : entriesOf(inside).find(([key]) => !field.many || key === block.key)?.[1]
  return own?.component === block.component ? own : null
}

/** Adds the blocks of which an overlay had values before, without any, so that these can be restored. */
function withRestoredBlocks({ fields }: ModelPlan, value: Json, restored: RestoredBlocks): Json {
  const before = fields.flatMap(({ source }) =>
    source.kind === 'restored' ? (toBlockValues(restored(source.modelVersion)) ?? []) : [],
  )
  if (before.length === 0) return value
  const own = toBlockValues(value) ?? {}
  const { block } = [own, ...before].find(each => each.block !== undefined) ?? {}
  if (block !== undefined) return { block: own.block ?? { component: block.component, data: {} } } as Json
  const added = before.flatMap(each =>
    entriesOf(each).map(([key, { component }]) => [key, { component, data: {} }] as const),
  )
  return { blocks: { ...Object.fromEntries(added), ...own.blocks } } as Json
}

/** Changes the blocks in values of a block. */
function changeInside(
  parts: ChangeParts,
  { fields }: Component,
  values: Values,
  restored: Restored,
  variant: string | null,
): Values {
  let changed = values
  for (const field of fields) {
    const value = readValue(values, field)
    if (field.of === undefined) continue
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
