// Checks the values of an entry and normalizes them. The type of a field decides about a single value; this file handles
// lists, names that the model does not have, and what neither JSON nor the database engines can store. Also finds the
// assets that the values name.
import { toPointer } from '../../base/json.ts'
import type { Field, Json, Values } from '../values/model.ts'
import type { FieldTypeDefinition, FormOfField, OnAssetName, StoredValue, ValueReader } from './field-type.ts'
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
}

/** The maximum number of reported errors of one field. */
const errorsPerFieldMax = 100

/** Checks and normalizes values. Null and an absent key both mean no value. The result is in the order of the model. */
export function checkValues(fields: readonly Field[], values: Values, context: CheckContext): StoredValue[] {
  let known = 0
  for (const { apiName } of fields) if (Object.hasOwn(values, apiName)) known++
  const names = Object.keys(values)
  if (names.length > known) reportUnknown(fields, names, context)
  return fields.map(field => {
    const value = Object.hasOwn(values, field.apiName) ? values[field.apiName] : null
    return value === null || value === undefined ? undefined : checkField(field, value, context)
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

function checkField(field: Field, value: Json, context: CheckContext): StoredValue {
  const reader = new FieldReader(field, context)
  const stored = reader.read(value)
  return reader.errors > 0 ? undefined : stored
}

/** Reads the value of one field, and reports its errors. */
class FieldReader implements ValueReader {
  readonly refusesUnsafeAddresses: boolean
  errors = 0
  readonly #field: Field
  readonly #type: FieldTypeDefinition
  readonly #context: CheckContext

  constructor(field: Field, context: CheckContext) {
    this.refusesUnsafeAddresses = context.refusesUnsafeAddresses ?? false
    this.#field = field
    this.#type = typeOf(field)
    this.#context = context
  }

  read(value: Json): StoredValue {
    if (!this.#field.many) return this.#readOne(value, '')
    if (!Array.isArray(value)) return this.#refuse('', 'has many values and must be a list')
    const items = value as readonly Json[]
    const error = this.#type.findListError?.(items) ?? null
    if (error !== null) return this.#refuse('', error)
    return items.map((item, index) => {
      const pointer = `/${index}`
      if (item !== null || this.#type.mayBeNull) return this.#readOne(item, pointer) ?? null
      return this.#refuse(pointer, `must be ${this.#type.expectation(this.#field)}, not null`) ?? null
    })
  }

  /** Returns undefined only if an error was reported. */
  #readOne(value: Json, pointer: string): StoredValue {
    const before = this.errors
    const stored = this.#type.read(value, this.#field, pointer, this)
    if (stored === undefined && this.errors === before)
      this.fail(pointer, `must be ${this.#type.expectation(this.#field)}`)
    return stored
  }

  #refuse(pointer: string, message: string): undefined {
    this.fail(pointer, message)
  }

  fail(pointer: string, message: string): void {
    if (++this.errors > errorsPerFieldMax) return
    const { apiName } = this.#field
    const place = pointer === '' ? '' : ` at ${pointer}`
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
  return typeOf(field).eachAssetName !== undefined
}

export function namesAsset(field: FormOfField, value: Json): boolean {
  let isFound = false
  eachAssetNameIn(field, value, '', () => {
    isFound = true
  })
  return isFound
}

/** Calls `onName` for each asset that a value of the field names. */
export function eachAssetNameIn(field: FormOfField, value: Json, pointer: string, onName: OnAssetName): void {
  typeOf(field).eachAssetName?.(value, field, pointer, onName)
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
