// Converts values of a field to another type, to many values, or to one. Values that the target field rejects, and parts
// that have no equivalent, are losses with a reason. Pure functions of one value.
import { parseTimestamp, toTimestamp } from '../../../base/clock.ts'
import { isInexactInteger, isRounded } from '../../../base/json/json-text.ts'
import { parsePlainDate } from '../../../base/plain-date.ts'
import { mayNameAssets, namesAsset } from '../../../content/values/asset-names.ts'
import { checkValues, type StoredValue } from '../../../content/values/field-values.ts'
import { isJsonObject } from '../../../content/values/json-object.ts'
import type { Field, Json } from '../../../content/values/model.ts'
import { readPortableText } from '../../../content/values/portable-text.ts'
import { repairAddress } from '../../../content/values/safe-address.ts'
import { type LossReason, lossReasons, unreadableAs } from '../report/loss-reasons.ts'
import { type FindFile, noFiles } from './linked-file.ts'
import { holdsMarkup } from './markup.ts'
import { writeParagraphs, writePortableText } from './portable-text-writer.ts'
import { repairAddresses } from './repair-addresses.ts'
import { readRichTextTree } from './rich-text-tree.ts'

export interface ConvertedValue {
  /** Undefined if nothing of the value is left. */
  readonly value: StoredValue
  readonly reasons: ReadonlySet<LossReason>
}

/** Converts a stored value of the field `from`. Null means no value. */
export function convertValue(
  from: Field,
  to: Field,
  value: Json,
  findFile: FindFile = noFiles,
): ConvertedValue {
  if (value === null) return { value: undefined, reasons: new Set() }
  const reasons = new Set<LossReason>()
  if (!keepsNames(from, to) && namesAsset(from, value)) reasons.add(lossReasons.files)
  const converted = convertItems({ from, to, findFile }, value, reasons)
  if (converted === undefined) return { value: undefined, reasons }
  const checked = check(from, to, converted)
  if (checked === undefined) reasons.add(unreadableAs(to))
  return { value: checked, reasons }
}

/**
 * Validates a converted value. Unsafe addresses from an import are kept if the type stays the same, but a conversion
 * does not introduce any.
 */
function check(from: Field, to: Field, value: Json): StoredValue {
  const isSameType = from.type === to.type && isPortable(from) === isPortable(to)
  const [checked] = checkValues(
    [to],
    { [to.apiName]: value },
    { onError: () => {}, refusesUnsafeAddresses: !isSameType },
  )
  return checked
}

/** Checks whether a conversion keeps references to assets. Free-form rich text names assets only in Contentful's format. */
function keepsNames(from: Field, to: Field): boolean {
  if (to.type !== 'richText' || isPortable(to)) return mayNameAssets(to)
  return from.type === 'richText' && !isPortable(from)
}

interface Conversion {
  readonly from: Field
  readonly to: Field
  readonly findFile: FindFile
}

function convertItems(conversion: Conversion, value: Json, reasons: Set<LossReason>): StoredValue {
  const { from, to } = conversion
  // A JSON field can hold the list as one value.
  if (from.many && to.type === 'json' && !to.many) return value
  const isList = from.many || (from.type === 'json' && to.many)
  const items = isList && Array.isArray(value) ? (value as readonly Json[]) : [value]
  if (!to.many) {
    if (items.length > 1) reasons.add(lossReasons.onlyFirst)
    return items.length === 0 ? undefined : convertOne(conversion, items[0]!, reasons)
  }
  const converted = items.map(item => convertOne(conversion, item, reasons))
  const left = converted.filter(item => item !== undefined)
  return left.length === 0 && items.length > 0 ? undefined : left
}

function convertOne(conversion: Conversion, item: Json, reasons: Set<LossReason>): StoredValue {
  const { from, to } = conversion
  const converted = convertItem(conversion, item, reasons)
  const single = { ...to, many: false }
  const checked = converted === undefined ? undefined : checkItem(from, single, converted)
  if (checked === undefined) reasons.add(unreadableAs(to))
  return checked
}

/** JSON and lists of JSON may contain null, which other types treat as no value. */
function checkItem(from: Field, to: Field, item: Json): StoredValue {
  return item === null ? (to.type === 'json' ? null : undefined) : check(from, to, item)
}

const isPortable = ({ type, format }: Field) => type === 'richText' && format === 'portableText'

function convertItem({ from, to, findFile }: Conversion, item: Json, reasons: Set<LossReason>): StoredValue {
  if (isPortable(from) && isPortable(to)) return item
  if (isPortable(to)) return hasWords(from) ? toPortableText(item, reasons, findFile) : undefined
  if (from.type === to.type) return item
  if (to.type === 'json') return item
  if (to.type === 'richText') return hasWords(from) ? item : undefined
  if (from.type === 'richText') return fromRichText(to, item, reasons)
  if (from.type === 'json') return fromJson(to, item)
  if (to.type === 'text') return isScalar(item) ? scalarToText(item) : undefined
  if (to.type === 'integer' || to.type === 'number') return toNumber(from, to, item)
  if (to.type === 'boolean') return item === 'true' ? true : item === 'false' ? false : undefined
  if (to.type === 'date') return toDate(from, item)
  if (to.type === 'dateTime') return toDateTime(from, item)
  return undefined
}

const hasWords = ({ type }: Field) => type === 'text' || type === 'richText' || type === 'json'

/** Converts an item of JSON; the target field validates the result. */
function fromJson(to: Field, item: Json): StoredValue {
  if (to.type === 'text') return isScalar(item) ? scalarToText(item) : undefined
  if (to.type === 'asset') return withRepairedUrl(item)
  const isCut = to.type === 'dateTime' && typeof item === 'string' && tooPrecise.test(item)
  return isCut ? undefined : item
}

function withRepairedUrl(item: Json): Json {
  if (!isJsonObject(item) || typeof item.url !== 'string') return item
  return { ...item, url: repairAddress(item.url, 'asset') ?? item.url }
}

function isScalar(item: Json): item is string | number | boolean {
  return typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean'
}

function scalarToText(item: string | number | boolean): string {
  return typeof item === 'string' ? item : JSON.stringify(item)
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const numberLengthMax = 400

/** A text is converted only if the parsed number has exactly the same decimal value. */
function toNumber(from: Field, to: Field, item: Json): StoredValue {
  if (typeof item === 'number') return from.type === 'integer' || from.type === 'number' ? item : undefined
  if (typeof item !== 'string' || item.length > numberLengthMax || !jsonNumber.test(item)) return undefined
  const isExact = !isRounded(item) && !(to.type === 'integer' && isInexactInteger(item))
  return isExact ? Number(item) : undefined
}

const midnight = 'T00:00:00.000Z'

function toDate(from: Field, item: Json): StoredValue {
  if (typeof item !== 'string') return undefined
  if (from.type === 'dateTime') return item.endsWith(midnight) ? item.slice(0, -midnight.length) : undefined
  return from.type === 'text' && parsePlainDate(item) !== null ? item : undefined
}

/** Matches times with a precision beyond milliseconds, which would be cut off. */
const tooPrecise = /\.\d{3}\d*[1-9]/

function toDateTime(from: Field, item: Json): StoredValue {
  if (typeof item !== 'string') return undefined
  if (from.type === 'date') return item + midnight
  const time = from.type === 'text' && !tooPrecise.test(item) ? parseTimestamp(item) : null
  return time === null ? undefined : toTimestamp(time)
}

function toPortableText(item: Json, reasons: Set<LossReason>, findFile: FindFile = noFiles): StoredValue {
  if (typeof item === 'string') {
    if (holdsMarkup(item)) reasons.add(lossReasons.markup)
    return writeParagraphs(item) as Json
  }
  const portable = readPortableText(item)
  if ('value' in portable) return repairAddresses(portable.value, reasons)
  const nodes = readRichTextTree(item)
  if (nodes === null) return undefined
  const written = writePortableText(nodes, findFile)
  for (const reason of written.reasons) reasons.add(reason)
  return written.value
}

/** Converts rich text to plain text, through Portable Text unless it is a string. Other targets accept no rich text. */
function fromRichText(to: Field, item: Json, reasons: Set<LossReason>): StoredValue {
  if (typeof item === 'string' || to.type !== 'text') {
    return to.type === 'text' ? item : undefined
  }
  const lost = new Set<LossReason>()
  const portable = toPortableText(item, lost)
  const checked = portable === undefined ? null : readPortableText(portable)
  if (checked === null || !('value' in checked)) return undefined
  for (const reason of lost) reasons.add(reason)
  return toPlainText(checked.value, reasons)
}

function toPlainText(blocks: readonly Json[], reasons: Set<LossReason>): string {
  const paragraphs: string[] = []
  for (const block of blocks) {
    const {
      _type: type,
      style,
      listItem,
      markDefs,
      children,
      code,
    } = block as { readonly [key: string]: Json }
    if (type === 'block') {
      const spans = children as readonly { readonly text: string; readonly marks: readonly string[] }[]
      const isPlain =
        style === 'normal' && listItem === undefined && spans.every(({ marks }) => marks.length === 0)
      if (!isPlain || (markDefs as readonly Json[]).length > 0) reasons.add(lossReasons.formatting)
      paragraphs.push(spans.map(({ text }) => text).join(''))
    } else if (type === 'code') {
      reasons.add(lossReasons.formatting)
      paragraphs.push(code as string)
    } else reasons.add(lossReasons.blocks)
  }
  return paragraphs.join('\n\n')
}
