// Converts entries to records: state, values, slug and time. experiences.ts creates the overlays of experiences.
import type { Values } from '../../../content/values/model.ts'
import type { LossLog } from '../../read/loss-log.ts'
import type { EntryRecord } from '../../read/records.ts'
import type { ChangedPolicy } from '../format.ts'
import { isTypeActive } from './collections.ts'
import type { SourceEntry } from './export-shape.ts'
import type { TypePlan } from './field-plans.ts'
import type { Locales } from './locales.ts'
import { type LocalisedEntry, localise } from './localisation.ts'
import { reportDroppedValues } from './losses/dropped-values.ts'
import { isChanged, isLocaleServed, isServed, publishedAtOf, stateOf } from './states.ts'
import type { ValueReader } from './values.ts'

/** An entry with its values converted. */
export interface ReadEntry {
  readonly source: SourceEntry
  readonly plan: TypePlan
  readonly name: string
  /** True if the entry may be published. */
  readonly isLive: boolean
  /** True if the entry would be published, but the file has only its unpublished values. */
  readonly isChanged: boolean
  readonly values: LocalisedEntry
}

/** Converts an entry and reports its warnings. {@link toRecord} adds its slug and experiences later. */
export function readEntry(
  source: SourceEntry,
  plan: TypePlan,
  name: string,
  locales: Locales,
  reader: ValueReader,
  changed: ChangedPolicy,
): ReadEntry {
  const { losses } = reader
  if (name !== source.id)
    losses.add(
      'name_changed',
      source.id,
      `The entry's ID is not a valid id: it became \`${name}\`, in references too`,
      { collection: plan.collection, entry: source.id },
    )
  const isPublished = readPublished(source, plan, locales.defaultCode, losses)
  const isChanged = isPublished && wasChanged(source, plan, locales, changed, losses)
  const isLive = isPublished && !(isChanged && changed === 'draft')
  reportDroppedValues(source, plan, locales, isLive, losses)
  return { source, plan, name, isLive, isChanged, values: localise(reader, source, plan, locales, isLive) }
}

function readPublished(source: SourceEntry, plan: TypePlan, defaultCode: string, losses: LossLog): boolean {
  const lose = (where: string, what: string): false => {
    losses.add('imported_as_draft', where, what, { collection: plan.collection, entry: source.id })
    return false
  }
  const state = stateOf(source.sys)
  if (state === 'archived') return lose(source.id, 'The entry is archived: it was imported as a draft')
  if (!isServed(state)) return false
  if (!isTypeActive(plan)) {
    return lose(
      plan.type.id,
      'The content type is not activated in Contentful: the entry was imported as a draft',
    )
  }
  if (isLocaleServed(source.sys, defaultCode)) return true
  return lose(source.id, 'The entry is published, but not in the default locale: it was imported as a draft')
}

const changedTexts: Readonly<Record<ChangedPolicy, string>> = {
  latest:
    'The entry was changed after its publication: its latest values are live, the published ones are not in the file',
  draft:
    'The entry was changed after its publication: its latest values are a draft; what was live of it in the space, if anything, stays live',
}

function wasChanged(
  { id, sys }: SourceEntry,
  { collection }: TypePlan,
  locales: Locales,
  changed: ChangedPolicy,
  losses: LossLog,
): boolean {
  const codes = [locales.defaultCode, ...locales.others.map(({ code }) => code)]
  if (!isChanged(sys, codes)) return false
  losses.add('changed_after_publication', id, changedTexts[changed], { collection, entry: id })
  return true
}

export type Variants = ReadonlyMap<string, Values>

/** Builds the record. Drafts keep their overlays too, so that publishing them later includes the overlays. */
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
    losses.add(
      'value_converted',
      'entries',
      'The time of publication cannot be read: it is the time of the import',
      {
        collection: plan.collection,
        entry: source.id,
      },
    )
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
