// One value of a Contentful field as a value of the model: of the right type, or null and a loss. Never an exception.
import { type Json, referencesPerFieldMax } from '../../base/model.ts'
import type { AssetShelf } from './assets.ts'
import { readDate } from './dates.ts'
import type { FieldPlan } from './field-plans.ts'
import { cleanJson, noCleaning } from './json-values.ts'
import type { Locale } from './locales.ts'
import type { LossLog } from './loss-log.ts'
import { isObject, linkTarget, property } from './unknown-json.ts'

export interface ValueReader {
  readonly losses: LossLog
  readonly assets: AssetShelf
  /** Names of entries by their ids in the source; an entry that is not in the file has none. */
  readonly entryNames: ReadonlyMap<string, string>
  /** The name of an entry that is not in the file, or null where its id cannot be written as a reference. */
  toDanglingName(id: string): string | null
}

interface Place {
  readonly entryId: string
  /** The locale that assets are read in; null: the default one. */
  readonly locale: Locale | null
}

/** The value, `null` (`[]` for a list) where it cannot be carried. */
export function readValue(reader: ValueReader, plan: FieldPlan, raw: unknown, place: Place): Json {
  if (!plan.many) return readOne(reader, plan, raw, place)
  if (!Array.isArray(raw)) {
    reader.losses.tally(plan.where, 'A value that is no list was left out', place.entryId)
    return []
  }
  const values = raw.flatMap(item => {
    const value = readOne(reader, plan, item, place)
    return value === null ? [] : [value]
  })
  if (plan.type !== 'reference' || values.length <= referencesPerFieldMax) return values
  reader.losses.tally(
    plan.where,
    `Only the first ${referencesPerFieldMax} references were kept`,
    place.entryId,
  )
  return values.slice(0, referencesPerFieldMax)
}

function readOne(reader: ValueReader, plan: FieldPlan, raw: unknown, place: Place): Json {
  const lose = (what: string): null => {
    reader.losses.tally(plan.where, what, place.entryId)
    return null
  }
  switch (plan.type) {
    case 'text':
      return typeof raw === 'string' ? readJson(raw, lose) : lose('A value that is no text was left out')
    case 'integer':
      return Number.isSafeInteger(raw)
        ? Number(raw)
        : lose('A value that is no integer, or beyond 2^53, was left out')
    case 'number':
      return Number.isFinite(raw) ? Number(raw) : lose('A value that is no number was left out')
    case 'boolean':
      return typeof raw === 'boolean' ? raw : lose('A value that is neither true nor false was left out')
    case 'dateTime':
      return readDateTime(raw, lose)
    case 'reference':
      return readReference(reader, raw, lose)
    case 'asset':
      return readAsset(reader, plan, raw, place, lose)
    case 'richText':
      return readRichText(raw, lose)
    case 'json':
      return readJson(raw, lose)
  }
}

type Lose = (what: string) => null

function readDateTime(raw: unknown, lose: Lose): Json {
  const date = typeof raw === 'string' ? readDate(raw) : null
  if (date === null) return lose('A value that is no date was left out')
  if (date.lacks === 'time') lose('A date without a time became midnight UTC')
  if (date.lacks === 'offset') lose('A time without an offset was taken as UTC')
  if (date.movedFrom !== null)
    lose('A time was moved to UTC: the moment is the same, its own offset is not kept')
  return date.timestamp
}

function readReference(reader: ValueReader, raw: unknown, lose: Lose): Json {
  const target = linkTarget(raw, 'Entry')
  if (target === null) return lose('A value that is no link to an entry was left out')
  const id = reader.entryNames.get(target) ?? reader.toDanglingName(target)
  return id === null
    ? lose('A link to an entry that is not in the file, with an id that does not fit, was left out')
    : { id }
}

function readAsset(reader: ValueReader, plan: FieldPlan, raw: unknown, place: Place, lose: Lose): Json {
  const target = linkTarget(raw, 'Asset')
  if (target === null) return lose('A value that is no link to an asset was left out')
  return reader.assets.find(target, place.locale, plan.where, place.entryId)
}

function readRichText(raw: unknown, lose: Lose): Json {
  if (typeof raw !== 'string' && !isObject(raw)) return lose('A value that is no rich text was left out')
  const value = readJson(raw, lose)
  if (value !== null && embedsLinks(raw)) {
    lose('Entries and assets embedded or linked in rich text stay Contentful links, which are not resolved')
  }
  return value
}

function readJson(raw: unknown, lose: Lose): Json {
  const cleaning = noCleaning()
  const value = cleanJson(raw, cleaning)
  if (cleaning.tooDeep) return lose('A value nested too deeply was left out')
  if (cleaning.lostNumber) lose('A number too large for JSON became null')
  if (cleaning.replacedText) lose('NUL or half of a surrogate pair in a text became U+FFFD')
  return value
}

/** Whether a rich text document has a node whose target is a link of any kind. Its nesting was checked before. */
function embedsLinks(node: unknown): boolean {
  const target = property(node, 'data', 'target', 'sys', 'type')
  if (target === 'Link' || target === 'ResourceLink') return true
  const content = property(node, 'content')
  return Array.isArray(content) && content.some(embedsLinks)
}
