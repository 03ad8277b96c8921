// Defines the kinds of import warnings (content not imported as written) and the shape of a warning in a report.

/** The kinds with their headings in a report, the most important first. */
const headings = {
  changed_after_publication: 'Changed after their publication',
  entry_not_imported: 'Entries that were not imported',
  imported_as_draft: 'Published at the source, imported as drafts',
  unsafe_address: 'Addresses that are not safe, imported as they are',
  schedule_cancelled: 'Schedules that were cancelled',
  number_rounded: 'Numbers that were rounded',
  duplicate_key: 'Keys given twice in one object',
  value_not_imported: 'Values that were not imported',
  value_not_unique: 'Values that must be unique and are live twice',
  reference_not_allowed: 'References that their field does not allow',
  unknown_collection: 'Fields that refer to unknown collections',
  variant_not_imported: 'Variants and locales that were not imported',
  variant_differs: 'Variants and locales that are served differently',
  value_converted: 'Values that were converted',
  asset_value_removed: 'Titles, alt texts and focal points of files that were removed',
  slug_changed: 'Slugs that were changed',
  slug_unreachable: 'Slugs that no request path can hold',
  name_changed: 'IDs and API names that were changed',
  model_adapted: 'Models that were adapted',
  property_removed: 'Properties of fields that the file does not have',
  published_at_ignored: 'Publication times of drafts',
  unreadable: 'Parts of the file that could not be read',
  not_supported: 'Not supported by Frontlist',
} as const

export type LossKind = keyof typeof headings

export const lossKinds = Object.keys(headings) as readonly LossKind[]

export function headingOf(kind: LossKind): string {
  return headings[kind]
}

/** A part of the source that could not be imported unchanged. It is always reported, never dropped silently. */
export interface Loss {
  readonly kind: LossKind
  /** The location in the source; null for content that is in the space but not in the source. */
  readonly where: string | null
  /** The collection, the entry's id and the field's API name, if the warning concerns one. */
  readonly collection: string | null
  readonly entry: string | null
  readonly field: string | null
  /** One sentence: what was not imported, and what replaces it. */
  readonly what: string
  /** The number of occurrences in that place, at least 1. */
  readonly count: number
}

const nowhere = { where: null, collection: null, entry: null, field: null }

/** Returns all keys in report order; omitted ones are null. */
export function toLoss(given: Pick<Loss, 'kind' | 'what'> & Partial<Loss>): Loss {
  const { kind, where, collection, entry, field, what, count } = { ...nowhere, count: 1, ...given }
  return { kind, where, collection, entry, field, what, count }
}
