// Converts values that clients send to the form of a draft, and reports every error with its path. The rules of the model
// are not checked here, because a draft may violate them.
import { toPointer } from '../../base/json/json-pointer.ts'
import { isInexactInteger } from '../../base/json/json-text.ts'
import { checkValues, type ReferenceValue, type StoredValue } from '../../content/values/field-values.ts'
import { isJsonObject } from '../../content/values/json-object.ts'
import { type Field, type Json, type Values, variantIdPattern } from '../../content/values/model.ts'
import { findStorageError } from '../../content/values/storable-json.ts'
import type { DraftContent } from './draft-paths.ts'

export const variantsPerEntryMax = 200

/** An error. `message` continues a sentence that begins with the path. */
export interface ContentError {
  readonly path: string
  readonly message: string
}

/** A patch whose values fit the model. */
export interface CheckedPatch {
  readonly data: Values
  readonly variants: { readonly [id: string]: Values | null }
  readonly errors: readonly ContentError[]
}

export interface SentContent {
  readonly data?: Readonly<Record<string, unknown>> | undefined
  readonly variants?: Readonly<Record<string, unknown>> | undefined
}

type CurrentContent = Pick<DraftContent, 'data' | 'variants'>
const nothing: CurrentContent = { data: {}, variants: {} }

/**
 * Checks sent content. Null removes a value, or for a variant the overlay. Values that the draft already has are not
 * checked, because an import may have stored values that clients may not send.
 */
export function checkSent(
  fields: readonly Field[],
  { data = {}, variants = {} }: SentContent,
  knownVariants: ReadonlySet<string>,
  current: CurrentContent = nothing,
): CheckedPatch {
  const errors: ContentError[] = []
  const checked: { [id: string]: Values | null } = {}
  for (const [id, overlay] of Object.entries(variants)) {
    const path = toPointer('variants', id)
    if (!variantIdPattern.test(id)) errors.push({ path, message: 'is not the id of a variant' })
    else if (overlay === null && (knownVariants.has(id) || Object.hasOwn(current.variants, id))) {
      checked[id] = null
    } else if (!knownVariants.has(id)) errors.push({ path, message: 'is not a variant of the space' })
    else if (!isJsonObject(overlay)) errors.push({ path, message: 'must be an object of fields, or null' })
    else {
      const there = Object.hasOwn(current.variants, id) ? current.variants[id]! : {}
      checked[id] = checkFields(fields, overlay as Values, there, path, errors)
    }
  }
  return {
    data: checkFields(fields, data as Values, current.data, '/data', errors),
    variants: checked,
    errors,
  }
}

/** Returns the sent fields in their stored form; null removes a value. */
function checkFields(
  fields: readonly Field[],
  sent: Values,
  current: Values,
  pointer: string,
  errors: ContentError[],
): Values {
  const sound: [name: string, value: Json][] = []
  const unchanged: [name: string, value: Json][] = []
  for (const [name, value] of Object.entries(sent)) {
    const field = fields.find(({ apiName }) => apiName === name)
    if (isUnchanged(name, value, current) && field !== undefined) {
      unchanged.push([name, value])
      continue
    }
    if (field?.type === 'integer' && [value].flat().some(isInexact)) {
      errors.push({
        path: pointer + toPointer(name),
        message: 'must be an integer that a double holds exactly',
      })
      continue
    }
    const message = findStorageError(name) ?? findStorageError(value, { keys: 0 }, levelOfValues)
    if (message === null) sound.push([name, value])
    else errors.push({ path: pointer + toPointer(name), message: toClause(message) })
  }
  // `Object.fromEntries` creates own keys for any name. Assigning to `__proto__` would set the prototype instead.
  const values = Object.fromEntries(sound)
  const named = fields.filter(({ apiName }) => Object.hasOwn(values, apiName))
  const stored = checkValues(named, values, {
    refusesUnsafeAddresses: true,
    onError: (_, error) => void errors.push({ path: pointer + error.pointer, message: error.message }),
  })
  const checked = named.map(({ apiName }, index) => [apiName, stored[index] ?? null] as const)
  return Object.fromEntries([...checked, ...unchanged])
}

function isUnchanged(name: string, value: Json, current: Values): boolean {
  if (value === null || !Object.hasOwn(current, name)) return false
  return JSON.stringify(value) === JSON.stringify(current[name])
}

/** Detects integers such as 1e23: the shortest text of its double is the text of another integer. */
function isInexact(value: unknown): boolean {
  return typeof value === 'number' && !Number.isSafeInteger(value) && isInexactInteger(String(value))
}

/** Levels of JSON above the contents of a value: the body, `data`, and the value itself. */
const levelOfValues = 3

/** Rephrases a sentence as a clause that follows the name of a value. */
function toClause(sentence: string): string {
  const clause = sentence.replace(/\.$/, '')
  return clause.startsWith('It ')
    ? clause.slice(3)
    : `is refused: ${clause[0]!.toLowerCase()}${clause.slice(1)}`
}

export interface SentReference {
  readonly path: string
  readonly field: Field
  readonly to: ReferenceValue
}

/** Lists the references of a patch with their paths. */
export function listReferencesIn(
  fields: readonly Field[],
  { data, variants }: Pick<CheckedPatch, 'data' | 'variants'>,
) {
  const found: SentReference[] = []
  eachReference(fields, { data, variants }, (to, path, field) => {
    found.push({ path, field, to })
    return to
  })
  return found
}

/** Returns the references of a draft as JSON, by the path of their field. */
export function listWritten(
  fields: readonly Field[],
  { data, variants }: CurrentContent,
): ReadonlyMap<string, ReadonlySet<string>> {
  const layers = [
    ['/data', data] as const,
    ...Object.entries(variants).map(([id, overlay]) => [toPointer('variants', id), overlay] as const),
  ]
  const references = fields.filter(({ type }) => type === 'reference')
  return new Map(
    layers.flatMap(([pointer, values]) =>
      references.map(({ apiName }) => {
        const value = Object.hasOwn(values, apiName) ? values[apiName]! : []
        const written = [value].flat().map(reference => JSON.stringify(reference))
        return [pointer + toPointer(apiName), new Set(written)] as const
      }),
    ),
  )
}

/** Returns a copy of the patch with replaced references. */
export function replaceReferences(
  fields: readonly Field[],
  patch: Pick<CheckedPatch, 'data' | 'variants'>,
  replace: ReplaceReference,
): Pick<CheckedPatch, 'data' | 'variants'> {
  return eachReference(fields, patch, replace)
}

type ReplaceReference = (to: ReferenceValue, path: string, field: Field) => ReferenceValue

function eachReference(
  fields: readonly Field[],
  { data, variants }: Pick<CheckedPatch, 'data' | 'variants'>,
  replace: ReplaceReference,
): Pick<CheckedPatch, 'data' | 'variants'> {
  const references = fields.filter(({ type }) => type === 'reference')
  const replaceIn = (values: Values, pointer: string): Values => {
    const replaced = { ...values }
    for (const field of references) {
      const value = Object.hasOwn(values, field.apiName) ? values[field.apiName]! : null
      if (value === null) continue
      const path = pointer + toPointer(field.apiName)
      replaced[field.apiName] = field.many
        ? (value as readonly ReferenceValue[]).map((to, index) => replace(to, `${path}/${index}`, field))
        : replace(value as ReferenceValue, path, field)
    }
    return replaced
  }
  const overlays = Object.entries(variants).map(([id, overlay]) => [
    id,
    overlay && replaceIn(overlay, toPointer('variants', id)),
  ])
  return { data: replaceIn(data, '/data'), variants: Object.fromEntries(overlays) }
}

/** Returns a draft's values in the order of the model. */
export function toStored(fields: readonly Field[], values: Values): StoredValue[] {
  return fields.map(({ apiName }) =>
    Object.hasOwn(values, apiName) ? (values[apiName] ?? undefined) : undefined,
  )
}
