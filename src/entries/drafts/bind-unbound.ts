// Binds references by collection and slug that had no target when they were published, once an entry is published at that
// path. A reference that has a target keeps it, whatever is published later.
import type { SpaceId } from '../../base/ids.ts'
import type { ChangeSet } from '../../content/publish/change-set.ts'
import { compileOverlay, compileValues, type ReferenceBinder } from '../../content/publish/compile-entry.ts'
import { checkOverlays, parseValues, parseVariants } from '../../content/publish/entry-values.ts'
import type { PublishedContent } from '../../content/publish/published-content.ts'
import { type DraftReferenceRow, saveDraftReferences } from '../../content/tables/draft-references.store.ts'
import { readEntries } from '../../content/tables/entries.store.ts'
import { readTargets } from '../../content/tables/entry-targets.store.ts'
import { listUnbound, readAllPaths } from '../../content/tables/publication-reads.store.ts'
import { type LivePublication, readLive } from '../../content/tables/publications.store.ts'
import { checkValues, type ReferenceValue, type StoredValue } from '../../content/values/field-values.ts'
import type { Collection, Field } from '../../content/values/model.ts'
import { listReferences } from '../../content/values/references.ts'
import {
  asWritten,
  listTargets,
  listTargetsByLine,
  type PublishedData,
  type StoredData,
} from '../../content/values/stored-data.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { listDraftReferences } from './draft-row.ts'
import { readDraftTargets, type Targets, targetsAmong } from './targets.ts'

const batchSize = 200
const ignoreErrors = { onError: () => {} }

export interface PublishedEntry {
  readonly id: string
  readonly collection: string
  readonly slug: string
}

/** Reopens live publications with unbound references to the published entries. Their versions and times stay. */
export async function bindUnbound(
  writes: Writes,
  changes: ChangeSet,
  models: ReadonlyMap<string, Collection>,
  published: readonly PublishedEntry[],
): Promise<void> {
  if (published.length === 0) return
  const { space } = changes
  const own = new Set(published.map(({ id }) => id))
  const entries = (await listUnbound(writes, space)).filter(entry => !own.has(entry))
  const bound: string[] = []
  for (let start = 0; start < entries.length; start += batchSize) {
    const batch = entries.slice(start, start + batchSize)
    for (const { live, content } of await bindEntries(writes, space, models, published, batch)) {
      changes.reopen(live, content)
      bound.push(live.row.entry)
    }
    // Lets the process serve requests between batches.
    if (start + batchSize < entries.length) await new Promise<void>(resolve => setImmediate(resolve))
  }
  await referDrafts(writes, space, models, bound)
}

interface BoundEntry {
  readonly live: LivePublication
  readonly content: PublishedContent
}

/** Returns those of the entries whose references can be bound, with the content after binding. */
export async function bindEntries(
  writes: Writes,
  space: SpaceId,
  models: ReadonlyMap<string, Collection>,
  published: readonly PublishedEntry[],
  entries: readonly string[],
): Promise<BoundEntry[]> {
  const reads = readsWithin(writes)
  const ids = new Map(published.map(entry => [pathOf(entry), entry.id]))
  const slugs = published.map(({ slug }) => `"slug":${JSON.stringify(slug)}`)
  const bound: BoundEntry[] = []
  for (const live of (await readLive(reads, space, entries)).values()) {
    const fields = models.get(live.row.collection)?.fields ?? []
    const layers = [live.row, ...live.overlays.values()]
    if (!layers.some(({ data }) => slugs.some(slug => data.includes(slug)))) continue
    const references = layers.flatMap(layer => listReferences(fields, valuesOf(fields, asWritten(layer))))
    const targets = targetsAmong(await readTargets(reads, space, references))
    const stored = layers.flatMap(({ refs }) => listTargets(refs))
    const paths = await readAllPaths(reads, space, stored)
    const content = bindLive(fields, live, { ids, targets, paths })
    if (differsInTargets(live, content)) bound.push({ live, content })
  }
  return bound
}

/** Updates the references of the entries' drafts to their current targets. */
export async function referDrafts(
  writes: Writes,
  space: SpaceId,
  models: ReadonlyMap<string, Collection>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const rows: DraftReferenceRow[] = []
  for (const row of await readEntries(writes, space, ids)) {
    const fields = models.get(row.collection)?.fields ?? []
    const values = valuesOf(fields, row.data)
    const overlays = checkOverlays(fields, parseVariants(row.variants), ignoreErrors)
    const references = [values, ...overlays.values()].flatMap(each => listReferences(fields, each))
    const { idOf } = await readDraftTargets(readsWithin(writes), space, row.id, references)
    const found = listDraftReferences(fields, values, overlays, idOf)
    rows.push(...found.map(each => ({ ...each, space, entry: row.id })))
  }
  await saveDraftReferences(writes, space, ids, rows)
}

interface Meanings {
  /** The entries that are being published: ids by `collection/slug`. */
  readonly ids: ReadonlyMap<string, string>
  /** The targets that the references would have now. */
  readonly targets: Targets
  /** The present and past paths of each bound entry, by id. */
  readonly paths: ReadonlyMap<string, ReadonlySet<string>>
}

function bindLive(
  fields: readonly Field[],
  { row, overlays }: LivePublication,
  meanings: Meanings,
): PublishedContent {
  const valuesOfRow = valuesOf(fields, asWritten(row))
  const compiled = [...overlays].map(([variant, overlay]) => {
    const values = valuesOf(fields, asWritten(overlay))
    return [
      variant,
      compileOverlay(fields, values, bindLayer(fields, values, overlay, meanings, true)),
    ] as const
  })
  return {
    values: compileValues(fields, valuesOfRow, bindLayer(fields, valuesOfRow, row, meanings, false)),
    overlays: new Map(compiled),
  }
}

/**
 * Returns a binder, which must be called with the references of the layer in their order. Bound references keep their
 * targets, and references that can be bound now get one.
 */
function bindLayer(
  fields: readonly Field[],
  values: readonly StoredValue[],
  { refs }: StoredData,
  meanings: Meanings,
  isOverlay: boolean,
): ReferenceBinder {
  const bound = refs === null ? new Map<number, readonly string[]>() : listTargetsByLine(refs)
  const queues = new Map<string, (string | null)[]>()
  let line = 0
  for (const [index, field] of fields.entries()) {
    const references = listReferences([field], [values[index]]).map(({ to }) => to)
    if (references.length > 0) {
      queues.set(field.apiName, assign(field, references, bound.get(line) ?? [], meanings))
    }
    // A layer of base values has a line for each field, an overlay only for the fields that it sets.
    if (!isOverlay || values[index] !== undefined) line++
  }
  return (reference, field) => {
    const id = queues.get(field.apiName)?.shift() ?? null
    const isSettled = 'id' in reference && id !== null && meanings.targets.find(reference) !== null
    return { id, settled: isSettled }
  }
}

/**
 * Assigns a target to each reference of a field. The stored ids cannot be assigned by position, because they omit references
 * without a target.
 */
function assign(
  field: Field,
  references: readonly ReferenceValue[],
  bound: readonly string[],
  { ids, paths }: Meanings,
): (string | null)[] {
  const left = [...bound]
  const take = (isMeant: (id: string) => boolean) => {
    const index = left.findIndex(isMeant)
    return index < 0 ? null : left.splice(index, 1)[0]!
  }
  // References by id come first, because their target is certain. Otherwise a reference by path could take the id, if the
  // entry was at that path once.
  const byId = references.map(to => ('id' in to ? take(id => id === to.id) : null))
  const known = references.map((to, index) =>
    'id' in to ? byId[index]! : take(id => paths.get(id)?.has(pathOf(to)) === true),
  )
  return references.map((to, index) => {
    if (known[index] !== null || 'id' in to) return known[index]!
    const isAllowed = field.to === undefined || field.to.includes(to.collection)
    return (isAllowed ? ids.get(pathOf(to)) : undefined) ?? left.shift() ?? null
  })
}

function pathOf({ collection, slug }: { readonly collection: string; readonly slug: string }): string {
  return `${collection}/${slug}`
}

/**
 * Checks whether the targets differ. Returns false if the text differs, too: a layer with a value that its field no longer
 * allows is served unchanged.
 */
function differsInTargets({ row, overlays }: LivePublication, content: PublishedContent): boolean {
  const pairs = [...content.overlays].map(([variant, after]) => [overlays.get(variant)!, after] as const)
  const all: readonly (readonly [PublishedData, StoredData])[] = [[row, content.values], ...pairs]
  if (all.some(([before, after]) => asWritten(before) !== after.data)) return false
  return all.some(([before, after]) => before.refs !== after.refs)
}

function valuesOf(fields: readonly Field[], data: string): readonly StoredValue[] {
  return checkValues(fields, parseValues(data), ignoreErrors)
}
