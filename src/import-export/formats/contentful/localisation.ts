// Builds base values and one overlay for each other locale. values.ts converts the values.
import { mayNameAssets } from '../../../content/fields/field-values.ts'
import type { Json, Values } from '../../../content/values/model.ts'
import { silentLossLog } from '../../read/loss-log.ts'
import type { LocalizedValue, SourceEntry } from './export-shape.ts'
import type { FieldPlan, TypePlan } from './field-plans.ts'
import { type Locale, type Locales, pickValue } from './locales.ts'
import { isLocaleServed } from './states.ts'
import { readValue, type ValueReader } from './values.ts'

export interface LocalisedEntry {
  readonly base: Values
  readonly overlays: ReadonlyMap<Locale, Values>
}

/** Builds the values. With `isLive`, an unpublished locale contributes no values, as if it did not exist. */
export function localise(
  reader: ValueReader,
  entry: SourceEntry,
  plan: TypePlan,
  locales: Locales,
  isLive: boolean,
): LocalisedEntry {
  const isShown = (code: string): boolean => !isLive || isLocaleServed(entry.sys, code)
  const fields = plan.fields.map(field => {
    const values = [...(entry.fields.get(field.sourceId) ?? [])]
    return { field, values: new Map(values.filter(([code]) => isShown(code))) }
  })
  const base = fields.flatMap(({ field, values }) => {
    const raw = values.get(locales.defaultCode)
    const place = { entryId: entry.id, locale: null }
    return raw === undefined ? [] : [[field.apiName, readValue(reader, field, raw, place)] as const]
  })
  const source = {
    entryId: entry.id,
    fields,
    base: Object.fromEntries(base),
    defaultCode: locales.defaultCode,
  }
  const overlays = locales.others.map(locale => [locale, toOverlay(reader, source, locale)] as const)
  return { base: source.base, overlays: new Map(overlays.filter(([, own]) => Object.keys(own).length > 0)) }
}

interface OverlaySource {
  readonly entryId: string
  readonly fields: readonly { readonly field: FieldPlan; readonly values: LocalizedValue }[]
  readonly base: Values
  readonly defaultCode: string
}

function toOverlay(reader: ValueReader, source: OverlaySource, locale: Locale): Values {
  const place = { entryId: source.entryId, locale }
  // Warnings about a value are reported once in its own locale, not for each locale that falls back to it.
  const quiet = { ...reader, losses: silentLossLog }
  const own = source.fields.flatMap(({ field, values }) => {
    const raw = field.localized ? pickValue(values, locale.chain) : undefined
    if (raw !== undefined) {
      const value = readValue(values.has(locale.code) ? reader : quiet, field, raw, place)
      return present(field, value, raw)
    }
    const inherited = values.get(source.defaultCode)
    if (inherited === undefined) return []
    if (field.localized && !locale.endsAtDefault) reportShining(reader, locale)
    if (!mayNameAssets(field)) return []
    // The link comes from the base, but the linked file and title may differ in this locale.
    const value = readValue(quiet, field, inherited, place)
    const isSame = JSON.stringify(value) === JSON.stringify(source.base[field.apiName])
    return isSame ? [] : present(field, value, inherited)
  })
  return Object.fromEntries(own)
}

// An overlay can set values but not clear them, so an unreadable value falls back to the base.
function present(field: FieldPlan, value: Json, raw: unknown): (readonly [string, Json])[] {
  const isEmptied = Array.isArray(value) && value.length === 0 && !(Array.isArray(raw) && raw.length === 0)
  return value === null || isEmptied ? [] : [[field.apiName, value]]
}

function reportShining(reader: ValueReader, { code }: Locale): void {
  const what =
    'It has no fallback in Contentful; here the default locale shows where a field has no value in it'
  reader.losses.tally('variant_differs', `locale ${code}`, what)
}
