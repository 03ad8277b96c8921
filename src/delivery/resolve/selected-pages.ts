// Finds the entries on a page of a queried list by evaluating its selection.
import type { Snapshot } from '../cache/built-response.ts'
import type { Dependency, SelectedPage } from '../cache/dependencies.ts'
import type { PageOffset } from '../cache/space-snapshots.ts'
import type { Selection } from '../query/bound-query.ts'
import { collectionsOf, select } from '../query/select/select.ts'
import type { ListQuery } from '../query.ts'

export interface FoundPage {
  /** The number of entries on all pages. */
  readonly total: number
  /** The ids in order; none after the last page. */
  readonly ids: readonly string[]
  readonly dependency: Dependency
}

/** Pages of a list, all from one state of the space. */
export interface ListPages {
  at(page: PageOffset): Promise<FoundPage>
}

/** Evaluates the selection once for any number of pages. */
export async function selectPages(
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
