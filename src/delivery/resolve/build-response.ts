// Builds the response to a query from one snapshot: finds the entries, takes their fragments from the cache or loads,
// measures and renders them, and joins them.
import { Problem } from '../../base/errors.ts'
import { type Budget, storedBytesMax } from '../../content/publish/response-budget.ts'
import { type JsonResponse, toJsonResponse } from '../../http/json-response.ts'
import { describeModel } from '../../query/bind/describe-model.ts'
import { describeMissing } from '../../query/bind/missing-collection.ts'
import type { Selection } from '../../query/bound-query.ts'
import type { Dependency, SelectedPage } from '../cache/dependencies.ts'
import type { FragmentsAt, ReferencesAt } from '../cache/fragment-cache.ts'
import type { BuiltResponse, Snapshot } from '../cache/response-cache.ts'
import type { ListPage, PageOffset, SnapshotView } from '../cache/space-snapshots.ts'
import { beginning } from '../list/list-index.ts'
import type { EntryQuery, ListQuery, Resolution } from '../query.ts'
import { collectionsOf, select } from '../select/select.ts'
import { collectionExists, readCollectionNames, readServedModels } from '../store/collections.store.ts'
import { countLive, readPositions } from '../store/list-pages.store.ts'
import { findLiveEntry } from '../store/published-entries.store.ts'
import { refuseEntry, refusePage } from './budget.ts'
import type { LiveEntry } from './entry-template.ts'
import { type BudgetExcess, type LoadedEntries, load, loadWithin } from './measure.ts'
import { toProjectionKey } from './projection.ts'
import { digestOf, type RenderedEntry, renderFragments } from './render.ts'

interface FoundPage {
  /** The number of entries on all pages. */
  readonly total: number
  /** The ids in order; none after the last page. */
  readonly ids: readonly string[]
  readonly dependency: Dependency
}

/** Pages of a list, all from one state of the space. */
interface ListPages {
  at(page: PageOffset): Promise<FoundPage>
}

/** Evaluates the selection once for any number of pages. */
async function selectPages(
  snapshot: Pick<Snapshot, 'reads' | 'space' | 'pace'>,
  selection: Selection,
): Promise<ListPages> {
  const { total, page } = await select(snapshot, selection)
  const collections = collectionsOf(selection)
  return {
    at: async offset => {
      const ids = await page(offset)
      return { total, ids, dependency: { kind: 'query', collections, total, ids } }
    },
  }
}

/** Selects the page of a queried list, to compare it with a cached one. */
export async function selectPage(
  snapshot: Snapshot,
  { selection, page, perPage }: Pick<ListQuery, 'selection' | 'page' | 'perPage'>,
): Promise<SelectedPage> {
  const { total, page: pageOf } = await select(snapshot, selection!)
  return { total, ids: await pageOf({ offset: (page - 1) * perPage, limit: perPage }) }
}

/** The input of a response: one state of one space, and its cached parts. */
export interface BuildContext extends Pick<Snapshot, 'reads' | 'space' | 'revision' | 'pace'> {
  /** Null if this node is ahead of the reads. */
  readonly view: SnapshotView | null
  readonly fragments: FragmentsAt<RenderedEntry>
  /** Raw entries, for nested ones only. Top-level entries are cached as fragments. */
  readonly entries: FragmentsAt<LiveEntry>
  readonly references: ReferencesAt
  /** The beginning of the paths of files in responses. */
  readonly pathHead: Buffer
}

export async function buildModel({ reads, space }: Snapshot): Promise<BuiltResponse> {
  const body = Buffer.from(JSON.stringify(describeModel(await readServedModels(reads, space))))
  return {
    response: toJsonResponse([body], digestOf(body)),
    dependencies: [{ kind: 'model' }],
    variants: new Set(),
  }
}

const listHead = '{"list":['

function tailOf({ total }: FoundPage, perPage: number): string {
  return `],"count":${total},"pagesCount":${Math.ceil(total / perPage)}}`
}

function envelopeBytes({ ids }: FoundPage, tail: string): number {
  return listHead.length + Math.max(0, ids.length - 1) + tail.length
}

export async function buildList(
  context: BuildContext,
  query: ListQuery,
  budget: Budget,
): Promise<BuiltResponse> {
  const collection = await requireCollection(context, query.collection)
  const pages = query.selection ? await selectPages(context, query.selection) : null
  const findPage = async (perPage: number) => {
    const offset = { offset: (query.page - 1) * perPage, limit: perPage }
    return pages?.at(offset) ?? toPage(collection, await readPage(context, collection, offset))
  }
  const page = await findPage(query.perPage)
  const tail = tailOf(page, query.perPage)
  const collected = await collectFragments(context, page.ids, query, envelopeBytes(page, tail), budget)
  if ('fragments' in collected)
    return join(listHead, collected.fragments, tail, { collection, page: page.dependency })
  const { budgetExceeded } = collected
  return refusePage(query, budgetExceeded, budget, async (perPage, depth, budgetOfAttempt) => {
    const smaller = await findPage(perPage)
    const bytes = envelopeBytes(smaller, tailOf(smaller, perPage))
    return loadWithin(budgetExceeded.graph, smaller.ids, depth, bytes, budgetOfAttempt)
  })
}

function toPage(collection: string, { total, positions }: ListPage): FoundPage {
  const range = { collection, first: positions[0] ?? null, last: positions.at(-1) ?? null }
  return { total, ids: positions.map(({ entry }) => entry), dependency: { kind: 'page', ...range } }
}

/** Returns the positions of a page of a list without a query; none after the last page. */
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
  const from = { start: beginning, skip: offset, limit }
  return { total, positions: await readPositions(reads, space, collection, from) }
}

export async function buildEntry(
  context: BuildContext,
  query: EntryQuery,
  budget: Budget,
): Promise<BuiltResponse> {
  const { slug } = query
  const collection = await requireCollection(context, query.collection)
  const id = slug === null ? null : await findLiveEntry(context.reads, context.space, collection, slug)
  if (id === null)
    throw new Problem('entry_not_found', 'The collection has no published entry with this slug.')
  const about = { collection, page: null }
  const collected = await collectFragments(context, [id], query, '{"doc":}'.length, budget)
  if ('budgetExceeded' in collected) throw refuseEntry(query, collected.budgetExceeded.measure, budget)
  return join('{"doc":', collected.fragments, '}', about)
}

async function requireCollection(context: BuildContext, apiName: string | null): Promise<string> {
  const { reads, space, view } = context
  const exists =
    apiName !== null && (view ? view.collections.has(apiName) : await collectionExists(reads, space, apiName))
  if (exists) return apiName
  const names = view?.collections ?? (await readCollectionNames(reads, space))
  throw new Problem('collection_not_found', describeMissing(apiName, names))
}

/** The fragments of a response, or the entries that were loaded if it exceeds the budget. */
type CollectedFragments =
  | { readonly fragments: readonly RenderedEntry[] }
  | { readonly budgetExceeded: BudgetExcess }

/**
 * Uses cached fragments if the whole response certainly fits. Otherwise measures all entries together, so that a refusal
 * does not depend on the state of the cache.
 */
async function collectFragments(
  context: BuildContext,
  ids: readonly string[],
  resolution: Resolution,
  envelopeBytes: number,
  budget: Budget,
): Promise<CollectedFragments> {
  const { depth, variants } = resolution
  const projection = toFragmentKey(resolution)
  const found = new Map<string, RenderedEntry>()
  for (const entry of ids) {
    const fragment = context.fragments.find({ entry, depth, variants, projection })
    if (fragment) found.set(entry, fragment)
  }
  const nothingCached = found.size === 0
  const missing = ids.filter(id => !found.has(id))
  const loaded = await load(context, missing, resolution, nothingCached ? envelopeBytes : 0, budget)
  if (nothingCached && !loaded.measure.fits) return { budgetExceeded: { ...loaded, measure: loaded.measure } }
  if (loaded.measure.fits) {
    for (const fragment of write(context, loaded, loaded.measure.size, resolution))
      found.set(fragment.valuesOf[0] ?? '', fragment)
    const fragments = ids.map(id => found.get(id)).filter(fragment => fragment !== undefined)
    if (nothingCached || certainlyFit(fragments, envelopeBytes, budget)) return { fragments }
  }
  const whole = await loadWithin(loaded.graph, ids, depth, envelopeBytes, budget)
  if (!whole.measure.fits) return { budgetExceeded: { ...whole, measure: whole.measure } }
  return { fragments: write(context, whole, whole.measure.size, resolution) }
}

function toFragmentKey({ projection }: Resolution): string | null {
  return projection === null ? null : toProjectionKey(projection)
}

function write(
  context: BuildContext,
  { graph, roots }: LoadedEntries,
  size: number,
  resolution: Resolution,
): RenderedEntry[] {
  const { depth, variants } = resolution
  const projection = toFragmentKey(resolution)
  const fragments = renderFragments(roots, depth, size)
  graph.cacheReferences()
  for (const fragment of fragments) {
    context.fragments.keep({ entry: fragment.valuesOf[0] ?? '', depth, variants, projection }, fragment)
  }
  return fragments
}

/**
 * Checks whether the fragments fit. Counts shared entries once per fragment, so it is slightly too strict, but never too
 * lax.
 */
function certainlyFit(fragments: readonly RenderedEntry[], envelopeBytes: number, budget: Budget): boolean {
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

/** Concatenates the fragments with commas. */
function join(
  head: string,
  fragments: readonly RenderedEntry[],
  tail: string,
  about: { readonly collection: string; readonly page: Dependency | null },
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
      ...(page ? [page] : []),
    ],
  }
}

const comma = Buffer.from(',')

/** JSON can be split into these parts in only one way, so equal bytes have the same digest. */
function toResponse(head: string, fragments: readonly RenderedEntry[], tail: string): JsonResponse {
  const parts: Uint8Array[] = [Buffer.from(head)]
  for (const [index, { bytes }] of fragments.entries()) {
    if (index > 0) parts.push(comma)
    parts.push(bytes)
  }
  parts.push(Buffer.from(tail))
  return toJsonResponse(parts, digestOf(head, ...fragments.map(({ digest }) => digest), tail))
}
