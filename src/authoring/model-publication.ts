// What is live by a new model: the same publication with its values in another form.
import { EntryPaths } from '../content/address-index.ts'
import { bindReferences } from '../content/bind-references.ts'
import type { PublishedContent } from '../content/change-set.ts'
import { compileValues, type ReferenceBinder } from '../content/compile-entry.ts'
import type { TargetRow } from '../content/entry-targets.store.ts'
import { compileOverlays, parseValues } from '../content/entry-values.ts'
import type { DraftValues } from '../content/field-rules.ts'
import type { Field } from '../content/model.ts'
import type { LivePublication } from '../content/publications.store.ts'
import { listTargets } from '../content/stored-data.ts'
import { type ContentText, toVariantsJson } from '../drafts/draft-row.ts'
import type { CheckedContent } from '../drafts/draft-write.ts'

export function toLiveValues({ row, overlays }: LivePublication): DraftValues {
  return {
    data: parseValues(row.data),
    variants: Object.fromEntries([...overlays].map(([id, { data }]) => [id, parseValues(data)])),
  }
}

export function toPaths(targets: readonly TargetRow[]): EntryPaths {
  const addresses = new EntryPaths()
  // The path of an archived entry may be that of another one, which is set after it.
  const ordered = [...targets].sort((a, b) => Number(b.state === 'archived') - Number(a.state === 'archived'))
  for (const { id, collection, slug } of ordered) addresses.set(id, { collection, slug })
  return addresses
}

export function compileLive(
  fields: readonly Field[],
  { row, overlays }: LivePublication,
  content: Omit<CheckedContent, 'slug'>,
  addresses: EntryPaths,
): PublishedContent {
  const bound = new Set([row, ...overlays.values()].flatMap(({ refs }) => listTargets(refs)))
  const bind = keepBound(
    bindReferences(row.entry, addresses, { onDangling: () => {}, onForbidden: () => {} }),
    addresses,
    bound,
  )
  return {
    values: compileValues(fields, content.values, bind),
    overlays: compileOverlays(fields, content.overlays, bind),
  }
}

/** What is served now stays so where a rule of the field no longer allows it: until it is published again. */
function keepBound(
  bind: ReferenceBinder,
  addresses: Pick<EntryPaths, 'idAt'>,
  bound: ReadonlySet<string>,
): ReferenceBinder {
  return (reference, field) => {
    const result = bind(reference, field)
    if (result.id !== null) return result
    const id = 'id' in reference ? reference.id : addresses.idAt(reference.collection, reference.slug)
    return id !== undefined && bound.has(id) ? { id, settled: false } : result
  }
}

export function toPublishedText(
  { row }: LivePublication,
  { values, overlays }: PublishedContent,
): ContentText {
  return { slug: row.slug, data: values.data, variants: toVariantsJson(overlays) }
}
