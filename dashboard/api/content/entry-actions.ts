// Mutations that change one entry's state, schedule or versions, and queries for its history and links.
import {
  hashKey,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { EntryView, LinksView } from '../../../src/authoring/entries/entries.schema.ts'
import type { VersionItemView, VersionView } from '../../../src/authoring/versions/versions.schema.ts'
import { type SpaceApi, useSpaceApi } from '../space.ts'
import { contentResource, type List, toEntryPath } from './content.ts'
import { useSentOnce } from './sent-once.ts'

/** The entry after a change of state, and the scheduled times that the change cancelled. */
export interface ChangedEntry {
  readonly doc: EntryView
  readonly cancelled?: { readonly publishAt: string | null; readonly unpublishAt: string | null }
}

/** The restored entry, and the values of the older version that could not be restored because the model has changed. */
export interface RestoredEntry {
  readonly doc: EntryView
  readonly losses: readonly { readonly path: string; readonly message: string }[]
}

interface Seen {
  /**
   * The version of the draft that the user has seen. The server refuses the change with a conflict if a newer one exists.
   */
  readonly draftVersion: number
}

/** `onChanged` receives the new entry even if the component that sent the request is no longer mounted. */
interface Entry {
  readonly id: string
  readonly onChanged: (doc: EntryView) => void
}

function useEntryAction<Input, Result extends { readonly doc: EntryView }>(
  { id, onChanged }: Entry,
  send: (api: SpaceApi, path: string, input: Input) => Promise<Result>,
) {
  const api = useSpaceApi()
  const take = useTakeEntry(id)
  return useMutation({
    mutationFn: (input: Input) => send(api, toEntryPath(id), input),
    onSuccess: ({ doc }) => {
      onChanged(doc)
      return take(doc)
    },
  })
}

/** Stores an entry from a response in the cache, and refetches all other content of the space. */
function useTakeEntry(id: string): (doc: EntryView) => Promise<void> {
  const client = useQueryClient()
  const api = useSpaceApi()
  return async doc => {
    const key = api.toKey(contentResource, 'entry', id)
    client.setQueryData(key, doc)
    const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => hashKey(queryKey) !== hashKey(key)
    await client.invalidateQueries({ queryKey: api.toKey(contentResource), predicate: isOther })
  }
}

/** Publishes the entry now unless `publishedAt` is given. */
export function usePublish(entry: Entry) {
  return useEntryAction(entry, (api, path, body: Seen & { readonly publishedAt?: string }) =>
    api.request<ChangedEntry>('POST', `${path}/publish`, body),
  )
}

/** Stops serving the entry; the draft stays. */
export function useUnpublish(entry: Entry) {
  return useEntryAction(entry, (api, path, _: undefined) =>
    api.request<ChangedEntry>('POST', `${path}/unpublish`),
  )
}

/** Replaces the draft with the live version. */
export function useDiscard(entry: Entry) {
  return useEntryAction(entry, (api, path, body: Seen) =>
    api.request<ChangedEntry>('POST', `${path}/discard`, body),
  )
}

export function useArchive(entry: Entry) {
  return useEntryAction(entry, (api, path, body: Seen) =>
    api.request<ChangedEntry>('POST', `${path}/archive`, body),
  )
}

export function useUnarchive(entry: Entry) {
  return useEntryAction(entry, (api, path, body: Seen & { readonly slug?: string }) =>
    api.request<ChangedEntry>('POST', `${path}/unarchive`, body),
  )
}

/** The complete schedule: null cancels a time. */
export interface ScheduleInput extends Seen {
  readonly publishAt: string | null
  readonly unpublishAt: string | null
  /** Entries that are published together with this one. */
  readonly with?: readonly { readonly id: string; readonly draftVersion: number }[]
}

export function useSchedule(entry: Entry) {
  return useEntryAction(entry, (api, path, body: ScheduleInput) =>
    api.request<ChangedEntry>('PUT', `${path}/schedule`, body),
  )
}

export function useCancelSchedule(entry: Entry) {
  return useEntryAction(entry, (api, path, _: undefined) =>
    api.request<ChangedEntry>('DELETE', `${path}/schedule`),
  )
}

/** The version to restore from. Without `paths`, everything is restored. */
export interface RestoreInput extends Seen {
  readonly from: string
  readonly paths?: readonly string[]
}

/** Copies an older version, or some of its values, into the draft. The live version stays. */
export function useRestore(entry: Entry) {
  return useEntryAction(entry, (api, path, body: RestoreInput) =>
    api.request<RestoredEntry>('POST', `${path}/restore`, body),
  )
}

/**
 * Deletes an archived entry and its history permanently. Its queries are invalidated without a refetch, because the server
 * no longer has it.
 */
export function useDelete(id: string) {
  const client = useQueryClient()
  const api = useSpaceApi()
  return useSentOnce({
    mutationFn: ({ draftVersion }: Seen) =>
      api.request('DELETE', `${toEntryPath(id)}?draftVersion=${draftVersion}`),
    onSuccess: () => client.invalidateQueries({ queryKey: api.toKey(contentResource), refetchType: 'none' }),
  })
}

/** An entry that is published together with this one. */
export interface Target extends Seen {
  readonly id: string
}

export interface PublishTogetherInput {
  readonly targets: readonly Target[]
  readonly own: Seen & { readonly publishedAt?: string }
}

/** Publishes an entry and entries that it refers to, all or none. */
export function usePublishTogether(entry: Entry) {
  return useEntryAction(entry, async (api, path, { targets, own }: PublishTogetherInput) => {
    const operations = [...targets, { id: entry.id, ...own }].map(one => ({ op: 'publish', ...one }))
    await api.request('POST', '/api/v1/operations', { operations })
    return api.request<{ readonly doc: EntryView }>('GET', path)
  })
}

/** Fetches the newest draft after a conflict. */
export function useNewest(entry: Entry) {
  return useEntryAction(entry, (api, path, _: undefined) =>
    api.request<{ readonly doc: EntryView }>('GET', path),
  )
}

/**
 * Returns the entries that the draft refers to and those that refer to it. With `draftVersion`, the result is fetched
 * again for each version; without, it may be some seconds old.
 */
export function useEntryLinks(id: string, draftVersion?: number) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(contentResource, 'links', id, draftVersion ?? null),
    queryFn: async () => (await api.request<{ doc: LinksView }>('GET', `${toEntryPath(id)}/links`)).doc,
    enabled: id !== '',
  })
}

/** Returns several entries by their ids. Entries that are not loaded are missing. */
export function useEntriesById(ids: readonly string[]) {
  const api = useSpaceApi()
  return useQueries({
    queries: ids.map(id => ({
      queryKey: api.toKey(contentResource, 'entry', id),
      queryFn: async () => (await api.request<{ doc: EntryView }>('GET', toEntryPath(id))).doc,
    })),
    combine: results => ({
      entries: results.flatMap(({ data }) => (data ? [data] : [])),
      isPending: results.some(({ isPending }) => isPending),
    }),
  })
}

/**
 * Returns the versions, newest first. They are refetched for each `draftVersion`; until then, `data` holds the previous
 * ones.
 */
export function useVersions(id: string, perPage: number, draftVersion?: number) {
  const api = useSpaceApi()
  return useInfiniteQuery({
    queryKey: api.toKey(contentResource, 'versions', id, perPage, draftVersion ?? null),
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ page: String(pageParam), perPage: String(perPage) })
      return api.request<List<VersionItemView>>('GET', `${toEntryPath(id)}/versions?${query}`)
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagesCount }, _, page) => (page < pagesCount ? page + 1 : undefined),
    placeholderData: (previous, before) => (before?.queryKey[4] === id ? previous : undefined),
  })
}

/**
 * Returns an older version with its values; null disables the query. While another version loads, `data` is the previous
 * one.
 */
export function useVersion(id: string, version: string | null) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(contentResource, 'version', id, version),
    queryFn: async () => {
      const path = `${toEntryPath(id)}/versions/${version}`
      return (await api.request<{ doc: VersionView }>('GET', path)).doc
    },
    enabled: version !== null,
    placeholderData: keepPreviousData,
  })
}

interface VariantView {
  readonly id: string
  readonly name: string
}

/** Returns the names of the space's variants by their ids. */
export function useVariantNames(): ReadonlyMap<string, string> {
  const api = useSpaceApi()
  const { data } = useQuery({
    queryKey: api.toKey(contentResource, 'variants', 'names'),
    queryFn: () => api.request<List<VariantView>>('GET', '/api/v1/variants?perPage=1000'),
  })
  return new Map(data?.list.map(({ id, name }) => [id, name]))
}
