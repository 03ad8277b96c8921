// The entries on a page of a list: by its position in the list of all, or by evaluating a selection.

import type { Snapshot } from '../cache/built-response.ts'
import type { Dependency, SelectedPage } from '../cache/dependencies.ts'
import type { ListPage, PageOffset, SnapshotView } from '../cache/space-snapshots.ts'
import { beginning } from '../list/list-index.ts'
import type { Selection } from '../query/bound-query.ts'
import { collectionsOf, select } from '../query/select.ts'
import type { ListQuery } from '../query.ts'
import { countLive, readPositions } from '../store/list-pages.store.ts'

export interface FoundPage {
  /** Entries on all pages. */
  readonly total: number
  /** In order; none after the last page. */
  readonly ids: readonly string[]
  readonly dependency: Dependency
}

export interface ListPages {
  at(page: number, perPage: number): Promise<FoundPage>
}

/** One state of a space; `view` is null if this node is ahead of it. */
type ListContext = Pick<Snapshot, 'reads' | 'space' | 'revision'> & { readonly view: SnapshotView | null }

export async function findPages(
  context: ListContext & Pick<Snapshot, 'pace'>,
  collection: string,
  selection: Selection | null,
): Promise<ListPages> {
  if (selection === null) {
    return {
      at: async (page, perPage) =>
        toPage(collection, await readPage(context, collection, offsetOf(page, perPage))),
    }
  }
  const { total, page: pageOf } = await select(context, selection)
  const collections = collectionsOf(selection)
  return {
    at: async (page, perPage) => {
      const ids = await pageOf(offsetOf(page, perPage))
      return { total, ids, dependency: { kind: 'query', collections, total, ids } }
    },
  }
}

function offsetOf(page: number, perPage: number): PageOffset {
  return { offset: (page - 1) * perPage, limit: perPage }
}

function toPage(collection: string, { total, positions }: ListPage): FoundPage {
  const range = { collection, first: positions[0] ?? null, last: positions.at(-1) ?? null }
  return { total, ids: positions.map(({ entry }) => entry), dependency: { kind: 'page', ...range } }
}

/** The positions of a page; none after the last one. */
export async function readPage(
  { reads, space, revision, view }: ListContext,
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

/** The page of a queried list, to compare it with a cached one. */
export async function selectPage(
  snapshot: Snapshot,
  { selection, page, perPage }: Pick<ListQuery, 'selection' | 'page' | 'perPage'>,
): Promise<SelectedPage> {
  const { total, page: pageOf } = await select(snapshot, selection!)
  return { total, ids: await pageOf(offsetOf(page, perPage)) }
}
