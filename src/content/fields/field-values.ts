// Checks the values of an entry and normalizes them. The type of a field decides about a single value; this file handles
// lists, names that the model does not have, and what neither JSON nor the database engines can store. Also finds the
// assets that the values name.
import { toPointer } from '../../base/json.ts'
import { blocksMax, type Field, type Json, type Values } from '../values/model.ts'
import type { OnAssetName, OnLeaf, StoredValue, ValueReader } from './field-type.ts'
import { readValue } from './read-value.ts'
import { typeOf } from './registry.ts'

/** An error of a value. */
export interface ValueError {
  /** A JSON Pointer within the values: `/title`, `/tags/2`. */
  readonly pointer: string
  /** Continues a sentence that begins with the name of the value. */
  readonly message: string
}

export interface CheckContext {
  /** Called for each error, with a sentence that names the field. */
  readonly onError: (message: string, error: ValueError) => void
  /**
   * Refuses unsafe addresses of assets and links, and in texts of the format `url`. Imported values may contain them, and
   * cannot be published again until they are changed, see field-rules.ts.
   */
  readonly refusesUnsafeAddresses?: boolean
  /** True if the values are those of an overlay. */
  readonly isOverlay?: boolean
}

/** The maximum number of reported errors of one field. */
const errorsPerFieldMax = 100

/** Checks and normalizes values. Null and an absent key both mean no value. The result is in the order of the model. */
export function checkValues(fields: readonly Field[], values: Values, context: CheckContext): StoredValue[] {
  let known = 0
  for (const { apiName } of fields) if (Object.hasOwn(values, apiName)) known++
  const names = Object.keys(values)
  if (names.length > known) reportUnknown(fields, names, context)
  const blocks = { left: blocksMax }
  return fields.map(field => {
    const value = Object.hasOwn(values, field.apiName) ? values[field.apiName] : null
    return value === null || value === undefined ? undefined : checkField(field, value, context, blocks)
  })
}

function reportUnknown(fields: readonly Field[], names: readonly string[], { onError }: CheckContext): void {
  for (const name of names) {
    if (fields.some(field => field.apiName === name)) continue
    onError(`The model has no field "${name}".`, {
      pointer: toPointer(name),
      message: unknownField,
    })
  }
}

/** The error of a name that the model does not have. */
export const unknownField = 'is not a field of the model'

/** The blocks that the values may still have. */
interface BlockCount {
  left: number
}

function checkField(field: Field, value: Json, context: CheckContext, blocks: BlockCount): StoredValue {
  const reader = new FieldReader(field, context, blocks)
  const stored = readValue(typeOf(field), field, value, '', reader)
  return reader.errors > 0 ? undefined : stored
}

/** Reports the errors of one field. */
class FieldReader implements ValueReader {
  readonly refusesUnsafeAddresses: boolean
  readonly isOverlay: boolean
  readonly level = 0
  errors = 0
  readonly #field: Field
  readonly #context: CheckContext
  readonly #blocks: BlockCount

  constructor(field: Field, context: CheckContext, blocks: BlockCount) {
    this.refusesUnsafeAddresses = context.refusesUnsafeAddresses ?? false
    this.isOverlay = context.isOverlay ?? false
    this.#field = field
    this.#context = context
    this.#blocks = blocks
  }

  countBlock(): boolean {
    return --this.#blocks.left >= 0
  }

  fail(pointer: string, message: string): void {
    if (++this.errors > errorsPerFieldMax) return
    const { apiName } = this.#field
    // In an overlay, the keys of values are addresses.
    const place = pointer === '' ? '' : ` at ${pointer.replaceAll('~1', '/')}`
    this.#context.onError(`The field "${apiName}"${place} ${message}.`, {
      pointer: `/${apiName}${pointer}`,
      message,
    })
  }
}

const nestingMax = 64

/**
 * Returns a message about JSON that the engines or JSON itself cannot store; null if the value is valid. Counts keys in
 * `seen`. All values are checked, whichever way they are received.
 */
export function findStorageError(
  value: unknown,
  seen: { keys: number } = { keys: 0 },
  depth = 1,
): string | null {
  if (typeof value === 'string') return checkText(value)
  if (typeof value === 'number') {
    return Number.isFinite(value) ? null : 'A number is too large for a double, and so for JSON.'
  }
  if (typeof value !== 'object' || value === null) return null
  if (depth > nestingMax) return `It is nested deeper than ${nestingMax} levels.`
  if (Array.isArray(value)) {
    for (const item of value) {
      const error = findStorageError(item, seen, depth + 1)
      if (error) return error
    }
    return null
  }
  for (const key in value) {
    seen.keys++
    const error =
      checkText(key) ?? findStorageError((value as { [key: string]: unknown })[key], seen, depth + 1)
    if (error) return error
  }
  return null
}

function checkText(text: string): string | null {
  if (text.includes('\u0000')) return 'A string contains NUL (U+0000), which cannot be stored.'
  return text.isWellFormed() ? null : 'A string contains a lone surrogate, which is not valid Unicode.'
}

/** Checks whether values of the field can name assets. */
export function mayNameAssets(field: Pick<Field, 'type'>): boolean {
  const { eachAssetName, eachLeaf } = typeOf(field)
  return eachAssetName !== undefined || eachLeaf !== undefined
}

/** Calls `onLeaf` for each field inside a value with its value, or for the field itself if its value has no fields. */
export function eachLeaf(field: Field, value: Json, pointer: string, onLeaf: OnLeaf): void {
  const inside = field.of === undefined ? undefined : typeOf(field).eachLeaf
  if (inside) inside(value, field, pointer, onLeaf)
  else onLeaf(field, value, pointer)
}

export function namesAsset(field: Field, value: Json): boolean {
  let isFound = false
  eachLeaf(field, value, '', (leaf, own) => {
    isFound ||= leafNamesAsset(leaf, own)
  })
  return isFound
}

/** Checks whether the value of a leaf names an asset, apart from the leaves inside of it. */
export function leafNamesAsset(leaf: Field, value: Json): boolean {
  let isFound = false
  typeOf(leaf).eachAssetName?.(value, leaf, '', () => {
    isFound = true
  })
  return isFound
}

/** Calls `onName` for each asset that a value of the field names. */
export function eachAssetNameIn(field: Field, value: Json, pointer: string, onName: OnAssetName): void {
  eachLeaf(field, value, pointer, (leaf, own, at) => typeOf(leaf).eachAssetName?.(own, leaf, at, onName))
}

interface DraftLayers {
  readonly data: Values
  readonly variants: { readonly [id: string]: Values }
}

/** Lists the distinct ids that the values of a draft and its overlays name. */
export function listAssetNames(fields: readonly Field[], { data, variants }: DraftLayers): string[] {
  const ids = new Set<string>()
  for (const field of fields.filter(mayNameAssets)) {
    for (const values of [data, ...Object.values(variants)]) {
      if (!Object.hasOwn(values, field.apiName)) continue
      eachAssetNameIn(field, values[field.apiName]!, '', ({ id }) => ids.add(id))
    }
  }
  return [...ids]
}
