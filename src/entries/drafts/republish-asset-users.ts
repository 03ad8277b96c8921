// Applies a change of assets to their users: rewrites live publications that show them, under the same versions and times,
// and validates drafts that name them again. Runs in the transaction that changes the assets, so that no response mixes both
// states.
import { Problem } from '../../base/errors/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { ChangeSet } from '../../content/publish/change-set.ts'
import { contentTarget } from '../../content/publish/change-target.ts'
import { PreviouslyPublicAssets } from '../../content/publish/previously-public-assets.ts'
import { type PublishedContent, toContent } from '../../content/publish/published-content.ts'
import { KnownAssets, type ShownAsset } from '../../content/publish/resolve-assets.ts'
import { listShowing, readPublicationAssets } from '../../content/tables/publication-assets.store.ts'
import {
  deletePublicationsAt,
  type LivePublication,
  readLive,
} from '../../content/tables/publications.store.ts'
import { lockRevision } from '../../content/tables/revision.store.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { updateDerivedColumns } from './derived-columns.ts'

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

export interface FollowedAssets {
  /** Live entries whose responses change. */
  readonly rewritten: number
}

/**
 * Call under the space's lock, after the rows of these assets were written. Increments the revision if a response of the
 * content API, or delivery's response for a file, changes.
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
  const contents = [...live.values()].map(publication => ({ publication, content: toContent(publication) }))
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
