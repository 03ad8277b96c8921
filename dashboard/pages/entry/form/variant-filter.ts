// The fields that a variant overrides, the texts that it does not translate, and the filter of its form.
import type { Field } from '../../../../src/content/values/model.ts'
import { isBlank } from '../../../fields/field-values.ts'
import { fieldTypes } from '../../../fields/registry.ts'
import { ownValue } from '../../../parts/entries/own-value.ts'
import type { DraftContent } from '../engine/draft-paths.ts'

export type VariantFilter = 'all' | 'overridden' | 'untranslated'

/** Returns the names of the fields whose text is not empty for everyone. */
export function listTexts(fields: readonly Field[], { data }: DraftContent): readonly string[] {
  return fields
    .filter(field => !field.hidden && fieldTypes[field.type].isTranslatable?.(field))
    .map(({ apiName }) => apiName)
    .filter(name => !isBlank(ownValue(data, name)))
}

export function listOverridden({ variants }: DraftContent, variant: string): readonly string[] {
  return Object.keys(ownValue(variants, variant) ?? {})
}

/** Returns the names of the fields that the filter selects; null for all. */
export function selectFields(
  filter: VariantFilter,
  fields: readonly Field[],
  draft: DraftContent,
  variant: string | null,
): ReadonlySet<string> | null {
  if (filter === 'all' || variant === null) return null
  const overridden = new Set(listOverridden(draft, variant))
  if (filter === 'overridden') return overridden
  return new Set(listTexts(fields, draft).filter(name => !overridden.has(name)))
}
