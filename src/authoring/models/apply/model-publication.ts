// Converts a live publication to a new model. It stays the same publication, with its values in another form.
import { type AddressIndex, bindReferences } from '../../../content/publish/bind-references.ts'
import { type BoundReferences, toPathKey } from '../../../content/publish/bound-references.ts'
import { compileValues, type ReferenceBinder } from '../../../content/publish/compile-entry.ts'
import { compileOverlays, parseValues } from '../../../content/publish/entry-values.ts'
import type { PublishedContent } from '../../../content/publish/published-content.ts'
import type { LivePublication } from '../../../content/tables/publications.store.ts'
import type { DraftValues } from '../../../content/values/field-rules.ts'
import type { Field } from '../../../content/values/model.ts'
import { asWritten, listTargets } from '../../../content/values/stored-data.ts'
import { type ContentText, toVariantsJson } from '../../../entries/drafts/draft-row.ts'
import type { CheckedContent } from '../../../entries/drafts/draft-write.ts'

export function toLiveValues({ row, overlays }: LivePublication): DraftValues {
  return {
    data: parseValues(asWritten(row)),
    variants: Object.fromEntries([...overlays].map(([id, overlay]) => [id, parseValues(asWritten(overlay))])),
  }
}

export function compileLive(
  fields: readonly Field[],
  { row, overlays }: LivePublication,
  content: Omit<CheckedContent, 'slug'>,
  addresses: AddressIndex,
  bound: BoundReferences = new Map(),
): PublishedContent {
  const targets = new Set([row, ...overlays.values()].flatMap(({ refs }) => listTargets(refs)))
  const bind = keepBound(
    bindReferences(row.entry, addresses, { onDangling: () => {}, onForbidden: () => {} }),
    targets,
    bound,
  )
  return {
    values: compileValues(fields, content.values, bind),
    overlays: compileOverlays(fields, content.overlays, bind),
  }
}

/**
 * Keeps references bound to the entries that they are resolved to, even if those were moved. A reference that a rule of
 * the field no longer allows stays live until the entry is published again.
 */
function keepBound(
  bind: ReferenceBinder,
  targets: ReadonlySet<string>,
  bound: BoundReferences,
): ReferenceBinder {
  return (reference, field) => {
    const meant = 'id' in reference ? undefined : bound.get(toPathKey(reference))
    if (meant !== undefined) return { id: meant, settled: false }
    const result = bind(reference, field)
    if (result.id !== null || !('id' in reference)) return result
    return targets.has(reference.id) ? { id: reference.id, settled: false } : result
  }
}

export function toPublishedText(
  { row }: LivePublication,
  { values, overlays }: PublishedContent,
): ContentText {
  return { slug: row.slug, data: values.data, variants: toVariantsJson(overlays) }
}
