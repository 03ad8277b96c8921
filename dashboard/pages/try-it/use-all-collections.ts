// All collections of the space with their schemas: for selection, and because a type can reference any other.
import { useQuery } from '@tanstack/react-query'
import type { CollectionView } from '../../../src/authoring/dashboard-content.schema.ts'
import { type SpaceApi, useSpaceApi } from '../../api/space.ts'

interface CollectionList {
  readonly list: readonly CollectionView[]
  readonly pagesCount: number
}

const perPage = 100
/** Collections beyond this limit can still be requested by typing their API name into the URL. */
const pagesMax = 10

/** The same resource as in api/content.ts, so changes there invalidate it too. */
export function useAllCollections() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('content', 'collections', 'all'),
    queryFn: () => readAll(api),
  })
}

async function readAll(api: SpaceApi): Promise<readonly CollectionView[]> {
  const all: CollectionView[] = []
  for (let page = 1; page <= pagesMax; page++) {
    const path = `/api/dashboard/collections?page=${page}&perPage=${perPage}`
    const { list, pagesCount } = await api.request<CollectionList>('GET', path)
    all.push(...list)
    if (page >= pagesCount) break
  }
  return all
}
