// Restores a version: an earlier content of an entry as its draft, as far as it fits the current model.
import { partsOfPointer, toPointer } from '../base/json.ts'
import { checkValues } from '../content/fields/field-values.ts'
import { typeOf } from '../content/fields/registry.ts'
import type { EntryContent } from '../content/publish/entry-content.ts'
import type { Field, Json, Values } from '../content/values/model.ts'
import { toBlockValues } from '../content/values/overlaid-blocks.ts'
import { isAddress } from './drafts/address-tree.ts'
import { expandAddresses, fieldPathOf, findAt } from './drafts/block-paths.ts'
import { overwriteDraft } from './drafts/draft-paths.ts'
import { expandOverlay, toFlatOverlay } from './drafts/overlay-paths.ts'
import { invalidContent } from './entry-problems.ts'
import type { EntryTransaction } from './entry-transaction.ts'
import { listTaken } from './unique-slug.ts'

/** A value of the earlier content that could not be restored. */
export interface LostValue {
  readonly path: string
  readonly message: string
}

interface RestoreInput {
  readonly id: string
  readonly draftVersion: number | undefined
  readonly content: EntryContent
  /** The paths to restore; absent means all. */
  readonly paths?: readonly string[] | undefined
}

export async function restoreVersion(
  transaction: EntryTransaction,
  { id, draftVersion, content: older, paths }: RestoreInput,
): Promise<readonly LostValue[]> {
  const entry = await transaction.get(id)
  entry.requireNotArchived()
  const { model, draft } = entry
  const losses: LostValue[] = []
  const content = paths === undefined ? older : pick(older, paths, model.fields, draft.slug)
  const data = fit(model.fields, content.data, '/data', losses)
  const variants = new Map<string, Values>()
  for (const [variant, overlay] of Object.entries(content.variants)) {
    const path = toPointer('variants', variant)
    if (transaction.variants.has(variant)) variants.set(variant, fit(model.fields, overlay, path, losses))
    else losses.push({ path, message: 'is not a variant of the space any more' })
  }
  const slug = await slugOf(transaction, { id, collection: model.apiName }, content.slug, draft.slug, losses)
  const restored = { slug, data, variants: Object.fromEntries(variants) }
  const { variants: all, ...base } =
    paths === undefined
      ? restored
      : putInto(model.fields, draft, restored, withoutLost(paths, losses), losses)
  const filled = Object.entries(all).filter(([, overlay]) => Object.keys(overlay).length > 0)
  const next = overwriteDraft(model.fields, draft, { ...base, variants: Object.fromEntries(filled) })
  if (next !== draft) {
    entry.requireCurrent(draftVersion)
    transaction.changeDraft(entry, next, 'restore')
  }
  return losses
}

/** Returns the content at the paths only, with the current slug unless they include it. */
function pick(
  { slug, data, variants }: EntryContent,
  paths: readonly string[],
  fields: readonly Field[],
  currentSlug: string,
): EntryContent {
  const names = new Set([...fields.map(({ apiName }) => apiName), ...Object.keys(data)])
  const errors = paths.flatMap((path, index) => {
    const [kind, ...parts] = partsOfPointer(path)
    const isKnown = kind === 'slug' || names.has(parts[kind === 'variants' ? 1 : 0]!)
    return isKnown ? [] : [{ path: `paths/${index}`, message: `names no field of the entry: ${path}` }]
  })
  if (errors.length > 0) throw invalidContent(errors)
  const wanted = new Set(paths.map(fieldPathOf))
  // With a list of blocks come the values that overlays have in those of them that come back.
  const comesBack = (name: string, value: Json) =>
    wanted.has(toPointer('data', name)) && toBlockValues(value) !== null
  const within = (values: Values, ...before: string[]): Values =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name, value]) => wanted.has(toPointer(...before, name)) || comesBack(name, value),
      ),
    )
  const overlays = Object.entries(variants).map(
    ([id, overlay]) => [id, within(overlay, 'variants', id)] as const,
  )
  return {
    slug: paths.includes('/slug') ? slug : currentSlug,
    data: within(data, 'data'),
    variants: Object.fromEntries(overlays.filter(([, overlay]) => Object.keys(overlay).length > 0)),
  }
}

/** Removes the paths at which something could not be restored, so that the current values stay. */
function withoutLost(paths: readonly string[], losses: readonly LostValue[]): readonly string[] {
  const isWithin = (inner: string, outer: string) => `${inner}/`.startsWith(`${outer}/`)
  return paths.filter(path => !losses.some(lost => isWithin(lost.path, path) || isWithin(path, lost.path)))
}

/** Returns the draft with the restored values at these paths. Paths without a value in the earlier content lose theirs. */
function putInto(
  fields: readonly Field[],
  draft: EntryContent,
  restored: EntryContent,
  paths: readonly string[],
  losses: LostValue[],
): EntryContent {
  const data = new Map(Object.entries(draft.data))
  for (const path of paths) {
    const [kind, first = '', second = ''] = partsOfPointer(path)
    const field = fields.find(({ apiName }) => apiName === first)
    if (kind === 'data' && second !== '' && field !== undefined)
      putInBlock(data, field, path, restored.data, losses)
    else if (kind === 'data') put(data, first, restored.data)
  }
  const base = Object.fromEntries(data)
  const variants = new Map(Object.entries(draft.variants))
  for (const [id, older] of Object.entries(restored.variants)) {
    variants.set(id, putBack(fields, older, { before: draft.data, base, current: variants.get(id) ?? {} }))
  }
  for (const path of paths) {
    const [kind, id = '', ...parts] = partsOfPointer(path)
    if (kind !== 'variants') continue
    const older = restored.variants[id] ?? {}
    const current = variants.get(id) ?? {}
    variants.set(id, putInOverlay(fields, current, older, { path, parts, base }, losses))
  }
  return { slug: restored.slug, data: base, variants: Object.fromEntries(variants) }
}

/** Returns the overlay with the earlier values in blocks that the base has again. */
function putBack(
  fields: readonly Field[],
  older: Values,
  { before, base, current }: { readonly before: Values; readonly base: Values; readonly current: Values },
): Values {
  const flat = Object.entries(toFlatOverlay(fields, older)).filter(([name]) => isAddress(name))
  if (flat.length === 0) return current
  const below = { current: {}, expandsKeys: false }
  const gone = new Set(
    expandOverlay(fields, Object.fromEntries(flat), '', { base: before, ...below }).missing,
  )
  const back = Object.fromEntries(flat.filter(([address]) => gone.has(address)))
  return { ...current, ...expandOverlay(fields, back, '', { base, current, expandsKeys: false }).values }
}

interface OverlayPath {
  readonly path: string
  /** The parts of the path after the variant. */
  readonly parts: readonly string[]
  readonly base: Values
}

/** Returns the overlay with the earlier value at a path: of a field, or in a block of the base. */
function putInOverlay(
  fields: readonly Field[],
  overlay: Values,
  older: Values,
  { path, parts, base }: OverlayPath,
  losses: LostValue[],
): Values {
  const [name = ''] = parts
  const values = new Map(Object.entries(overlay))
  if (parts.length === 1) {
    put(values, name, older)
    return Object.fromEntries(values)
  }
  const address = parts.join('/')
  const value = toFlatOverlay(fields, older)[address] ?? null
  const below = { base, current: overlay, expandsKeys: false }
  const result = expandOverlay(fields, { [address]: value }, '', below)
  if (result.missing.length + result.covered.length + result.errors.length === 0) {
    const next = result.values[name] ?? null
    if (next === null) values.delete(name)
    else values.set(name, next)
  } else if (value !== null) losses.push({ path, message: 'is in a block that the base does not have now' })
  return Object.fromEntries(values)
}

/** Restores a value in a block, unless the block is no longer there or was not there yet. */
function putInBlock(
  values: Map<string, Json>,
  field: Field,
  path: string,
  from: Values,
  losses: LostValue[],
): void {
  const [name = '', ...parts] = partsOfPointer(path).slice(1)
  const older = findAt(field, Object.hasOwn(from, name) ? from[name]! : null, parts)
  const address = [name, ...parts].join('/')
  const result = expandAddresses([field], { [address]: older ?? null }, Object.fromEntries(values))
  if (older === undefined || result.missing.length > 0) {
    losses.push({ path, message: 'is in a block that is not in both, so that it stays as it is' })
  } else if (result.errors.length === 0) values.set(name, result.values[name]!)
}

function put(values: Map<string, Json>, name: string, from: Values): void {
  if (Object.hasOwn(from, name)) values.set(name, from[name]!)
  else values.delete(name)
}

/** Returns the earlier slug, or the current one if another entry has taken the earlier one. */
async function slugOf(
  transaction: EntryTransaction,
  owner: { readonly id: string; readonly collection: string },
  wanted: string,
  current: string,
  losses: LostValue[],
): Promise<string> {
  if (wanted === current || !(await listTaken(transaction, owner, [wanted])).has(wanted)) return wanted
  losses.push({ path: '/slug', message: `is taken, so it stays "${current}"` })
  return current
}

function fit(fields: readonly Field[], values: Values, pointer: string, losses: LostValue[]): Values {
  const fitted: { [name: string]: Json } = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === null) continue
    const field = fields.find(({ apiName }) => apiName === name)
    const isList = field && (field.many || typeOf(field).mayBeList)
    if (Array.isArray(value) && value.length === 0 && !isList) continue
    const path = pointer + toPointer(name)
    if (!field) {
      losses.push({ path, message: 'is not a field of the model any more' })
      continue
    }
    const onLoss = (place: string, error: string) =>
      void losses.push({ path: `${pointer}/${place}`, message: error })
    const left = typeOf(field).fit?.(value, field, name, onLoss) ?? value
    const before = losses.length
    const [stored] = checkValues(
      [field],
      { [name]: left },
      {
        refusesUnsafeAddresses: true,
        isOverlay: pointer !== '/data',
        onError: (_, error) => void losses.push({ path: pointer + error.pointer, message: error.message }),
      },
    )
    if (losses.length === before && stored !== undefined) fitted[name] = stored
  }
  return fitted
}
