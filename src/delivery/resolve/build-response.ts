// What answers are made of, under one snapshot: collections, places in their lists, and fragments, made anew only where
// none is kept.
import { Problem } from '../../base/errors.ts'
import { collectionNamePattern } from '../../base/model.ts'
import { nearestName } from '../../base/nearest-name.ts'
import { type Budget, storedBytesMax } from '../../base/response-budget.ts'
import { type JsonResponse, toJsonResponse } from '../../http/json-response.ts'
import type { ListRange } from '../cache/dependencies.ts'
import type { FragmentsAt, ReferencesAt } from '../cache/fragment-cache.ts'
import type { BuiltResponse, Snapshot } from '../cache/response-cache.ts'
import type { ListPage, PageOffset, SnapshotView } from '../cache/space-snapshots.ts'
import { beginning } from '../list/list-position.ts'
import type { Resolution } from '../query.ts'
import { collectionExists, readCollectionNames } from '../store/collections.store.ts'
import { countLive, readPositions } from '../store/list-pages.store.ts'
import { Graph } from './entry-graph.ts'
import type { Node } from './entry-node.ts'
import type { LiveEntry } from './entry-template.ts'
import { digestOf, type RenderedEntry, renderFragments } from './fragments.ts'
import { type Excess, type Measure, measure } from './measure.ts'

/** What a response is built from: one state of one space, and what is cached of it. */
export interface BuildContext extends Pick<Snapshot, 'reads' | 'space' | 'revision'> {
  /** Null where this node is ahead of the reads. */
  readonly view: SnapshotView | null
  readonly fragments: FragmentsAt<RenderedEntry>
  /** For what stands below others: those at the top are cached as fragments. */
  readonly entries: FragmentsAt<LiveEntry>
  readonly references: ReferencesAt
}

export async function requireCollection(reading: BuildContext, apiName: string | null): Promise<string> {
  const { reads, space, view } = reading
  const exists =
    apiName !== null && (view ? view.collections.has(apiName) : await collectionExists(reads, space, apiName))
  if (exists) return apiName
  throw new Problem('collection_not_found', await describeMissing(reading, apiName))
}

/** Proposes names of this space only: what other spaces have changes nothing. */
async function describeMissing(
  { reads, space, view }: BuildContext,
  apiName: string | null,
): Promise<string> {
  if (apiName === null || !collectionNamePattern.test(apiName)) return 'No such collection in this space.'
  const near = nearestName(apiName, view?.collections ?? (await readCollectionNames(reads, space)))
  const missing = `No collection \`${apiName}\` in this space.`
  return near === null ? missing : `${missing} Did you mean \`${near}\`?`
}

/** The keys of a page; none behind the last one. */
export async function readPage(
  { reads, space, revision, view }: Pick<BuildContext, 'reads' | 'space' | 'revision' | 'view'>,
  collection: string,
  page: PageOffset,
): Promise<ListPage> {
  const known = view && (await view.snapshot.readPage(reads, revision, collection, page))
  if (known) return known
  const { offset, limit } = page
  const total = await countLive(reads, space, collection)
  if (offset >= total) return { total, positions: [] }
  return {
    total,
    positions: await readPositions(reads, space, collection, { start: beginning, skip: offset, limit }),
  }
}

/** Entries with all that they refer to, loaded and measured as one response. */
export interface Loaded {
  readonly graph: Graph
  readonly roots: readonly Node[]
  readonly measure: Measure
}

/** What was loaded of a response that is over the budget. */
export interface TooLarge extends Loaded {
  readonly measure: Excess
}

/** The entries must be live. */
async function load(
  { reads, space, references, entries }: BuildContext,
  ids: readonly string[],
  { depth, variants }: Resolution,
  envelopeBytes: number,
  budget: Budget,
): Promise<Loaded> {
  const graph = new Graph(reads, space, variants, references, entries)
  return loadWithin(graph, ids, depth, envelopeBytes, budget)
}

/** The same in a graph that has measured another page: what that has read is used, and nothing is built. */
export async function loadWithin(
  graph: Graph,
  ids: readonly string[],
  depth: number,
  envelopeBytes: number,
  budget: Budget,
): Promise<Loaded> {
  graph.reset()
  const isComplete = await graph.loadRoots(ids)
  const roots = ids.map(id => graph.node(id)).filter(({ entry }) => entry !== null)
  if (isComplete) return { graph, roots, measure: await measure(graph, roots, depth, envelopeBytes, budget) }
  // Reading stopped: of what was read by then, the response may be too large already.
  const bytes = roots.reduce((sum, { entry }) => sum + (entry?.template.size ?? 0), envelopeBytes)
  const passed = bytes > budget.bytesMax ? 'bytes' : 'stored'
  return { graph, roots, measure: { fits: false, passed, fittingDepth: -1 } }
}

/** The fragments of a response, or what was loaded where they are too much for one. */
export type CollectedFragments =
  | { readonly fragments: readonly RenderedEntry[] }
  | { readonly budgetExceeded: TooLarge }

/**
 * What is kept is used where it is certain that all fit into one answer together; otherwise all are measured together:
 * which answers are refused does not depend on what is kept.
 */
export async function collectFragments(
  reading: BuildContext,
  ids: readonly string[],
  resolution: Resolution,
  envelopeBytes: number,
  budget: Budget,
): Promise<CollectedFragments> {
  const { depth, variants } = resolution
  const found = new Map<string, RenderedEntry>()
  for (const entry of ids) {
    const fragment = reading.fragments.find({ entry, depth, variants })
    if (fragment) found.set(entry, fragment)
  }
  const isAlone = found.size === 0
  const missing = ids.filter(id => !found.has(id))
  const loaded = await load(reading, missing, resolution, isAlone ? envelopeBytes : 0, budget)
  if (isAlone && !loaded.measure.fits) return { budgetExceeded: { ...loaded, measure: loaded.measure } }
  if (loaded.measure.fits) {
    for (const fragment of write(reading, loaded, loaded.measure.size, resolution))
      found.set(fragment.valuesOf[0] ?? '', fragment)
    const fragments = ids.map(id => found.get(id)).filter(fragment => fragment !== undefined)
    if (isAlone || surelyFit(fragments, envelopeBytes, budget)) return { fragments }
  }
  const whole = await loadWithin(loaded.graph, ids, depth, envelopeBytes, budget)
  if (!whole.measure.fits) return { budgetExceeded: { ...whole, measure: whole.measure } }
  return { fragments: write(reading, whole, whole.measure.size, resolution) }
}

function write(
  reading: BuildContext,
  { graph, roots }: Loaded,
  size: number,
  { depth, variants }: Resolution,
): RenderedEntry[] {
  const fragments = renderFragments(roots, depth, size)
  graph.keepStubs()
  for (const fragment of fragments) {
    reading.fragments.keep({ entry: fragment.valuesOf[0] ?? '', depth, variants }, fragment)
  }
  return fragments
}

/** What several have in common is counted for each of them here: a little too strict, and never too lax. */
function surelyFit(fragments: readonly RenderedEntry[], envelopeBytes: number, budget: Budget): boolean {
  let [entries, references, loaded, bytes] = [0, 0, 0, envelopeBytes]
  for (const fragment of fragments) {
    entries += fragment.entries
    references += fragment.references
    loaded += fragment.loaded
    bytes += fragment.bytes.byteLength
  }
  return (
    entries <= budget.entriesMax &&
    bytes <= budget.bytesMax &&
    references <= Math.min(budget.referencesMax, budget.targetsMax) &&
    loaded <= storedBytesMax
  )
}

/** One text after the other; in between, commas. */
export function join(
  head: string,
  fragments: readonly RenderedEntry[],
  tail: string,
  about: { readonly collection: string; readonly page: ListRange | null },
): BuiltResponse {
  const variants = new Set<string>()
  for (const fragment of fragments) for (const id of fragment.variants) variants.add(id)
  const { collection, page } = about
  return {
    response: toResponse(head, fragments, tail),
    variants,
    dependencies: [
      { kind: 'collection', collection },
      { kind: 'entry', ids: fragments.map(({ valuesOf }) => valuesOf) },
      { kind: 'address', ids: fragments.map(({ addressesOf }) => addressesOf) },
      ...(page ? [{ kind: 'page', ...page } as const] : []),
    ],
  }
}

const comma = Buffer.from(',')

/** JSON can be taken apart in one way only: the same bytes have the same parts, and so the same digest. */
function toResponse(head: string, fragments: readonly RenderedEntry[], tail: string): JsonResponse {
  const parts: Uint8Array[] = [Buffer.from(head)]
  for (const [place, { bytes }] of fragments.entries()) {
    if (place > 0) parts.push(comma)
    parts.push(bytes)
  }
  parts.push(Buffer.from(tail))
  return toJsonResponse(parts, digestOf(head, ...fragments.map(({ digest }) => digest), tail))
}
