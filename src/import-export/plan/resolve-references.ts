// Resolves the references of a file to ids, as the entries will be when the import ends.
import type { SpaceId } from '../../base/ids.ts'
import { deriveEntryId, type EntryPath } from '../../base/ids.ts'
import { eachReference } from '../../content/fields/field-references.ts'
import type { ReferenceValue } from '../../content/fields/field-type.ts'
import type { EntryLookup } from '../../content/publish/bind-references.ts'
import { readAllPaths } from '../../content/tables/publication-reads.store.ts'
import { type Field, isJsonObject, type Json } from '../../content/values/model.ts'
import type { Reads } from '../../database/database.ts'
import type { WriteContext } from '../../entries/drafts/draft-write.ts'
import type { EntryRecord } from '../read/records.ts'
import type { ImportPlan } from './import-plan.ts'
import { layersOf } from './missing-assets.ts'

/** Returns the entry that has the path, in its draft or live. */
export function findOwner({ addresses, liveSlugs }: ImportPlan, { collection, slug }: EntryPath) {
  return addresses.idAt(collection, slug) ?? liveSlugs.get(`${collection}\n${slug}`)
}

/** The targets of an entry's stored references, by a path that they had before they moved. */
export type FormerTargets = ReadonlyMap<string, string>

/**
 * Returns the id of a reference's target. A path without an entry leads to the id that an entry without an id would get
 * there, and the entry that becomes live there takes the reference over, see take-over-references.ts. `written` collects
 * such paths by id.
 */
export function resolveReference(
  plan: ImportPlan,
  reference: ReferenceValue,
  written: Map<string, string>,
  former: FormerTargets | undefined,
): string {
  if ('id' in reference) return reference.id
  const path = toPathText(reference)
  const target = former?.get(path) ?? findOwner(plan, reference)
  if (target !== undefined) return target
  const id = deriveEntryId(reference)
  written.set(id, path)
  return id
}

function toPathText({ collection, slug }: EntryPath): string {
  return `${collection}/${slug}`
}

/** Lists the collections and slugs of the references in a record. */
export function listPaths(fields: readonly Field[], record: EntryRecord): EntryPath[] {
  const paths: EntryPath[] = []
  for (const layer of layersOf(record)) {
    for (const field of fields) {
      const value = Object.hasOwn(layer, field.apiName) ? layer[field.apiName]! : null
      if (value === null) continue
      // The values are not checked yet.
      eachReference(field, value, '', (to: Json) => {
        if (!isJsonObject(to) || typeof to.collection !== 'string' || typeof to.slug !== 'string') return
        paths.push({ collection: to.collection, slug: to.slug.normalize('NFC') })
      })
    }
  }
  return paths
}

/** An existing entry that the source contains. */
export interface StoredEntry {
  readonly id: string
  /** The collections and slugs of the references in its record. */
  readonly paths: readonly EntryPath[]
  /** Lists the targets of its stored references. */
  readonly listTargets: () => readonly string[]
}

/**
 * Finds the stored targets of references by collection and slug whose path now has another entry or none. Importing a file
 * again therefore keeps a reference with its target, wherever that has moved, unless it is archived. A path at which the
 * source has an entry leads to that entry instead.
 */
export async function readFormerTargets(
  reads: Reads,
  space: SpaceId,
  plan: ImportPlan,
  isInSource: (id: string) => boolean,
  entries: readonly StoredEntry[],
): Promise<ReadonlyMap<string, FormerTargets>> {
  const found = new Map<string, { targets: readonly string[]; paths: readonly EntryPath[] }>()
  for (const { id, paths, listTargets } of entries) {
    const open = paths.filter(path => {
      const owner = findOwner(plan, path)
      return owner === undefined || !isInSource(owner)
    })
    if (open.length === 0) continue
    const targets = new Set(listTargets())
    const changed = open.filter(path => !targets.has(findOwner(plan, path) ?? ''))
    const existing = [...targets].filter(
      target => plan.addresses.get(target) !== undefined && !plan.archived.has(target),
    )
    if (changed.length > 0 && existing.length > 0) found.set(id, { targets: existing, paths: changed })
  }
  const ids = new Set([...found.values()].flatMap(({ targets }) => targets))
  const pathsOf = await readAllPaths(reads, space, [...ids])
  const former = new Map<string, FormerTargets>()
  for (const [id, { targets, paths }] of found) {
    const byPath = new Map<string, string>()
    for (const path of paths.map(toPathText)) {
      const target = targets.find(each => pathsOf.get(each)?.has(path))
      if (target !== undefined) byPath.set(path, target)
    }
    if (byPath.size > 0) former.set(id, byPath)
  }
  return former
}

/** Checks whether the target of a dangling reference, an id or a path, exists now. Another writer may have created it. */
export function isThere(plan: ImportPlan, to: string): boolean {
  const path = toPath(to)
  return path === null ? plan.addresses.get(to) !== undefined : findOwner(plan, path) !== undefined
}

/** Returns null if the target is an id. */
export function toPath(to: string): EntryPath | null {
  const slash = to.indexOf('/')
  return slash < 0 ? null : { collection: to.slice(0, slash), slug: to.slice(slash + 1) }
}

export function targetsIn(entries: EntryLookup): Pick<WriteContext, 'findTarget'> {
  return {
    findTarget: ({ id }) => {
      const entry = entries.get(id)
      // The state affects only warnings, which are not stored.
      return entry === undefined ? null : { collection: entry.collection, state: 'live' }
    },
  }
}
