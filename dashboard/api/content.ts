// What the space holds: collections with their models, entries, one entry's draft beside what is live.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  CollectionView,
  ContentTotalsView,
  EntryDetailView,
  EntrySummaryView,
} from '../../src/publishing/browse.schema.ts'
import { request } from './request.ts'

interface List<Item> {
  readonly list: readonly Item[]
  readonly count: number
  readonly pagesCount: number
}

const resource = 'content'
const entryKey = (id: string) => [resource, 'entry', id] as const
const collectionsPerRequest = 100

export function useContentTotals() {
  return useQuery({
    queryKey: [resource, 'totals'],
    queryFn: () => request<ContentTotalsView>('GET', '/api/dashboard/content'),
  })
}

/** While another page loads, `data` is the page before. */
export function useCollections(page: number, perPage: number) {
  return useQuery({
    queryKey: [resource, 'collections', page, perPage],
    queryFn: () => readCollections(page, perPage),
    placeholderData: keepPreviousData,
  })
}

/** One collection by its API name; null where the space has none of that name. */
export function useCollection(apiName: string) {
  return useQuery({
    queryKey: [resource, 'collection', apiName],
    queryFn: () => findCollection(apiName),
  })
}

/** By slug; `search` is what a slug begins with, empty for all. While another page of it loads, `data` is the one before. */
export function useEntries(collection: string, page: number, perPage: number, search: string) {
  return useQuery({
    queryKey: [resource, 'entries', collection, page, perPage, search],
    queryFn: () => {
      const query = new URLSearchParams({ page: String(page), perPage: String(perPage) })
      if (search !== '') query.set('search', search)
      const path = `/api/dashboard/collections/${encodeURIComponent(collection)}/entries?${query}`
      return request<List<EntrySummaryView>>('GET', path)
    },
    enabled: collection !== '',
    placeholderData: (previous, query) => (query?.queryKey[2] === collection ? previous : undefined),
  })
}

/** One entry by its id, not its slug. */
export function useEntry(id: string) {
  return useQuery({
    queryKey: entryKey(id),
    queryFn: async () => {
      const answer = await request<{ doc: EntryDetailView }>(
        'GET',
        `/api/dashboard/entries/${encodeURIComponent(id)}`,
      )
      return answer.doc
    },
    enabled: id !== '',
  })
}

/** Makes the draft what is served. */
export function usePublish(id: string) {
  return useServing(id, 'publish')
}

/** Ends serving it; the draft stays. */
export function useUnpublish(id: string) {
  return useServing(id, 'unpublish')
}

function useServing(id: string, action: 'publish' | 'unpublish') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const path = `/api/dashboard/entries/${encodeURIComponent(id)}/${action}`
      return (await request<{ doc: EntryDetailView }>('POST', path)).doc
    },
    onSuccess: async doc => {
      const key = entryKey(id)
      client.setQueryData(key, doc)
      const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) =>
        queryKey[1] !== key[1] || queryKey[2] !== id
      await client.invalidateQueries({ queryKey: [resource], predicate: isOther })
    },
  })
}

function readCollections(page: number, perPage: number) {
  const query = new URLSearchParams({ page: String(page), perPage: String(perPage) })
  return request<List<CollectionView>>('GET', `/api/dashboard/collections?${query}`)
}

async function findCollection(apiName: string): Promise<CollectionView | null> {
  for (let page = 1; ; page++) {
    const { list, pagesCount } = await readCollections(page, collectionsPerRequest)
    const found = list.find(collection => collection.apiName === apiName)
    if (found) return found
    if (page >= pagesCount) return null
  }
}
