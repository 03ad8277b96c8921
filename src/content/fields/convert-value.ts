// Converts values of a field to another type, to many values, or to one. Values that the target field rejects, and parts
// that have no equivalent, are losses with a reason. Each type converts one value of another type to itself.
import { type FindFile, noFiles } from '../rich-text/linked-file.ts'
import { type LossReason, lossReasons } from '../values/loss-reasons.ts'
import type { Field, Json } from '../values/model.ts'
import { toBlockValues } from '../values/overlaid-blocks.ts'
import type { Conversion, StoredValue } from './field-type.ts'
import { checkValues, mayNameAssets, namesAsset } from './field-values.ts'
import { formatOf, haveSameForm, nameOfForm, typeOf } from './registry.ts'

interface ConvertedValue {
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
  if (from.of !== undefined && toBlockValues(value) !== null) {
    // Values in blocks are left only where the base keeps its blocks and their keys.
    const stays = to.of !== undefined && Boolean(to.many) === Boolean(from.many)
    return stays ? { value, reasons: new Set() } : { value: undefined, reasons: new Set([unreadableAs(to)]) }
  }
  const reasons = new Set<LossReason>()
  if (!keepsNames(from, to) && namesAsset(from, value)) reasons.add(lossReasons.files)
  const converted = convertItems({ from, to, findFile, reasons }, value)
  if (converted === undefined) return { value: undefined, reasons }
  const checked = check(from, to, converted)
  if (checked === undefined) reasons.add(unreadableAs(to))
  return { value: checked, reasons }
}

/**
 * Validates a converted value. Unsafe addresses from an import are kept if the form stays the same, but a conversion
 * does not introduce any.
 */
function check(from: Field, to: Field, value: Json): StoredValue {
  const [checked] = checkValues(
    [to],
    { [to.apiName]: value },
    { onError: () => {}, refusesUnsafeAddresses: !haveSameForm(from, to) },
  )
  return checked
}

/** Checks whether a conversion keeps references to assets. Free-form rich text names assets only in Contentful's format. */
function keepsNames(from: Field, to: Field): boolean {
  return formatOf(to) === 'any' ? haveSameForm(from, to) : mayNameAssets(to)
}

function convertItems(conversion: Conversion, value: Json): StoredValue {
  const { from, to, reasons } = conversion
  // A JSON field can hold the list as one value.
  if (from.many && to.type === 'json' && !to.many) return value
  const isList = from.many || (from.type === 'json' && to.many)
  const items = isList && Array.isArray(value) ? (value as readonly Json[]) : [value]
  if (!to.many) {
    if (items.length > 1) reasons.add(lossReasons.onlyFirst)
    return items.length === 0 ? undefined : convertOne(conversion, items[0]!)
  }
  const converted = items.map(item => convertOne(conversion, item))
  const left = converted.filter(item => item !== undefined)
  return left.length === 0 && items.length > 0 ? undefined : left
}

function convertOne(conversion: Conversion, item: Json): StoredValue {
  const { from, to, reasons } = conversion
  const converted = haveSameForm(from, to) ? item : typeOf(to).convert(item, conversion)
  const single = { ...to, many: false }
  const checked = converted === undefined ? undefined : checkItem(from, single, converted)
  if (checked === undefined) reasons.add(unreadableAs(to))
  return checked
}

/** JSON and lists of JSON may contain null, which other types treat as no value. */
function checkItem(from: Field, to: Field, item: Json): StoredValue {
  return item === null ? (typeOf(to).mayBeNull ? null : undefined) : check(from, to, item)
}

/** Returns the reason for a value that could not be converted at all. */
export function unreadableAs(to: Field): LossReason {
  return `the value cannot be converted to ${nameOfForm(to)}`
}
