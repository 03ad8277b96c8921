// Entries become records: their state, values, slug and time. Overlays of experiences are made in experiences.ts.
import type { Values } from '../../base/model.ts'
import type { EntryRecord } from '../records.ts'
import { isTypeActive } from './collections.ts'
import type { SourceEntry } from './export-shape.ts'
import type { TypePlan } from './field-plans.ts'
import { reportLeftValues } from './left-values.ts'
import type { Locales } from './locales.ts'
import { type LocalisedEntry, localise } from './localisation.ts'
import type { LossLog } from './loss-log.ts'
import { isLocaleServed, isServed, publishedAtOf, stateOf } from './states.ts'
import type { ValueReader } from './values.ts'

/** An entry with its values read; `isLive` says that it may be served. */
export interface ReadEntry {
  readonly source: SourceEntry
  readonly plan: TypePlan
  readonly name: string
  readonly isLive: boolean
  readonly values: LocalisedEntry
}

/** Tells the losses of the entry on the way; its slug and experiences come later, in {@link toRecord}. */
export function readEntry(
  source: SourceEntry,
  plan: TypePlan,
  name: string,
  locales: Locales,
  reader: ValueReader,
): ReadEntry {
  const { losses } = reader
  if (name !== source.id)
    losses.add(source.id, `The entry's id does not fit: it became \`${name}\`, in references too`)
  const isLive = readLiveness(source, plan, locales.defaultCode, losses)
  reportLeftValues(source, plan, locales, isLive, losses)
  return { source, plan, name, isLive, values: localise(reader, source, plan, locales, isLive) }
}

function readLiveness(source: SourceEntry, plan: TypePlan, defaultCode: string, losses: LossLog): boolean {
  const state = stateOf(source.sys)
  if (state === 'archived') losses.add(source.id, 'The entry was archived: it was imported as a draft')
  if (!isServed(state)) return false
  if (!isTypeActive(plan)) {
    losses.tally(
      plan.type.id,
      'The content type is not activated in Contentful: its entries were imported as drafts',
      source.id,
    )
    return false
  }
  if (!isLocaleServed(source.sys, defaultCode)) {
    losses.add(source.id, 'The entry is published, but not in the default locale: it was imported as a draft')
    return false
  }
  if (state === 'changed' || source.sys.localeStatus.get(defaultCode) === 'changed') {
    losses.add(
      source.id,
      'The entry was changed since it was published: its latest values were made `liveData`, as the published ones are not in the file',
    )
  }
  return true
}

export type Variants = ReadonlyMap<string, Values>

/** Drafts keep their overlays too, so that publishing them later shows them. */
export function toRecord(
  entry: ReadEntry,
  slug: string,
  experiences: Variants,
  losses: LossLog,
): EntryRecord {
  const { source, plan, name, isLive, values } = entry
  const locales = [...values.overlays].map(([locale, own]) => [locale.variantId, own] as const)
  const variants = [...locales, ...experiences]
  const publishedAt = isLive ? publishedAtOf(source.sys) : null
  if (isLive && publishedAt === null)
    losses.tally('entries', 'The time of publication cannot be read', source.id)
  return {
    type: 'entry',
    collection: plan.collection,
    id: name,
    slug,
    ...(publishedAt === null ? {} : { publishedAt }),
    data: values.base,
    ...(isLive ? { liveData: values.base } : {}),
    ...(variants.length === 0 ? {} : { variants: Object.fromEntries(variants) }),
  }
}
