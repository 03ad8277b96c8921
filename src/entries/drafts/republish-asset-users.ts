// What follows a change of assets: live publications that show them are written again, under their versions and times, and
// drafts that name them are judged anew. In the transaction that changes the assets, so that no response mixes both.
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

/** More are changed by the command line, which has the time. */
export const liveEntriesMax = 50_000
const batchSize = 200

export interface FollowOptions {
  /** Null for no limit. */
  readonly entriesMax?: number | null
  /** Whether delivery answers for the files of these assets otherwise than before, at the same addresses. */
  readonly changesFiles?: boolean
  /** Of the live entries. */
  readonly onProgress?: (done: number, total: number) => void
}

export interface FollowedAssets {
  /** Live entries whose responses change. */
  readonly rewritten: number
}

/**
 * Call once the rows of these assets are written, behind the lock of the space. Takes a revision if a response, or what
 * delivery answers for a file, changes.
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

/** Writes those of these live publications again that show assets as they no longer are; returns how many responses change. */
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

/** Returns how many of these entries get other values. */
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
    // An address in a text stays, and is answered otherwise.
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

/** Publications that the transaction itself has written, under the revision that it takes: there is one for each entry. */
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
