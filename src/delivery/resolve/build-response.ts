// What answers are made of, under one snapshot: collections, places in their lists, and fragments, made anew only where
// none is kept.
import { Problem } from '../../base/errors.ts'
import { type JsonResponse, toJsonResponse } from '../../http/json-response.ts'
import type { ListRange } from '../cache/dependencies.ts'
import type { FragmentsAt, ReferencesAt } from '../cache/fragment-cache.ts'
import type { BuiltResponse, Snapshot } from '../cache/response-cache.ts'
import type { ListPage, PageOffset, SnapshotView } from '../cache/space-snapshots.ts'
import { beginning } from '../list/list-position.ts'
import type { Resolution } from '../query.ts'
import { readPositions } from '../store/list-pages.store.ts'
import { collectionExists, countLive, eachLiveById } from '../store/published-entries.store.ts'
import { Graph, loadedMax } from './entry-graph.ts'
import type { Node } from './entry-node.ts'
import type { LiveEntry } from './entry-template.ts'
import { digestOf, type RenderedEntry, renderFragments } from './fragments.ts'
import { type Budget, type Measure, measure, nothingFits } from './measure.ts'

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
  throw new Problem('collection_not_found', 'The space of this key has no collection of this API name.')
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

/** Entries with all that they refer to, loaded and measured as one answer. */
export interface Loaded {
  readonly graph: Graph
  readonly roots: readonly Node[]
  readonly measure: Measure
}

/** The entries must be live. */
export async function load(
  { reads, space, references, entries }: BuildContext,
  ids: readonly string[],
  { depth, variants }: Resolution,
  envelopeBytes: number,
  budget: Budget,
): Promise<Loaded> {
  const graph = new Graph(reads, space, variants, references, entries)
  const { complete, publications } =
    ids.length === 0
      ? { complete: true, publications: [] }
      : await graph.collect(onRow => eachLiveById(reads, space, ids, variants, onRow))
  for (const publication of publications) graph.add(publication)
  const roots = ids.map(id => graph.node(id)).filter(({ entry }) => entry !== null)
  return {
    graph,
    roots,
    measure: complete ? await measure(graph, roots, depth, envelopeBytes, budget) : nothingFits,
  }
}

/** The fragments of an answer, or what was loaded where they are too much for one. */
export type CollectedFragments =
  | { readonly fragments: readonly RenderedEntry[] }
  | { readonly budgetExceeded: Loaded }

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
  if (!loaded.measure.fits) {
    return { budgetExceeded: isAlone ? loaded : await load(reading, ids, resolution, envelopeBytes, budget) }
  }
  for (const fragment of write(reading, loaded, loaded.measure.size, resolution))
    found.set(fragment.valuesOf[0] ?? '', fragment)
  const fragments = ids.map(id => found.get(id)).filter(fragment => fragment !== undefined)
  if (isAlone || surelyFit(fragments, envelopeBytes, budget)) return { fragments }
  const whole = await load(reading, ids, resolution, envelopeBytes, budget)
  return whole.measure.fits
    ? { fragments: write(reading, whole, whole.measure.size, resolution) }
    : { budgetExceeded: whole }
}

function write(
  reading: BuildContext,
  { roots }: Loaded,
  size: number,
  { depth, variants }: Resolution,
): RenderedEntry[] {
  const fragments = renderFragments(roots, depth, size)
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
    loaded <= loadedMax
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
