// Converts Contentful's space exports (management and delivery files) to records, step by step. It writes nothing and
// makes no network requests. Each step has its own file.
import { Refusal } from '../../../base/errors.ts'
import { entryIdPattern } from '../../../content/values/model.ts'
import { fitNames } from '../../read/fit-names.ts'
import type { Oddity } from '../../read/json-oddities.ts'
import { createLossLog, type LossLog } from '../../read/loss-log.ts'
import { fitRecord } from '../../read/record-size.ts'
import type { AssetRecord, Conversion, EntryRecord } from '../../read/records.ts'
import { isObject, type ObjectValue, property } from '../../read/unknown-json.ts'
import type { ChangedPolicy } from '../format.ts'
import { createAssetSource } from './assets.ts'
import { planTypes, toCollections } from './collections.ts'
import { type ReadEntry, readEntry, toRecord } from './entries.ts'
import { readExperiences } from './experiences.ts'
import { readExport, type SourceEntry, type SpaceExport } from './export-shape.ts'
import type { FieldPlan, TypePlan } from './field-plans.ts'
import { type Locales, readLocales } from './locales.ts'
import { reportOddities } from './losses/odd-text.ts'
import { reportUnsupportedFeatures } from './losses/unsupported-features.ts'
import { findSlugField, readSlugEditors, type SlugEditors, toSlug } from './slugs.ts'
import type { HasFile } from './stored-assets.ts'
import type { ValueReader } from './values.ts'

/** Detects an export. One of only the content model has no `entries`. */
export function isContentfulExport(source: unknown): source is ObjectValue {
  if (!isObject(source) || !Array.isArray(property(source, 'contentTypes'))) return false
  return Array.isArray(property(source, 'entries') ?? [])
}

const firstKey = /^\s*\{\s*"(?:contentTypes|entries|assets|locales|tags|editorInterfaces|webhooks|roles)"\s*:/

/** Detects an export by its first key, for a text that is not valid JSON. */
export function beginsAsContentfulExport(head: string): boolean {
  return firstKey.test(head)
}

interface ConversionOptions {
  readonly changed: ChangedPolicy
  /** Computed from the file's text, see {@link depthOfContentful}. */
  readonly oddities: readonly Oddity[]
  /** Absent if no folder of downloaded files was given. */
  readonly hasFile?: HasFile | undefined
}

/** Throws a Refusal if the file is not an export. Anything in it that cannot be imported becomes a warning. */
export function convertContentful(
  source: unknown,
  { changed, oddities, hasFile }: ConversionOptions,
): Conversion {
  if (!isContentfulExport(source)) {
    throw new Refusal(
      'This is not a Contentful export: it must be a JSON object with the list `contentTypes`, and `entries` where it has content.',
    )
  }
  const losses = createLossLog()
  const errors = new Map<string, string[]>()
  const fail = (id: string, message: string): void => {
    const earlier = errors.get(id) ?? []
    if (!earlier.includes(message)) errors.set(id, [...earlier, message])
  }
  const space = readExport(source, losses)
  const locales = readLocales(source, valuesOf(space), losses)
  const plans = planTypes(space, losses)
  const collections = toCollections(space, plans, losses)
  const { entries, names, assets } = readEntries(
    space,
    plans,
    locales,
    { losses, fail },
    { changed, hasFile },
  )
  reportOddities(source, oddities, plans, losses, fail)
  const records = toRecords(entries, locales, readSlugEditors(source), losses)
  reportUnsupportedFeatures(source, space, losses)
  const nameOf = (id: string) => names.get(id) ?? id
  return {
    records: [...collections, ...assets, ...records],
    losses: losses.list(names),
    errors: new Map([...errors].map(([id, messages]) => [nameOf(id), messages])),
    changed: new Set([...entries.values()].filter(entry => entry.isChanged).map(({ name }) => name)),
  }
}

function* valuesOf(space: SpaceExport) {
  for (const entry of space.entries) yield* entry.fields.values()
}

function readEntries(
  space: SpaceExport,
  plans: ReadonlyMap<string, TypePlan>,
  locales: Locales,
  { losses, fail }: Pick<ValueReader, 'losses' | 'fail'>,
  { changed, hasFile }: Pick<ConversionOptions, 'changed' | 'hasFile'>,
): {
  readonly entries: ReadonlyMap<string, ReadEntry>
  readonly names: ReadonlyMap<string, string>
  readonly assets: readonly AssetRecord[]
} {
  const carried = space.entries.flatMap(entry => planned(entry, plans, losses))
  const ids = carried.map(({ entry }) => entry.id)
  const entryNames = fitNames(ids, { pattern: entryIdPattern, lengthMax: 128, filler: '-' })
  const names = new Set(entryNames.values())
  const assets = createAssetSource(space.assets, locales.defaultCode, changed, losses, hasFile)
  const reader: ValueReader = {
    losses,
    assets,
    entryNames,
    fail,
    // A broken link must not resolve to an entry that was renamed to the same id.
    toDanglingName: id => (entryIdPattern.test(id) && !names.has(id) ? id : null),
  }
  const entries = carried.map(
    ({ entry, plan }) =>
      [
        entry.id,
        readEntry(entry, plan, entryNames.get(entry.id) ?? entry.id, locales, reader, changed),
      ] as const,
  )
  return { entries: new Map(entries), names: entryNames, assets: assets.finish() }
}

function planned(entry: SourceEntry, plans: ReadonlyMap<string, TypePlan>, losses: LossLog) {
  const plan = plans.get(entry.typeId)
  if (plan) return [{ entry, plan }]
  const what =
    'The content type is not in the file, so its entries are not imported: export it together with them'
  losses.add('entry_not_imported', entry.typeId, what, { entry: entry.id })
  return []
}

function toRecords(
  entries: ReadonlyMap<string, ReadEntry>,
  locales: Locales,
  editors: SlugEditors,
  losses: LossLog,
): EntryRecord[] {
  const experiences = readExperiences(entries, locales.defaultCode, losses)
  const slugFields = new Map<TypePlan, FieldPlan | null>()
  for (const { plan } of entries.values()) {
    if (!slugFields.has(plan)) slugFields.set(plan, findSlugField(plan, editors))
  }
  const records = [...entries.values()].flatMap(entry => {
    const slug = toSlug(entry.source, slugFields.get(entry.plan) ?? null, entry.name, locales, losses)
    return fitRecord(toRecord(entry, slug, experiences.get(entry.source.id) ?? new Map(), losses), losses)
  })
  // The first of two entries with the same slug keeps it, so live entries come first: a draft must not take their slugs.
  const [live, drafts] = [true, false].map(isLive =>
    records.filter(record => (record.liveData !== undefined) === isLive),
  )
  return [...(live ?? []), ...(drafts ?? [])]
}
