// Chooses the slug field of a content type, and derives each entry's slug. The import resolves conflicts.

import { fitsInPath } from '../../../base/text.ts'
import { holdsTitle } from '../../../content/fields/text-facts.ts'

import { slugLengthMax } from '../../../content/values/model.ts'
import type { LossLog } from '../../read/loss-log.ts'
import { listOf, type ObjectValue, property, textOf } from '../../read/unknown-json.ts'
import type { SourceEntry } from './export-shape.ts'
import { type FieldPlan, subjectOf, type TypePlan } from './field-plans.ts'
import type { Locales } from './locales.ts'
import { isLocaleServed } from './states.ts'

/** Fields edited with the slug widget, by content type. */
export type SlugEditors = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Reads the fields with the slug widget. Exports without editor interfaces, such as those of the delivery API, have none.
 */
export function readSlugEditors(source: ObjectValue): SlugEditors {
  const editors = new Map<string, Set<string>>()
  for (const item of listOf(property(source, 'editorInterfaces'))) {
    const typeId = textOf(property(item, 'sys', 'contentType', 'sys', 'id'))
    for (const control of listOf(property(item, 'controls'))) {
      const fieldId = textOf(property(control, 'fieldId'))
      if (!typeId || !fieldId || property(control, 'widgetId') !== 'slugEditor') continue
      editors.set(typeId, (editors.get(typeId) ?? new Set()).add(fieldId))
    }
  }
  return editors
}

// Matches whole ids only: a `twitterHandle` or a `canonicalUrl` is not a slug.
const slugLike = /^(?:permalink|path|pathname|handle)$|slug$/i

/** Finds the slug field: preferably one called `slug`, then one with the slug editor, then one with a slug-like name. */
export function findSlugField(plan: TypePlan, editors: SlugEditors): FieldPlan | null {
  const texts = plan.fields.filter(holdsTitle)
  const isEdited = (field: FieldPlan): boolean => editors.get(plan.type.id)?.has(field.sourceId) === true
  return (
    texts.find(field => field.sourceId === 'slug') ??
    texts.find(isEdited) ??
    texts.find(field => slugLike.test(field.sourceId)) ??
    null
  )
}

/** Returns the slug in the default locale, or the entry's name if that slug is not valid in a path. */
export function toSlug(
  entry: SourceEntry,
  field: FieldPlan | null,
  entryName: string,
  locales: Locales,
  losses: LossLog,
): string {
  const values = field ? entry.fields.get(field.sourceId) : undefined
  const slug = values?.get(locales.defaultCode)
  if (field?.localized) reportLocalised(entry, field, slug, locales, losses)
  if (slug === undefined || !field) return entryName
  if (typeof slug === 'string' && isSlug(slug)) return slug
  losses.add(
    'slug_changed',
    field.where,
    "The value cannot be a slug: the entry's ID is its slug",
    subjectOf(field, entry.id),
  )
  return entryName
}

function isSlug(slug: string): boolean {
  return slug !== '' && slug.length <= slugLengthMax && slug.isWellFormed() && fitsInPath(slug)
}

function reportLocalised(
  entry: SourceEntry,
  field: FieldPlan,
  slug: unknown,
  locales: Locales,
  losses: LossLog,
): void {
  const values = entry.fields.get(field.sourceId)
  const differs = locales.others.some(
    ({ code }) => isLocaleServed(entry.sys, code) && values?.has(code) && values.get(code) !== slug,
  )
  const what =
    "Slugs of other locales stay in the entry's data only: an entry is found by its default locale's slug"
  if (differs) losses.add('variant_differs', field.where, what, subjectOf(field, entry.id))
}
