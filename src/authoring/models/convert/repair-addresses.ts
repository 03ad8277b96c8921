// Addresses of a value that already is Portable Text, and comes from a field whose values were not checked: they are
// repaired, and what is not safe goes without the words around it.
import { isJsonObject } from '../../../content/values/json-object.ts'
import type { Json } from '../../../content/values/model.ts'
import { repairAddress } from '../../../content/values/safe-address.ts'
import { type LossReason, lossReasons } from '../report/loss-reasons.ts'

type Source = { readonly [key: string]: Json }

/** `blocks` were read as Portable Text. */
export function repairAddresses(blocks: readonly Json[], reasons: Set<LossReason>): readonly Json[] {
  return blocks.flatMap(block => {
    const repaired = repairBlock(block as Source)
    if (repaired === null || repaired.isPartial) reasons.add(lossReasons.address)
    return repaired === null ? [] : [repaired.block]
  })
}

/** Null for an image without a safe address. */
function repairBlock(block: Source): { readonly block: Json; readonly isPartial: boolean } | null {
  const { asset, children, markDefs } = block
  if (isJsonObject(asset) && typeof asset.url === 'string') {
    const url = repairAddress(asset.url, 'asset')
    return url === null ? null : { block: { ...block, asset: { ...asset, url } }, isPartial: false }
  }
  if (!Array.isArray(markDefs)) return { block, isPartial: false }
  const unsafe = new Set<Json>()
  const definitions = (markDefs as readonly Source[]).flatMap(definition => {
    const href = repairAddress(definition.href as string, 'link')
    if (href === null) unsafe.add(definition._key!)
    return href === null ? [] : [{ ...definition, href }]
  })
  const spans = (children as readonly Source[]).map(span => ({
    ...span,
    marks: (span.marks as readonly string[]).filter(mark => !unsafe.has(mark)),
  }))
  return { block: { ...block, children: spans, markDefs: definitions }, isPartial: unsafe.size > 0 }
}
