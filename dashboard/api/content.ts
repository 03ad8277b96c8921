// The content of the space: collections with their schemas, entries, and an entry's draft beside the live version.
import { hashKey, keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  CollectionView,
  ContentTotalsView,
  EntryDetailView,
  EntrySummaryView,
} from '../../src/authoring/dashboard-content.schema.ts'
import { type SpaceApi, useSpaceApi } from './space.ts'

interface List<Item> {
  readonly list: readonly Item[]
  readonly count: number
  readonly pagesCount: number
}

const resource = 'content'
const collectionsPerRequest = 100

export function useContentTotals() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(resource, 'totals'),
    queryFn: () => api.request<ContentTotalsView>('GET', '/api/dashboard/content'),
  })
}

/** While another page loads, `data` is the previous page. */
export function useCollections(page: number, perPage: number) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(resource, 'collections', page, perPage),
    queryFn: () => readCollections(api, page, perPage),
    placeholderData: keepPreviousData,
  })
}

/** One collection by its API name; null if the space has no such collection. */
export function useCollection(apiName: string) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(resource, 'collection', apiName),
    queryFn: () => findCollection(api, apiName),
  })
}

/** By slug; `search` is a slug prefix, empty for all. While another page of it loads, `data` is the previous one. */
export function useEntries(collection: string, page: number, perPage: number, search: string) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(resource, 'entries', collection, page, perPage, search),
    queryFn: () => {
      const query = new URLSearchParams({ page: String(page), perPage: String(perPage) })
      if (search !== '') query.set('search', search)
      const path = `/api/dashboard/collections/${encodeURIComponent(collection)}/entries?${query}`
      return api.request<List<EntrySummaryView>>('GET', path)
    },
    enabled: collection !== '',
    placeholderData: (previous, query) => (query?.queryKey[4] === collection ? previous : undefined),
  })
}

/** One entry by its id, not its slug. */
export function useEntry(id: string) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(resource, 'entry', id),
    queryFn: async () => {
      const { doc } = await api.request<{ doc: EntryDetailView }>(
        'GET',
        `/api/dashboard/entries/${encodeURIComponent(id)}`,
      )
      return doc
    },
    enabled: id !== '',
  })
}

/** Publishes the draft. */
export function usePublish(id: string) {
  return useServing(id, 'publish')
}

/** Stops serving the entry; the draft stays. */
export function useUnpublish(id: string) {
  return useServing(id, 'unpublish')
}

function useServing(id: string, action: 'publish' | 'unpublish') {
  const client = useQueryClient()
  const api = useSpaceApi()
  return useMutation({
    mutationFn: async () => {
      const path = `/api/dashboard/entries/${encodeURIComponent(id)}/${action}`
      return (await api.request<{ doc: EntryDetailView }>('POST', path)).doc
    },
    onSuccess: async doc => {
      const key = api.toKey(resource, 'entry', id)
      client.setQueryData(key, doc)
      const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => hashKey(queryKey) !== hashKey(key)
      await client.invalidateQueries({ queryKey: api.toKey(resource), predicate: isOther })
    },
  })
}

function readCollections(api: SpaceApi, page: number, perPage: number) {
  const query = new URLSearchParams({ page: String(page), perPage: String(perPage) })
  return api.request<List<CollectionView>>('GET', `/api/dashboard/collections?${query}`)
}

async function findCollection(api: SpaceApi, apiName: string): Promise<CollectionView | null> {
  for (let page = 1; ; page++) {
    const { list, pagesCount } = await readCollections(api, page, collectionsPerRequest)
    const found = list.find(collection => collection.apiName === apiName)
    if (found) return found
    if (page >= pagesCount) return null
  }
}
