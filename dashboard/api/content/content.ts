// Queries for the content of the space: collections with their models, and entries with their drafts and live versions.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EntryItemView, EntryView } from '../../../src/authoring/entries/entries.schema.ts'
import type {
  EntriesQuery,
  ListState,
  StateCounts,
} from '../../../src/authoring/entries/entry-list.schema.ts'
import type {
  CollectionModelView,
  ComponentModelView,
  ModelView,
} from '../../../src/authoring/models/models.schema.ts'
import type { Component } from '../../../src/content/values/model.ts'
import { ApiProblem } from '../request.ts'
import { type SpaceApi, useSpaceApi } from '../space.ts'
import { withComponents } from './components.ts'

export interface List<Item> {
  readonly list: readonly Item[]
  readonly count: number
  readonly pagesCount: number
}

export const contentResource = 'content'
const collectionsPath = '/api/v1/collections'
export const entriesPath = '/api/v1/entries'
export const toEntryPath = (id: string) => `${entriesPath}/${encodeURIComponent(id)}`

export interface ContentTotals {
  readonly collections: number
  /** Excludes archived entries. */
  readonly entries: number
  readonly live: number
  /** In RFC 3339 format; null if nothing is live. */
  readonly lastPublishedAt: string | null
}

export function useContentTotals() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(contentResource, 'totals'),
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
    queryKey: api.toKey(contentResource, 'collections', page, perPage),
    queryFn: () => readCollections(api, page, perPage),
    placeholderData: keepPreviousData,
  })
}

const perPageMax = 1000

/** Returns the first thousand collections. Others can still be requested by their API names. */
export function useAllCollections({ enabled = true } = {}) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(contentResource, 'collections', 'all'),
    queryFn: async () => (await readCollections(api, 1, perPageMax)).list,
    enabled,
  })
}

/** Returns a function that maps an API name to the collection's display name, or to itself while that is unknown. */
export function useCollectionNames(): (apiName: string) => string {
  const { data } = useAllCollections()
  return apiName => data?.find(each => each.apiName === apiName)?.name ?? apiName
}

/** Does the same for the names of collections and of components. */
export function useModelNames(): (apiName: string) => string {
  const nameOf = useCollectionNames()
  const { data } = useComponents()
  return apiName => data?.find(each => each.apiName === apiName)?.name ?? nameOf(apiName)
}

/** Returns the components of the space. */
export function useComponents({ enabled = true } = {}) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(contentResource, 'components'),
    queryFn: async () => {
      const path = `${collectionsPath}?${toSearch({ kind: 'component', perPage: perPageMax })}`
      return (await api.request<List<ComponentModelView>>('GET', path)).list
    },
    enabled,
  })
}

/** Returns the collection or component with this API name; null if the space has none. */
export function useModel(apiName: string, { enabled = true } = {}) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(contentResource, 'collection', apiName),
    queryFn: () => findModel(api, apiName),
    enabled,
  })
}

/**
 * Returns the collection with this API name, whose fields know the components of their blocks; null if the space has none.
 */
export function useCollection(apiName: string, { enabled = true } = {}) {
  const model = useModel(apiName, { enabled })
  const collection = model.data?.kind === 'component' ? null : model.data
  const hasBlocks = collection?.fields.some(({ of }) => of !== undefined) ?? false
  const components = useComponents({ enabled: hasBlocks })
  const data = useMemo(() => {
    if (!collection || !hasBlocks) return collection
    return components.data && withComponents(collection, components.data as readonly Component[])
  }, [collection, hasBlocks, components.data])
  return {
    data,
    error: model.error ?? components.error,
    refetch: () => void (model.error ? model.refetch() : components.refetch()),
  }
}

/**
 * The filter and order of a list of entries, named like the parameters of the management API. An absent or empty filter
 * selects all.
 */
export interface EntryQuery {
  readonly collection?: string
  readonly id?: string
  readonly state?:
    | ListState
    | `${ListState},${ListState}`
    | `${ListState},${ListState},${ListState},${ListState}`
    | ''
  readonly search?: string
  readonly slug?: string
  /** The name of an actor, or `me`. */
  readonly updatedBy?: string
  /** The id of an entry that the listed entries refer to. */
  readonly references?: string
  /** Conditions on fields: the parameters and their values. They need one `collection`. */
  readonly conditions?: readonly { readonly name: string; readonly value: string }[]
  /** Fields whose values the entries have, separated by commas. */
  readonly fields?: string
  readonly queryVariant?: string
  readonly sort?: EntriesQuery['sort']
  readonly page?: number
  readonly perPage: number
  /** Requests the number of entries in each state. */
  readonly stateCounts?: true
}

export interface EntryList extends List<EntryItemView> {
  /** Present if the query sets `stateCounts`. */
  readonly states?: StateCounts
}

/** While another page of the same collection loads, `data` is the previous one. */
export function useEntries(query: EntryQuery, { enabled = true } = {}) {
  const api = useSpaceApi()
  const { collection = null } = query
  return useQuery({
    queryKey: api.toKey(contentResource, 'entries', collection, query),
    queryFn: () => readEntries(api, query),
    enabled,
    placeholderData: (previous, before) => (before?.queryKey[4] === collection ? previous : undefined),
  })
}

/** Returns one entry by its id, not its slug. */
export function useEntry(id: string) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(contentResource, 'entry', id),
    queryFn: async () => (await api.request<{ doc: EntryView }>('GET', toEntryPath(id))).doc,
    enabled: id !== '',
  })
}

/** Returns a function that invalidates all cached content of the space. */
export function useRefreshContent(): () => Promise<void> {
  const client = useQueryClient()
  const api = useSpaceApi()
  return () => client.invalidateQueries({ queryKey: api.toKey(contentResource) })
}

function readCollections(api: SpaceApi, page: number, perPage: number) {
  return api.request<List<CollectionModelView>>('GET', `${collectionsPath}?${toSearch({ page, perPage })}`)
}

async function findModel(api: SpaceApi, apiName: string): Promise<ModelView | null> {
  const path = `${collectionsPath}/${encodeURIComponent(apiName)}`
  try {
    return (await api.request<{ doc: ModelView }>('GET', path)).doc
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'collection_not_found') return null
    throw error
  }
}

/**
 * Reads every page of the entries that the query selects. They are sorted by creation time, which never changes, so that
 * concurrent changes cannot make the loop skip an entry.
 */
export async function readEveryEntry(
  api: SpaceApi,
  query: Omit<EntryQuery, 'page' | 'perPage' | 'sort' | 'stateCounts'>,
): Promise<readonly EntryItemView[]> {
  const found = new Map<string, EntryItemView>()
  for (let page = 1, pagesCount = 1; page <= pagesCount; page++) {
    const read = await readEntries(api, { ...query, sort: 'createdAt', page, perPage: perPageMax })
    for (const entry of read.list) found.set(entry.id, entry)
    pagesCount = read.pagesCount
  }
  return [...found.values()]
}

function readEntries(api: SpaceApi, query: EntryQuery) {
  const { conditions = [], ...others } = query
  const search = toSearch(others)
  // The server refuses a repeated parameter, so none may be dropped here.
  for (const { name, value } of conditions) search.append(name, value)
  return api.request<EntryList>('GET', `${entriesPath}?${search}`)
}

export function toSearch(query: object): URLSearchParams {
  const given = Object.entries(query).filter(([, value]) => value !== '' && value !== undefined)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
}
