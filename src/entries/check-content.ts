// Checks content that clients send, and reports every error with its path: slugs, values, and references to entries of the
// space. The rules of the model are not checked here, because a draft may violate them.
import { isInexactInteger, partsOfPointer, toPointer } from '../base/json.ts'
import { mapReferences } from '../content/fields/field-references.ts'
import type { ReferenceValue, StoredValue } from '../content/fields/field-type.ts'
import {
  checkValues,
  eachLeaf,
  findStorageError,
  unknownField,
  type ValueError,
} from '../content/fields/field-values.ts'
import { typeOf } from '../content/fields/registry.ts'
import type { EntryContent } from '../content/publish/entry-content.ts'
import {
  type Collection,
  type Field,
  isJsonObject,
  type Json,
  type Values,
  variantIdPattern,
} from '../content/values/model.ts'
import { readsWithin } from '../database/database.ts'
import { patchDraft } from './drafts/draft-paths.ts'
import { readFieldNames } from './drafts/field-names.store.ts'
import { type ExpandedOverlay, expandOverlay, toFlatOverlay } from './drafts/overlay-paths.ts'
import { type ContentError, collectionNotFound, invalidContent } from './entry-problems.ts'
import type { EntryTransaction } from './entry-transaction.ts'
import { slugError } from './unique-slug.ts'

export function requireModel({ models, components }: EntryTransaction, apiName: string): Collection {
  const model = models.get(apiName)
  if (model) return model
  if (!components.has(apiName)) throw collectionNotFound()
  throw invalidContent([
    { path: 'collection', message: 'is a component, which has no entries: create an entry of a collection' },
  ])
}

export function errorsOfSlug(slug: string | undefined | null): readonly ContentError[] {
  const message = slug === undefined || slug === null ? null : slugError(slug)
  return message === null ? [] : [{ path: 'slug', message }]
}

/**
 * Checks sent content, and throws one problem with every error of slug, data and overlays. References by collection and
 * slug are replaced by ids. References that the draft already contains may lead to entries that their field does not allow.
 */
export async function checkContent(
  transaction: EntryTransaction,
  { apiName, fields }: Collection,
  sent: SentContent & { readonly slug?: string | null | undefined },
  current?: EntryContent,
  { found = [], requireSeen }: PatchContext = {},
): Promise<CheckedPatch> {
  const patch = checkSent(fields, sent, transaction.variants, current, requireSeen)
  const references = listReferencesIn(fields, patch)
  const there = current && references.length > 0 ? listWritten(fields, current) : null
  const isThere = ({ to, fieldPath }: SentReference) =>
    there?.get(fieldPath)?.has(JSON.stringify(to)) ?? false
  const written = references.filter(reference => !isThere(reference))
  const targets = await transaction.resolve(written)
  const errors = [...errorsOfSlug(sent.slug), ...found, ...patch.errors]
  for (const { path, field, to } of written) {
    const target = targets.find(to)
    if (target === null && !('id' in to)) {
      errors.push({ path, message: `refers to ${to.collection}/${to.slug}, which is not there` })
    } else if (target !== null && field.to && !field.to.includes(target.collection)) {
      errors.push({
        path,
        message: `refers to an entry of ${target.collection}; allowed: ${field.to.join(', ')}`,
      })
    }
  }
  if (errors.length > 0) throw invalidContent(await withNewNames(transaction, apiName, errors))
  const toId = (to: ReferenceValue) => ('id' in to ? to : { id: targets.find(to)!.id })
  return { ...patch, ...mapAll(fields, patch, toId) }
}

/** Adds the current name of the field to each error about a name that was renamed. */
async function withNewNames(
  { writes, space }: EntryTransaction,
  collection: string,
  errors: readonly ContentError[],
): Promise<readonly ContentError[]> {
  if (!errors.some(({ message }) => message === unknownField)) return errors
  const names = await readFieldNames(readsWithin(writes), space, collection)
  return errors.map(({ path, message }) => {
    const now = message === unknownField ? names.nameNow(partsOfPointer(path).at(-1)!) : null
    return { path, message: now === null ? message : `${message}: it is called "${now}" now` }
  })
}

export function contentOf(
  fields: readonly Field[],
  slug: string,
  { data, variants }: Pick<CheckedPatch, 'data' | 'variants'>,
): EntryContent {
  const empty = { slug, data: {}, variants: {}, draftVersion: 1, pathVersions: {} }
  const result = patchDraft(fields, empty, 1, { data, variants })
  return result.kind === 'applied' ? result.draft : { slug, data: {}, variants: {} }
}

interface PatchContext {
  /** Errors that the caller has found before. */
  readonly found?: readonly ContentError[]
  readonly requireSeen?: RequireSeen
}

/**
 * Throws if another writer has changed one of the given paths since the version that the caller has seen. The first paths are
 * those that the caller cannot write because of that.
 */
type RequireSeen = (written: readonly string[], changed: string) => void

/** A patch whose values fit the model. */
export interface CheckedPatch {
  readonly data: Values
  readonly variants: { readonly [id: string]: Values | null }
  /** The addresses in blocks that were named, by variant. Their values are in those of their fields. */
  readonly overlayAddresses: { readonly [id: string]: readonly string[] }
  readonly errors: readonly ContentError[]
}

export interface SentContent {
  readonly data?: Readonly<Record<string, unknown>> | undefined
  readonly variants?: Readonly<Record<string, unknown>> | undefined
}

type CurrentContent = Pick<EntryContent, 'data' | 'variants'>

const nothing: CurrentContent = { data: {}, variants: {} }

/**
 * Checks sent content. Null removes a value, or for a variant the overlay. Values that the draft already has are not
 * checked, because an import may have stored values that clients may not send. With `requireSeen`, the content is a patch of the
 * current one; otherwise it replaces it.
 */
export function checkSent(
  fields: readonly Field[],
  { data = {}, variants = {} }: SentContent,
  knownVariants: ReadonlySet<string>,
  current: CurrentContent = nothing,
  requireSeen?: RequireSeen,
): CheckedPatch {
  const errors: ContentError[] = []
  const checkedData = checkFields(fields, data as Values, { current: current.data, pointer: '/data', errors })
  const base = requireSeen ? { ...current.data, ...checkedData } : checkedData
  const checked: { [id: string]: Values | null } = {}
  const overlayAddresses: { [id: string]: readonly string[] } = {}
  const overlayErrors: ContentError[] = []
  for (const [id, overlay] of Object.entries(variants)) {
    const path = toPointer('variants', id)
    const fail = (message: string) => overlayErrors.push({ path, message })
    const own = Object.hasOwn(current.variants, id)
    if (!variantIdPattern.test(id)) fail('is not the id of a variant')
    else if (overlay === null && (knownVariants.has(id) || own)) checked[id] = null
    else if (!knownVariants.has(id)) fail('is not a variant of the space')
    else if (!isJsonObject(overlay)) fail('must be an object of fields, or null')
    else {
      const there = own ? current.variants[id]! : {}
      const below = { base, current: requireSeen ? there : {}, expandsKeys: requireSeen !== undefined }
      const expanded = expandOverlay(fields, overlay as Values, path, below)
      overlayErrors.push(...expanded.errors, ...errorsOfAddresses(expanded, path, requireSeen))
      overlayAddresses[id] = expanded.addresses
      const context = { current: there, pointer: path, errors: overlayErrors, isOverlay: true }
      checked[id] = checkFields(fields, expanded.values, context)
    }
  }
  return { data: checkedData, variants: checked, overlayAddresses, errors: [...overlayErrors, ...errors] }
}

/** Returns the errors of addresses that lead to no block of the base, or into a value that the overlay has whole. */
function errorsOfAddresses(
  { missing, covered }: Pick<ExpandedOverlay, 'missing' | 'covered'>,
  pointer: string,
  requireSeen: RequireSeen | undefined,
): readonly ContentError[] {
  for (const address of missing) requireSeen?.([`${pointer}/${address}`], `/data/${address}`)
  for (const [address, whole] of covered) requireSeen?.([`${pointer}/${address}`], `${pointer}/${whole}`)
  return [
    ...missing.map(address => ({
      path: pointer + toPointer(address),
      message: 'leads to a block that the base does not have',
    })),
    ...covered.map(([address, whole]) => ({
      path: pointer + toPointer(address),
      message: `is inside of "${whole}", of which the variant has a value of its own: change that value`,
    })),
  ]
}

interface FieldsContext {
  /** The values of the draft before the request. */
  readonly current: Values
  readonly pointer: string
  readonly errors: ContentError[]
  readonly isOverlay?: boolean
}

/** Returns the sent fields in their stored form; null removes a value. */
function checkFields(fields: readonly Field[], sent: Values, context: FieldsContext): Values {
  const { current, pointer, errors } = context
  const sound: [name: string, value: Json][] = []
  const unchanged: [name: string, value: Json][] = []
  for (const [name, value] of Object.entries(sent)) {
    const field = fields.find(({ apiName }) => apiName === name)
    if (isUnchanged(name, value, current) && field !== undefined) {
      unchanged.push([name, value])
      continue
    }
    if (field && hasInexact(field, value)) {
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
  const unknown = sound.filter(([name]) => !named.some(({ apiName }) => apiName === name))
  checkValues([], Object.fromEntries(unknown), {
    onError: (_, error) => void errors.push({ path: pointer + error.pointer, message: error.message }),
  })
  const stored = named.map(field => checkField(field, values[field.apiName]!, context))
  const checked = named.map(({ apiName }, index) => [apiName, stored[index] ?? null] as const)
  return Object.fromEntries([...checked, ...unchanged])
}

/** Returns the value of a field in its stored form; undefined if it has none, or errors. */
function checkField(
  field: Field,
  value: Json,
  { current, pointer, errors, isOverlay = false }: FieldsContext,
): StoredValue {
  const values = Object.fromEntries([[field.apiName, value]])
  const found: ContentError[] = []
  const check = (refusesUnsafeAddresses: boolean) => {
    found.length = 0
    const onError = (_: string, error: ValueError) =>
      void found.push({ path: pointer + error.pointer, message: error.message })
    return checkValues([field], values, { refusesUnsafeAddresses, isOverlay, onError })[0]
  }
  const stored = check(true)
  if (found.length === 0) return stored
  const refused = [...found]
  // The paths of errors are those of the request.
  const sent = isOverlay ? toFlatOverlay([field], values) : values
  // Blocks that an import stored with unsafe addresses stay, whatever else of their list is changed.
  const known = field.of === undefined ? null : JSON.stringify(current[field.apiName] ?? null)
  const isKnown = ({ path }: ContentError) =>
    known?.includes(JSON.stringify(valueAtPath(sent, path, pointer)))
  const withUnsafe = known === null ? undefined : check(false)
  if (withUnsafe !== undefined && found.length === 0 && refused.every(isKnown)) return withUnsafe
  errors.push(...refused)
  return undefined
}

/** Returns the part of the values at the path of an error, which begins with the pointer of the values. */
function valueAtPath(values: Values, path: string, pointer: string): Json {
  let value: Json = values
  for (const part of partsOfPointer(path.slice(pointer.length))) {
    if (typeof value !== 'object' || value === null) return null
    value = (value as Values)[part] ?? null
  }
  return value
}

function isUnchanged(name: string, value: Json, current: Values): boolean {
  if (value === null || !Object.hasOwn(current, name)) return false
  return JSON.stringify(value) === JSON.stringify(current[name])
}

/** Checks whether a field of exact numbers, which may be one of a block, has another one. */
function hasInexact(field: Field, value: Json): boolean {
  let isFound = false
  eachLeaf(field, value, '', (leaf, own) => {
    isFound ||= typeOf(leaf).isExact === true && [own].flat().some(isInexact)
  })
  return isFound
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

interface SentReference extends Holder {
  readonly path: string
  readonly to: ReferenceValue
}

/** Lists the references of a patch with their paths. */
function listReferencesIn(
  fields: readonly Field[],
  { data, variants }: Pick<CheckedPatch, 'data' | 'variants'>,
) {
  const found: SentReference[] = []
  mapAll(fields, { data, variants }, (to, path, holder) => {
    found.push({ path, to, ...holder })
    return to
  })
  return found
}

/** Returns the references of a draft as JSON, by the path of their field. */
function listWritten(
  fields: readonly Field[],
  { data, variants }: CurrentContent,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { to, fieldPath } of listReferencesIn(fields, { data, variants })) {
    const there = found.get(fieldPath)
    if (there) there.add(JSON.stringify(to))
    else found.set(fieldPath, new Set([JSON.stringify(to)]))
  }
  return found
}

/** The field that holds a reference, which may be one of a block, and the path of the field of the entry. */
interface Holder {
  readonly field: Field
  readonly fieldPath: string
}

/**
 * Returns the pointer of a reference in a request, in which values in the base's blocks have their addresses as keys. Items of
 * lists have numbers instead of `blocks`.
 */
function toSentPointer(pointer: string): string {
  const parts = pointer.split('/').slice(1)
  let sent = ''
  for (let isInside = true; isInside && (parts[0] === 'blocks' || parts[0] === 'block'); ) {
    const key = parts.shift() === 'blocks' ? `~1${parts.shift()}` : ''
    isInside = parts.shift() === 'inner'
    sent += `${key}~1${parts.shift()}`
  }
  return sent + toPointer(...parts)
}

/** Returns a copy of the patch with replaced references. */
function mapAll(
  fields: readonly Field[],
  { data, variants }: Pick<CheckedPatch, 'data' | 'variants'>,
  replace: (to: ReferenceValue, path: string, holder: Holder) => ReferenceValue,
): Pick<CheckedPatch, 'data' | 'variants'> {
  const mapIn = (values: Values, pointer: string): Values => {
    const mapped = { ...values }
    for (const field of fields) {
      const value = Object.hasOwn(values, field.apiName) ? values[field.apiName]! : null
      if (value === null) continue
      const fieldPath = pointer + toPointer(field.apiName)
      mapped[field.apiName] = mapReferences(field, value, '', (to, at, holder) =>
        replace(to, fieldPath + (field.of ? toSentPointer(at) : at), { field: holder.field, fieldPath }),
      )
    }
    return mapped
  }
  const overlays = Object.entries(variants).map(([id, overlay]) => [
    id,
    overlay && mapIn(overlay, toPointer('variants', id)),
  ])
  return { data: mapIn(data, '/data'), variants: Object.fromEntries(overlays) }
}
