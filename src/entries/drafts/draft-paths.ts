// Detects conflicts between writers of the same draft by path: the slug, a field, a field of an overlay, or a value in a block of
// one of these. Each path
// stores the draft version that last changed it. Writers of different paths do not conflict, and a writer cannot overwrite
// a change that it has not seen. Values are in their stored form (field-values.ts), so equal values are equal JSON.
import { toPointer } from '../../base/json.ts'
import { typeOf } from '../../content/fields/registry.ts'
import type { EntryContent } from '../../content/publish/entry-content.ts'
import type { Field, Json, Values } from '../../content/values/model.ts'
import { eachPath, fieldPathOf } from './block-paths.ts'
import { listAddresses, pruneOverlays } from './overlay-paths.ts'

/**
 * The draft version that last changed each path; 1 for paths that are not listed. The path '' stands for all unlisted
 * paths, and a path that ends with a slash for all unlisted ones below it, once there were too many to store.
 */
export type PathVersions = { readonly [path: string]: number }

export interface Draft extends EntryContent {
  readonly draftVersion: number
  readonly pathVersions: PathVersions
}

/** Paths that are not named stay unchanged. Null removes a value, or a whole overlay. */
export interface DraftPatch {
  /** The addresses in blocks that were named. Their values are in those of their fields. */
  readonly addresses?: readonly string[]
  /** The same of overlays, by variant. */
  readonly overlayAddresses?: { readonly [id: string]: readonly string[] }
  readonly slug?: string
  readonly data?: Values
  readonly variants?: { readonly [id: string]: Values | null }
}

export type DraftUpdate =
  /** The whole patch is refused: these paths changed after the version that the writer has seen. */
  | { readonly kind: 'conflict'; readonly paths: readonly string[] }
  | { readonly kind: 'unchanged'; readonly changedByOthers: readonly string[] }
  | { readonly kind: 'applied'; readonly draft: Draft; readonly changedByOthers: readonly string[] }

const everyPath = ''

/** Applies a patch by a writer who has seen `seenVersion`. A value equal to the current one never conflicts. */
export function patchDraft(
  fields: readonly Field[],
  draft: Draft,
  seenVersion: number,
  patch: DraftPatch,
): DraftUpdate {
  // No writer can have seen a version that does not exist yet.
  if (seenVersion > draft.draftVersion) return { kind: 'conflict', paths: [] }
  const content = applyPatch(fields, draft, patch)
  const changed = listDifferences(fields, draft, content)
  const overtaken = changed.filter(path => versionOf(draft, path) > seenVersion)
  if (overtaken.length > 0) return { kind: 'conflict', paths: overtaken }
  const named = new Set([...changed, ...pathsOfPatch(fields, draft, patch)])
  const changedByOthers = listChangedSince(fields, draft, seenVersion).filter(path => !named.has(path))
  if (changed.length === 0) return { kind: 'unchanged', changedByOthers }
  return { kind: 'applied', draft: toNextDraft(fields, draft, content, changed), changedByOthers }
}

/** Replaces the whole draft, if the writer has seen the current version. Identical content changes nothing. */
export function replaceDraft(
  fields: readonly Field[],
  draft: Draft,
  seenVersion: number,
  content: EntryContent,
): DraftUpdate {
  const paths = listDifferences(fields, draft, content)
  if (paths.length === 0) return { kind: 'unchanged', changedByOthers: [] }
  if (seenVersion === draft.draftVersion) {
    return { kind: 'applied', draft: toNextDraft(fields, draft, content, paths), changedByOthers: [] }
  }
  const isReached = seenVersion < draft.draftVersion
  const overtaken = isReached ? paths.filter(path => versionOf(draft, path) > seenVersion) : []
  return { kind: 'conflict', paths: overtaken }
}

/**
 * Replaces the content without a check for conflicts, for an import or a change of the model. Returns the same draft if the
 * content is equal.
 */
export function overwriteDraft(fields: readonly Field[], draft: Draft, given: EntryContent): Draft {
  const content = { ...given, variants: pruneOverlays(fields, given.data, given.variants) }
  const paths = listDifferences(fields, draft, content)
  return paths.length === 0 ? draft : toNextDraft(fields, draft, content, paths)
}

/** Lists the paths at which two drafts differ: the slug, fields in the order of the model, then overlays. */
export function listDifferences(fields: readonly Field[], a: EntryContent, b: EntryContent): string[] {
  const paths: string[] = []
  if (a.slug !== b.slug) paths.push(slugPath)
  for (const field of fields) {
    const [before, after] = [baseValue(field, a.data), baseValue(field, b.data)]
    addDifferences(paths, field, before, after, dataPath(field.apiName))
  }
  for (const id of new Set([...Object.keys(a.variants), ...Object.keys(b.variants)])) {
    const [before, after] = [overlayOf(a, id), overlayOf(b, id)]
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const field = fields.find(({ apiName }) => apiName === name) ?? toUnknownField(name)
      const values = [before, after].map(values => (Object.hasOwn(values, name) ? values[name]! : null))
      addDifferences(paths, field, values[0] ?? undefined, values[1] ?? undefined, overlayPath(id, name))
    }
  }
  return paths
}

function addDifferences(
  paths: string[],
  field: Field,
  before: Json | undefined,
  after: Json | undefined,
  path: string,
): void {
  if (before === after) return
  if (!typeOf(field).hasPathsInside) {
    if (!isSame(before, after)) paths.push(path)
    return
  }
  const [old, now] = [before, after].map(value => {
    const values = new Map<string, Json | undefined>()
    eachPath(field, value, path, (at, each) => values.set(at, each))
    return values
  })
  for (const at of new Set([...old!.keys(), ...now!.keys()])) {
    // All values of a block that comes or goes differ, empty ones too.
    if (old!.has(at) !== now!.has(at) || !isSame(old!.get(at), now!.get(at))) paths.push(at)
  }
}

function overlayOf({ variants }: EntryContent, id: string): Values {
  return Object.hasOwn(variants, id) ? variants[id]! : {}
}

/** Overlays may still have values of a field that the model no longer has. */
function toUnknownField(apiName: string): Field {
  return { apiName, type: 'json' }
}

/** Lists the paths that changed after a version. */
export function listChangedSince(fields: readonly Field[], draft: Draft, seenVersion: number): string[] {
  const listed = Object.keys(draft.pathVersions).filter(path => path !== everyPath)
  // The versions of the other paths are not stored, so that all of them count as changed.
  const others = (draft.pathVersions[everyPath] ?? 1) > seenVersion ? [...toPaths(fields, draft).keys()] : []
  const changed = [...new Set([...listed, ...others])].filter(path => versionOf(draft, path) > seenVersion)
  // The field stands for paths in its blocks that are no longer stored.
  return [...new Set(changed.map(path => (path.endsWith('/') ? path.slice(0, -1) : path)))].sort()
}

/**
 * Lists by variant the fields of its overlay, and the addresses of its values in blocks, whose base value changed after them, in
 * the order of the model. Where the versions are no longer stored, the value counts as up to date.
 */
export function listOutdated(
  fields: readonly Field[],
  { variants, pathVersions }: Pick<Draft, 'variants' | 'pathVersions'>,
): { [variant: string]: string[] } {
  const outdated = Object.entries(variants).flatMap(([id, overlay]) => {
    const head = toPointer('variants', id)
    const isOutdated = (address: string, hasBlocks: boolean) => {
      const newest = hasBlocks ? newestIn : versionOf
      return newest({ pathVersions }, `/data/${address}`) > newest({ pathVersions }, `${head}/${address}`)
    }
    const names = fields.flatMap(field => {
      if (!Object.hasOwn(overlay, field.apiName)) return []
      return listAddresses(field, overlay[field.apiName]!)
        .filter(({ address, hasBlocks }) => isOutdated(address, hasBlocks))
        .map(({ address }) => address)
    })
    return names.length === 0 ? [] : [[id, names] as const]
  })
  return Object.fromEntries(outdated)
}

function versionOf({ pathVersions }: Pick<Draft, 'pathVersions'>, path: string): number {
  const below = pathVersions[`${fieldPathOf(path)}/`] ?? 1
  return Math.max(pathVersions[path] ?? 1, pathVersions[everyPath] ?? 1, below)
}

/** Returns the version that last changed a field, or a value in its blocks. */
function newestIn(draft: Pick<Draft, 'pathVersions'>, path: string): number {
  const inBlocks = Object.keys(draft.pathVersions).filter(each => each.startsWith(`${path}/`))
  return Math.max(versionOf(draft, path), ...inBlocks.map(each => draft.pathVersions[each]!))
}

const slugPath = toPointer('slug')

const dataPath = (name: string) => toPointer('data', name)

const overlayPath = (id: string, name: string) => toPointer('variants', id, name)

/** Returns every path of a draft with its value; undefined means no value. */
function toPaths(
  fields: readonly Field[],
  { slug, data, variants }: EntryContent,
): Map<string, Json | undefined> {
  const paths = new Map<string, Json | undefined>([[slugPath, slug]])
  const add = (path: string, value: Json | undefined) => void paths.set(path, value)
  for (const field of fields) eachPath(field, baseValue(field, data), dataPath(field.apiName), add)
  for (const [id, overlay] of Object.entries(variants)) {
    for (const [name, value] of Object.entries(overlay)) {
      const field = fields.find(({ apiName }) => apiName === name) ?? toUnknownField(name)
      if (value !== null) eachPath(field, value, overlayPath(id, name), add)
    }
  }
  return paths
}

/**
 * Returns undefined for an empty list in a field with `many`. In an overlay, an empty list is a value: it hides the base
 * value.
 */
function baseValue({ apiName, many }: Field, values: Values): Json | undefined {
  const value = Object.hasOwn(values, apiName) ? values[apiName] : null
  const isNone = value === null || (many && Array.isArray(value) && value.length === 0)
  return isNone ? undefined : value
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** Lists the paths that a patch names. Null for an overlay names each field that the overlay has. */
function pathsOfPatch(
  fields: readonly Field[],
  draft: EntryContent,
  { slug, data = {}, variants = {}, addresses = [], overlayAddresses = {} }: DraftPatch,
): string[] {
  const expanded = fieldsIn(addresses)
  return [
    ...(slug === undefined ? [] : [slugPath]),
    ...fields.flatMap(({ apiName }) =>
      Object.hasOwn(data, apiName) && !expanded.has(apiName) ? [dataPath(apiName)] : [],
    ),
    ...addresses.map(address => `/data/${address}`),
    ...Object.entries(variants).flatMap(([id, overlay]) => {
      const own = (overlay && overlayAddresses[id]) ?? []
      const names = Object.keys(overlay ?? overlayOf(draft, id)).filter(name => !fieldsIn(own).has(name))
      return [
        ...names.map(name => overlayPath(id, name)),
        ...own.map(address => `${toPointer('variants', id)}/${address}`),
      ]
    }),
  ]
}

/** Returns the names of the fields in which the addresses are. */
function fieldsIn(addresses: readonly string[]): ReadonlySet<string> {
  return new Set(addresses.map(address => address.slice(0, address.indexOf('/'))))
}

function applyPatch(fields: readonly Field[], draft: EntryContent, patch: DraftPatch): EntryContent {
  const variants = new Map(Object.entries(draft.variants))
  for (const [id, overlay] of Object.entries(patch.variants ?? {})) {
    if (overlay === null) variants.delete(id)
    else variants.set(id, merge(fields, variants.get(id) ?? {}, overlay))
  }
  const filled = [...variants].filter(([, overlay]) => Object.keys(overlay).length > 0)
  const data = merge(fields, draft.data, patch.data ?? {})
  return {
    slug: patch.slug ?? draft.slug,
    data,
    variants: pruneOverlays(fields, data, Object.fromEntries(filled)),
  }
}

/** Merges values in the order of the model, and omits fields without a value. */
function merge(fields: readonly Field[], values: Values, changes: Values): Values {
  return Object.fromEntries(
    fields.flatMap(({ apiName }) => {
      const from = Object.hasOwn(changes, apiName) ? changes : values
      const value = Object.hasOwn(from, apiName) ? from[apiName]! : null
      return value === null ? [] : [[apiName, value] as const]
    }),
  )
}

function toNextDraft(
  fields: readonly Field[],
  draft: Draft,
  { slug, data, variants }: EntryContent,
  changed: readonly string[],
): Draft {
  const draftVersion = draft.draftVersion + 1
  const pathVersions = {
    ...draft.pathVersions,
    ...Object.fromEntries(changed.map(path => [path, draftVersion])),
  }
  const content = { slug, data, variants }
  const isLong = Object.keys(pathVersions).length > gonePathsMax
  const remembered = isLong ? joinOldest(forgetOldest(toPaths(fields, content), pathVersions)) : pathVersions
  return { ...content, draftVersion, pathVersions: remembered }
}

/** The maximum number of stored paths in blocks. */
const blockPathsMax = 2000

/**
 * Joins the oldest paths in blocks to one for their field. They count as changed when the newest of them was, which can only
 * add conflicts.
 */
function joinOldest(versions: PathVersions): PathVersions {
  const inBlocks = Object.keys(versions).filter(path => path !== fieldPathOf(path) && !path.endsWith('/'))
  if (inBlocks.length <= blockPathsMax) return versions
  inBlocks.sort((a, b) => versions[a]! - versions[b]!)
  const joined = new Set(inBlocks.slice(0, inBlocks.length - blockPathsMax / 2))
  const remembered = Object.fromEntries(Object.entries(versions).filter(([path]) => !joined.has(path)))
  for (const path of joined) {
    const field = `${fieldPathOf(path)}/`
    remembered[field] = Math.max(remembered[field] ?? 1, versions[path]!)
  }
  return remembered
}

/** The maximum number of stored paths without a value, such as those of removed overlays. */
const gonePathsMax = 1000

/**
 * Forgets the oldest paths without a value. They count as changed when the newest of them was, which can only add
 * conflicts.
 */
function forgetOldest(present: ReadonlyMap<string, unknown>, versions: PathVersions): PathVersions {
  const gone = Object.keys(versions).filter(path => path !== everyPath && !present.has(path))
  if (gone.length <= gonePathsMax) return versions
  gone.sort((a, b) => versions[a]! - versions[b]!)
  const forgotten = new Set(gone.slice(0, gone.length - gonePathsMax / 2))
  const newest = Math.max(versions[everyPath] ?? 1, ...[...forgotten].map(path => versions[path]!))
  const remembered = Object.entries(versions).filter(
    ([path, version]) => !forgotten.has(path) && version > newest,
  )
  return { ...Object.fromEntries(remembered), [everyPath]: newest }
}
