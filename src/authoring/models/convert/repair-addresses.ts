// Repairs the addresses of a value that is already Portable Text but comes from a field whose values were not validated.
// Unsafe links are removed and their words are kept.
import { isJsonObject } from '../../../content/values/json-object.ts'
import type { Json } from '../../../content/values/model.ts'
import { repairAddress } from '../../../content/values/safe-address.ts'
import { type LossReason, lossReasons } from '../report/loss-reasons.ts'

type Source = { readonly [key: string]: Json }

/** Requires blocks that are valid Portable Text. */
export function repairAddresses(blocks: readonly Json[], reasons: Set<LossReason>): readonly Json[] {
  return blocks.flatMap(block => {
    const repaired = repairBlock(block as Source)
    if (repaired === null || repaired.isPartial) reasons.add(lossReasons.address)
    return repaired === null ? [] : [repaired.block]
  })
}

/** Returns null for an image without a safe address. */
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
