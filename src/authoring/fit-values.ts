// Fits values that were stored by an earlier model to the model of now: renames and conversions are followed, and what has
// no place any more is reported. For versions of drafts that are restored.
import type { DraftValues } from '../content/field-rules.ts'
import { checkValues } from '../content/field-values.ts'
import type { Collection, Json, Values } from '../content/model.ts'
import { lossReasons, unreadableAs } from './loss-reasons.ts'
import type { PastChange } from './model-plan.ts'
import { type ChangedValues, changeValues, type ValueLoss } from './model-values.ts'
import { planModelChange } from './plan-model-change.ts'

/** `later` are the changes since the values were stored, in order; `history` are all. */
export function fitValues(
  model: Collection,
  { history, later }: { readonly history: readonly PastChange[]; readonly later: readonly PastChange[] },
  values: DraftValues,
): ChangedValues {
  const losses: ValueLoss[] = []
  let fitted = values
  for (const { before, operations } of later) {
    // Collections that it named may be gone.
    const result = planModelChange(before, operations, { history, collections: { has: () => true } })
    if ('errors' in result) continue
    const names = new Set(before.fields.map(({ apiName }) => apiName))
    const changed = changeValues(
      result.plan,
      mapLayers(fitted, layer => pick(layer, name => names.has(name))),
    )
    losses.push(...changed.losses)
    // A draft that was stored at the same moment may have the form of after the change already.
    const others = mapLayers(fitted, layer => pick(layer, name => !names.has(name)))
    fitted = merge(others, changed)
  }
  return { ...mapLayers(fitted, layer => fitLayer(model, layer, losses)), losses }
}

function mapLayers({ data, variants }: DraftValues, map: (layer: Values) => Values): DraftValues {
  const overlays = Object.entries(variants).map(([id, overlay]) => [id, map(overlay)] as const)
  return {
    data: map(data),
    variants: Object.fromEntries(overlays.filter(([, overlay]) => Object.keys(overlay).length > 0)),
  }
}

function pick(values: Values, isWanted: (name: string) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)))
}

function merge(under: DraftValues, over: DraftValues): DraftValues {
  const ids = new Set([...Object.keys(under.variants), ...Object.keys(over.variants)])
  return {
    data: { ...under.data, ...over.data },
    variants: Object.fromEntries([...ids].map(id => [id, { ...under.variants[id], ...over.variants[id] }])),
  }
}

/** In the order of the model, without what does not fit it. */
function fitLayer({ fields }: Collection, layer: Values, losses: ValueLoss[]): Values {
  for (const [name, value] of Object.entries(layer)) {
    const isThere = fields.some(({ apiName }) => apiName === name)
    if (!isThere && !isEmpty(value)) losses.push({ field: name, reason: lossReasons.unknown })
  }
  return Object.fromEntries(
    fields.flatMap(field => {
      const { apiName } = field
      if (!Object.hasOwn(layer, apiName)) return []
      const [stored] = checkValues([field], { [apiName]: layer[apiName]! }, { onError: () => {} })
      if (stored === undefined && !isEmpty(layer[apiName]!)) {
        losses.push({ field: apiName, reason: unreadableAs(field) })
      }
      return stored === undefined ? [] : [[apiName, stored] as const]
    }),
  )
}

function isEmpty(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}
