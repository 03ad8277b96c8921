// The content of the space: collections with their models, entries, and an entry's draft beside the live version.
import { hashKey, keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EntryItemView, EntryView, LinksView } from '../../src/authoring/entries.schema.ts'
import type { ListState } from '../../src/authoring/entry-list.schema.ts'
import type { CollectionModelView } from '../../src/authoring/models.schema.ts'
import { ApiProblem } from './request.ts'
import { type SpaceApi, useSpaceApi } from './space.ts'

export interface List<Item> {
  readonly list: readonly Item[]
  readonly count: number
  readonly pagesCount: number
}

const resource = 'content'
const collectionsPath = '/api/v1/collections'
const entriesPath = '/api/v1/entries'
const toEntryPath = (id: string) => `${entriesPath}/${encodeURIComponent(id)}`

export interface ContentTotals {
  readonly collections: number
  /** Without archived ones. */
  readonly entries: number
  readonly live: number
  /** RFC 3339; null if nothing is live. */
  readonly lastPublishedAt: string | null
}

export function useContentTotals() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(resource, 'totals'),
    queryFn: async (): Promise<ContentTotals> => {
      const [collections, entries, live] = await Promise.all([
        readCollections(api, 1, 1),
        readEntries(api, { perPage: 1 }),
        readEntries(api, { state: 'live,changed', sort: '-publishedAt', perPage: 1 }),
      ])
      return {
        collections: collections.count,
        entries: entries.count,
        live: live.count,
        lastPublishedAt: live.list[0]?.live?.publishedAt ?? null,
      }
    },
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

const perPageMax = 1000

/** Beyond the first thousand, collections can still be requested by their API names. */
export function useAllCollections() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(resource, 'collections', 'all'),
    queryFn: async () => (await readCollections(api, 1, perPageMax)).list,
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

/** What a list of entries selects, as in the parameters of the management API. Absent or empty: all of them. */
export interface EntryQuery {
  readonly collection?: string
  readonly state?: ListState | `${ListState},${ListState}` | ''
  readonly search?: string
  readonly slug?: string
  readonly updatedBy?: 'me'
  readonly sort?: 'slug' | '-publishedAt'
  readonly page?: number
  readonly perPage: number
}

/** While another page of the same collection loads, `data` is the previous one. */
export function useEntries(query: EntryQuery, { enabled = true } = {}) {
  const api = useSpaceApi()
  const { collection = null } = query
  return useQuery({
    queryKey: api.toKey(resource, 'entries', collection, query),
    queryFn: () => readEntries(api, query),
    enabled,
    placeholderData: (previous, before) => (before?.queryKey[4] === collection ? previous : undefined),
  })
}

/** One entry by its id, not its slug. */
export function useEntry(id: string) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(resource, 'entry', id),
    queryFn: async () => (await api.request<{ doc: EntryView }>('GET', toEntryPath(id))).doc,
    enabled: id !== '',
  })
}

/** What the draft refers to, and which entries refer to it. */
export function useEntryLinks(id: string) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(resource, 'links', id),
    queryFn: async () => (await api.request<{ doc: LinksView }>('GET', `${toEntryPath(id)}/links`)).doc,
  })
}

/** Fetches the entry again, and everything else of the space's content. */
export function useRefreshContent(): () => Promise<void> {
  const client = useQueryClient()
  const api = useSpaceApi()
  return () => client.invalidateQueries({ queryKey: api.toKey(resource) })
}

/** An entry after its state was changed, and what was scheduled for it and is not any more. */
export interface ChangedEntry {
  readonly doc: EntryView
  readonly cancelled?: { readonly publishAt: string | null; readonly unpublishAt: string | null }
}

/** Publishes the draft of this version. A newer one is a conflict: nobody publishes what they have not seen. */
export function usePublish(id: string) {
  return useChangeState(id, (api, draftVersion: number) =>
    api.request<ChangedEntry>('POST', `${toEntryPath(id)}/publish`, { draftVersion }),
  )
}

/** Stops serving the entry; the draft stays. */
export function useUnpublish(id: string) {
  return useChangeState(id, (api, _: undefined) =>
    api.request<ChangedEntry>('POST', `${toEntryPath(id)}/unpublish`),
  )
}

export function useCancelSchedule(id: string) {
  return useChangeState(id, (api, _: undefined) =>
    api.request<ChangedEntry>('DELETE', `${toEntryPath(id)}/schedule`),
  )
}

function useChangeState<Input>(id: string, send: (api: SpaceApi, input: Input) => Promise<ChangedEntry>) {
  const client = useQueryClient()
  const api = useSpaceApi()
  return useMutation({
    mutationFn: (input: Input) => send(api, input),
    onSuccess: async ({ doc }) => {
      const key = api.toKey(resource, 'entry', id)
      client.setQueryData(key, doc)
      const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => hashKey(queryKey) !== hashKey(key)
      await client.invalidateQueries({ queryKey: api.toKey(resource), predicate: isOther })
    },
  })
}

function readCollections(api: SpaceApi, page: number, perPage: number) {
  return api.request<List<CollectionModelView>>('GET', `${collectionsPath}?${toSearch({ page, perPage })}`)
}

async function findCollection(api: SpaceApi, apiName: string): Promise<CollectionModelView | null> {
  const path = `${collectionsPath}/${encodeURIComponent(apiName)}`
  try {
    return (await api.request<{ doc: CollectionModelView }>('GET', path)).doc
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'collection_not_found') return null
    throw error
  }
}

function readEntries(api: SpaceApi, query: EntryQuery) {
  return api.request<List<EntryItemView>>('GET', `${entriesPath}?${toSearch(query)}`)
}

function toSearch(query: object): URLSearchParams {
  const given = Object.entries(query).filter(([, value]) => value !== '' && value !== undefined)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
}
