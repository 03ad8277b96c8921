// Converts a Contentful field value to a model value of the right type, or to null with a warning. Never throws.
import { isAssetName } from '../../../content/values/asset-value.ts'
import { isJsonObject, type Json, referencesPerFieldMax } from '../../../content/values/model.ts'
import { cleanJson, noCleaning } from '../../read/json-values.ts'
import type { LossLog } from '../../read/loss-log.ts'
import type { LossKind } from '../../read/losses.ts'
import { isObject } from '../../read/unknown-json.ts'
import type { AssetSource } from './assets.ts'
import { readDate } from './dates.ts'
import { type FieldPlan, subjectOf } from './field-plans.ts'
import { linkTarget } from './links.ts'
import type { Locale } from './locales.ts'
import { countOtherLinks, rewriteLinks } from './rich-text-links.ts'

export interface ValueReader {
  readonly losses: LossLog
  readonly assets: AssetSource
  /** Entry names by source id. Entries that are not in the file are absent. */
  readonly entryNames: ReadonlyMap<string, string>
  /** Reports a value that must not be imported. */
  fail(entryId: string, message: string): void
  /** Returns the name for an entry that is not in the file, or null if its id is not valid in a reference. */
  toDanglingName(id: string): string | null
}

interface Place {
  readonly entryId: string
  /** The locale in which assets are read; null means the default locale. */
  readonly locale: Locale | null
}

/** Returns the converted value, or `null` (`[]` for a list) if it cannot be converted. */
export function readValue(reader: ValueReader, plan: FieldPlan, raw: unknown, place: Place): Json {
  if (!plan.many) return readOne(reader, plan, raw, place)
  if (!Array.isArray(raw)) {
    lossReporter(reader, plan, place)('A value that is not a list was left out')
    return []
  }
  const values = raw.flatMap(item => {
    const value = readOne(reader, plan, item, place)
    return value === null ? [] : [value]
  })
  if (plan.type !== 'reference' || values.length <= referencesPerFieldMax) return values
  lossReporter(reader, plan, place)(`Only the first ${referencesPerFieldMax} references were imported`)
  return values.slice(0, referencesPerFieldMax)
}

type LossReporter = (what: string, kind?: LossKind) => null

function lossReporter({ losses }: ValueReader, plan: FieldPlan, { entryId }: Place): LossReporter {
  return (what, kind = 'value_not_imported') => {
    losses.add(kind, plan.where, what, subjectOf(plan, entryId))
    return null
  }
}

function readOne(reader: ValueReader, plan: FieldPlan, raw: unknown, place: Place): Json {
  const lose = lossReporter(reader, plan, place)
  // JSON.parse turns 1e999 into Infinity, which cannot be serialized as JSON.
  const fail = (): null => {
    reader.fail(place.entryId, `The field "${plan.apiName}" has a number that is too large for a double.`)
    return null
  }
  switch (plan.type) {
    case 'text':
      return typeof raw === 'string'
        ? readJson(raw, lose, fail)
        : lose('A value that is not a string was left out')
    case 'integer':
    case 'number':
      if (typeof raw === 'number' && !Number.isFinite(raw)) return fail()
      if (plan.type === 'integer' ? Number.isInteger(raw) : typeof raw === 'number') return Number(raw)
      return lose(`A value that is not of the type ${plan.type} was left out`)
    case 'boolean':
      return typeof raw === 'boolean' ? raw : lose('A value that is neither true nor false was left out')
    case 'dateTime':
      return readDateTime(raw, lose)
    case 'reference':
      return readReference(reader, raw, lose)
    case 'asset':
      return readAsset(reader, plan, raw, place, lose)
    case 'richText':
      return readRichText(reader, plan, raw, place, lose, fail)
    case 'json':
      return readJson(raw, lose, fail)
  }
}

function readDateTime(raw: unknown, lose: LossReporter): Json {
  const date = typeof raw === 'string' ? readDate(raw) : null
  if (date === null) return lose('A value that is not a date was left out')
  if (date.lacks === 'time') lose('A date without a time became midnight UTC', 'value_converted')
  if (date.lacks === 'offset') lose('A time without an offset was taken as UTC', 'value_converted')
  if (date.movedFrom !== null)
    lose('A time was converted to UTC: the moment is the same, its offset is not', 'value_converted')
  return date.timestamp
}

function readReference(reader: ValueReader, raw: unknown, lose: LossReporter): Json {
  const target = linkTarget(raw, 'Entry')
  if (target === null) return lose('A value that is not a link to an entry was left out')
  const id = reader.entryNames.get(target) ?? reader.toDanglingName(target)
  return id === null
    ? lose('A link to an entry that is not in the file, with an id that does not fit, was left out')
    : { id }
}

function readAsset(
  reader: ValueReader,
  plan: FieldPlan,
  raw: unknown,
  place: Place,
  lose: LossReporter,
): Json {
  const target = linkTarget(raw, 'Asset')
  if (target === null) return lose('A value that is not a link to an asset was left out')
  return reader.assets.find(target, place.locale, plan, place.entryId, reader.losses)
}

function readRichText(
  { assets, losses, entryNames }: ValueReader,
  plan: FieldPlan,
  raw: unknown,
  { entryId, locale }: Place,
  lose: LossReporter,
  fail: () => null,
): Json {
  if (typeof raw !== 'string' && !isObject(raw)) return lose('A value that is not rich text was left out')
  const value = readJson(raw, lose, fail)
  for (let left = countOtherLinks(value); left > 0; left--) {
    lose(
      'Entries embedded or linked in rich text stay Contentful links, which are not resolved: convert the field to Portable Text',
      'value_converted',
    )
  }
  const follow = (id: string, target: { readonly [key: string]: Json }): Json => {
    if (!assets.has(id)) {
      lose(
        `The asset ${id}, to which rich text links, is not in the file: the link stays as it is`,
        'value_converted',
      )
      return target
    }
    const found = assets.find(id, locale, plan, entryId, losses)
    if (!isJsonObject(found)) return null
    // The alt text of an asset is its description in Contentful.
    if (!isAssetName(found)) return { ...target, fields: assets.toFields(id, locale) }
    const { id: own, title, alt } = found
    const texts = { ...(title !== undefined && { title }), ...(alt !== undefined && { description: alt }) }
    const sys = { ...(target.sys as { readonly [key: string]: Json }), id: own }
    return { ...target, sys, ...(Object.keys(texts).length > 0 && { fields: texts }) }
  }
  return rewriteLinks(value, follow, entryNames)
}

function readJson(raw: unknown, lose: LossReporter, fail: () => null): Json {
  const cleaning = noCleaning()
  const value = cleanJson(raw, cleaning)
  if (cleaning.tooDeep) return lose('A value nested too deeply was left out')
  if (cleaning.lostNumber) fail()
  if (cleaning.replacedText)
    lose('NUL or half of a surrogate pair in a string became U+FFFD', 'value_converted')
  return value
}
