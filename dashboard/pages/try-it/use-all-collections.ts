// All collections of the space with their models: to choose from, and because a type can lead from each to any other.
import { useQuery } from '@tanstack/react-query'
import type { CollectionView } from '../../../src/publishing/browse.schema.ts'
import { request } from '../../api/request.ts'

interface CollectionList {
  readonly list: readonly CollectionView[]
  readonly pagesCount: number
}

const perPage = 100
/** A space of more collections can still be asked by its address. */
const pagesMax = 10

/** Of one resource with api/content.ts, whose changes make it old too. */
export function useAllCollections() {
  return useQuery({ queryKey: ['content', 'collections', 'all'], queryFn: readAll })
}

async function readAll(): Promise<readonly CollectionView[]> {
  const all: CollectionView[] = []
  for (let page = 1; page <= pagesMax; page++) {
    const path = `/api/dashboard/collections?page=${page}&perPage=${perPage}`
    const { list, pagesCount } = await request<CollectionList>('GET', path)
    all.push(...list)
    if (page >= pagesCount) break
  }
  return all
}
