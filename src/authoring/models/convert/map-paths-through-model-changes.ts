// Converts values that were stored under an earlier model to a later one by applying the renames and conversions between
// them. Used to restore versions of drafts.
import type { DraftValues } from '../../../content/fields/field-rules.ts'
import { checkValues } from '../../../content/fields/field-values.ts'
import type { Field, Values } from '../../../content/values/model.ts'
import type { PastChange } from '../model-plan.ts'
import { planModelChange } from '../plan/model-editor.ts'
import { type ChangedValues, changeValues, type ValueLoss } from './model-values.ts'

/**
 * Converts values. `later` are the changes since the values were stored, in order; `history` are all changes of the
 * collection.
 */
export function followChanges(
  { history, later }: { readonly history: readonly PastChange[]; readonly later: readonly PastChange[] },
  values: DraftValues,
): ChangedValues {
  const losses: ValueLoss[] = []
  let followed = values
  for (const { before, operations } of later) {
    // Accepts any name, because the models that the old one named may have been removed.
    const anyName = { has: () => true }
    const context = { history, collections: anyName, components: anyName }
    const result = planModelChange(before, operations, context)
    if ('errors' in result) continue
    // The time at which a value was stored is not always exact, so values that already fit the new form stay.
    const [old, newer] = [true, false].map(isWanted =>
      mapLayers(followed, layer => pick(before.fields, layer, isWanted)),
    )
    const changed = changeValues(result.plan, old!)
    losses.push(...changed.losses)
    followed = merge(changed, newer!)
  }
  return { ...followed, losses }
}

/** Selects the values that fit these fields, or those that do not. */
function pick(fields: readonly Field[], values: Values, isFit: boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(entry => fits(fields, entry) === isFit))
}

function fits(fields: readonly Field[], [name, value]: readonly [string, Values[string]]): boolean {
  const field = fields.find(({ apiName }) => apiName === name)
  if (field === undefined) return false
  let isFit = true
  const onError = () => {
    isFit = false
  }
  const { to: _, ...form } = field
  checkValues([form], { [name]: value }, { isOverlay: true, onError })
  return isFit
}

function mapLayers({ data, variants }: DraftValues, map: (layer: Values) => Values): DraftValues {
  const overlays = Object.entries(variants).map(([id, overlay]) => [id, map(overlay)] as const)
  return { data: map(data), variants: Object.fromEntries(overlays) }
}

function merge(under: DraftValues, over: DraftValues): DraftValues {
  const ids = new Set([...Object.keys(under.variants), ...Object.keys(over.variants)])
  const overlays = [...ids].map(id => [id, { ...under.variants[id], ...over.variants[id] }] as const)
  return {
    data: { ...under.data, ...over.data },
    variants: Object.fromEntries(overlays.filter(([, overlay]) => Object.keys(overlay).length > 0)),
  }
}
