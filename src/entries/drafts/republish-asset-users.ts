// Applies a change of assets to their users: rewrites live publications that show them, under the same versions and times,
// and validates drafts that name them again. Runs in the transaction that changes the assets, so that no response mixes
// both states.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Problem } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { listReferences } from '../../content/fields/field-references.ts'
import type { FindTarget } from '../../content/fields/field-type.ts'
import { checkValues, listAssetNames } from '../../content/fields/field-values.ts'
import { readCollections } from '../../content/model/collections.store.ts'
import { ChangeSet, contentTarget } from '../../content/publish/change-set.ts'
import {
  checkOverlays,
  type PublishedContent,
  parseContent,
  parseValues,
  parseVariants,
  toRewritable,
} from '../../content/publish/entry-content.ts'
import {
  KnownAssets,
  PreviouslyPublicAssets,
  readFindAsset,
  type ShownAsset,
} from '../../content/publish/resolve-assets.ts'
import { findTargets, listNaming } from '../../content/tables/draft-references.store.ts'
import {
  type DerivedState,
  type EntryRow,
  readEntries,
  setDerived,
} from '../../content/tables/entries.store.ts'
import {
  deletePublicationsAt,
  type LivePublication,
  listShowing,
  readLive,
  readPublicationAssets,
} from '../../content/tables/publications.store.ts'
import { lockRevision } from '../../content/tables/revision.store.ts'
import type { Collection } from '../../content/values/model.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { deriveColumns } from './draft-write.ts'

/** The limit for requests. The command line has none, because it may take longer. */
export const liveEntriesMax = 50_000
const batchSize = 200

export interface FollowOptions {
  /** Null means no limit. */
  readonly entriesMax?: number | null
  /** True if delivery responds differently to requests for the files of these assets, at the same addresses. */
  readonly changesFiles?: boolean
  /** Called with numbers of live entries. */
  readonly onProgress?: (done: number, total: number) => void
}

interface FollowedAssets {
  /** Live entries whose responses change. */
  readonly rewritten: number
}

/**
 * Call under the space's lock, after the rows of these assets were written. Increments the revision if a response of the
 * content API, or delivery's response for a file, changes. Always increments the content revision, because a large change
 * that is being prepared may show these assets, though no stored entry does.
 */
export async function followAssets(
  writes: Writes,
  space: SpaceId,
  assets: readonly string[],
  { entriesMax = liveEntriesMax, changesFiles = false, onProgress = () => {} }: FollowOptions = {},
): Promise<FollowedAssets> {
  const entries = await listShowing(readsWithin(writes), space, assets)
  if (entriesMax !== null && entries.length > entriesMax) throw tooLarge(entries.length, entriesMax)
  const revision = await lockRevision(writes, space, { changesContent: true })
  const changes = new ChangeSet(space, revision + 1)
  if (changesFiles && entries.length > 0) changes.markServed()
  const rewritten = await rewritePublications(writes, changes, entries, onProgress)
  await updateDerivedColumns(writes, space, assets)
  await changes.finish(writes)
  return { rewritten }
}

/**
 * Rewrites those of the live publications whose assets have changed. Returns the number of entries whose responses change.
 */
export async function rewritePublications(
  writes: Writes,
  changes: ChangeSet,
  entries: readonly string[],
  onProgress: (done: number, total: number) => void = () => {},
): Promise<number> {
  let rewritten = 0
  for (let start = 0; start < entries.length; start += batchSize) {
    const batch = entries.slice(start, start + batchSize)
    rewritten += await rewrite(writes, changes, batch)
    await changes.flush(writes, contentTarget(changes.space, changes.revision))
    onProgress(start + batch.length, entries.length)
    if (start + batchSize < entries.length) await yieldToEventLoop()
  }
  return rewritten
}

function tooLarge(count: number, max: number): Problem {
  const detail = `${count.toLocaleString('en')} live entries show the asset, and a request may change ${max.toLocaleString('en')}. Use the command line: frontlist assets set, or frontlist assets remove.`
  return new Problem('asset_change_too_large', detail)
}

/** Returns the number of these entries whose values change. */
async function rewrite(writes: Writes, changes: ChangeSet, entries: readonly string[]): Promise<number> {
  const { space } = changes
  const reads = readsWithin(writes)
  const live = await readLive(reads, space, entries)
  const shown = Map.groupBy(await readPublicationAssets(reads, space, entries), ({ entry }) => entry)
  const contents = [...live.values()].map(publication => ({
    publication,
    content: toRewritable(publication),
  }))
  const layers = contents.flatMap(({ content }) => [content.values, ...content.overlays.values()])
  const known = await KnownAssets.read(reads, space, layers)
  let rewritten = 0
  const ownRevision: Rewrite[] = []
  for (const { publication, content } of contents) {
    const previouslyPublic = shown.get(publication.row.entry) ?? []
    const before = new PreviouslyPublicAssets(
      space,
      [publication.row, ...publication.overlays.values()],
      previouslyPublic,
    )
    const base = known.resolve(content.values, before)
    const overlays = [...content.overlays].map(
      ([variant, layer]) => [variant, known.resolve(layer, before)] as const,
    )
    const isRewritten =
      base.data !== publication.row.data ||
      overlays.some(([variant, { data }]) => data !== publication.overlays.get(variant)!.data)
    const next = [base, ...overlays.map(([, layer]) => layer)].flatMap(layer => layer.shown)
    if (isRewritten) rewritten++
    // An address in a text stays in place, and requests for it get a different response.
    if (!isRewritten && isSameShown(previouslyPublic, next)) continue
    if (publication.row.from_revision === changes.revision) ownRevision.push({ live: publication, content })
    else changes.reopen(publication, content)
  }
  await replaceAtRevision(writes, changes, ownRevision)
  return rewritten
}

interface Rewrite {
  readonly live: LivePublication
  readonly content: PublishedContent
}

/**
 * Replaces publications that the same transaction has written at its revision, because an entry has one publication per
 * revision.
 */
export async function replaceAtRevision(
  writes: Writes,
  changes: ChangeSet,
  rewrites: readonly Rewrite[],
): Promise<void> {
  if (rewrites.length === 0) return
  const entries = rewrites.map(({ live }) => live.row.entry)
  await deletePublicationsAt(writes, changes.space, entries, changes.revision)
  for (const { live, content } of rewrites) changes.reopen(live, content)
}

type ShownFile = Pick<ShownAsset, 'asset' | 'blob' | 'filename'>

function isSameShown(before: readonly ShownFile[], after: readonly ShownFile[]): boolean {
  const [old, next] = [before, after].map(
    each => new Set(each.map(({ asset, blob, filename }) => JSON.stringify([asset, blob, filename]))),
  )
  return old!.symmetricDifference(next!).size === 0
}

const ignoreErrors = { onError: () => {} }

/** Updates all drafts that name these assets, except those for which `isCurrent` returns true. */
export async function updateDerivedColumns(
  writes: Writes,
  space: SpaceId,
  assets: readonly string[],
  isCurrent: (entry: string) => boolean = () => false,
): Promise<void> {
  const reads = readsWithin(writes)
  let models: ReadonlyMap<string, Collection> | null = null
  for (let after = ''; ; ) {
    const entries = await listNaming(reads, space, assets, { after, limit: batchSize })
    const last = entries.at(-1)
    if (last === undefined) return
    models ??= new Map((await readCollections(writes, space)).map(model => [model.apiName, model]))
    const outdated = entries.filter(entry => !isCurrent(entry))
    await update(writes, space, await readEntries(writes, space, outdated), models)
    after = last
    await yieldToEventLoop()
  }
}

async function update(
  writes: Writes,
  space: SpaceId,
  rows: readonly EntryRow[],
  models: ReadonlyMap<string, Collection>,
): Promise<void> {
  const drafts = rows.flatMap(row => {
    const model = models.get(row.collection)
    const content = { slug: row.slug, ...parseContent(row) }
    return model ? [{ row, model, content }] : []
  })
  const names = drafts.flatMap(({ model, content }) => listAssetNames(model.fields, content))
  const findAsset = await readFindAsset(readsWithin(writes), space, names)
  const changed = new Map<string, DerivedState>()
  for (const { row, model, content } of drafts) {
    // Without `accept`, the only problem of an asset is that it is missing. That is a warning, and `problems` counts
    // errors.
    const isJudged = model.fields.some(({ accept }) => accept !== undefined)
    const findTarget = isJudged ? await readFindTarget(writes, space, row, model) : findNothing
    const { columns } = deriveColumns(model, content, { findTarget, findAsset })
    const { picture } = columns
    const problems = isJudged ? columns.problems : row.problems
    if (picture !== row.picture || problems !== row.problems) changed.set(row.id, { picture, problems })
  }
  if (changed.size > 0) await setDerived(writes, space, changed)
}

const findNothing: FindTarget = () => null

async function readFindTarget(
  writes: Writes,
  space: SpaceId,
  { data, variants }: EntryRow,
  { fields }: Collection,
): Promise<FindTarget> {
  const values = checkValues(fields, parseValues(data), ignoreErrors)
  const overlays = checkOverlays(fields, parseVariants(variants), ignoreErrors)
  const references = [values, ...overlays.values()].flatMap(each => listReferences(fields, each))
  if (references.length === 0) return findNothing
  return (await findTargets(readsWithin(writes), space, references)).findTarget
}
