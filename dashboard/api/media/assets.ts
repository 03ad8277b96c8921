// Lists, looks up, changes, replaces and deletes the files of the space. Uploads are in uploads.ts.
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { AssetItemView, AssetsQuery, AssetView } from '../../../src/media/manage/asset.schema.ts'
import type { UploadWarning } from '../../../src/media/manage/upload-warnings.ts'
import { contentResource, type List, toSearch } from '../content/content.ts'
import { ApiProblem } from '../request.ts'
import { type SpaceApi, useHasRight, useSpace, useSpaceApi } from '../space.ts'
import { sendFile } from './uploads.ts'

const path = '/api/v1/assets'
/** The part of the query key for files, which can be invalidated without other content. */
export const assetsResource = 'assets'
const toAssetPath = (id: string) => `${path}/${encodeURIComponent(id)}`

/** The filter and order of a list of files, named like the parameters of the management API. */
export interface AssetQuery {
  readonly type?: NonNullable<AssetsQuery['type']>
  readonly used?: boolean
  readonly alt?: boolean
  readonly search?: string
  readonly sort?: AssetsQuery['sort']
  readonly page?: number
  readonly perPage: number
}

/** While another list loads, `data` is the previous one. */
export function useAssets(query: AssetQuery, { enabled = true } = {}) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(assetsResource, 'list', query),
    queryFn: () => readAssets(api, query),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** The filters of the media library's tabs. */
export const assetKinds = {
  all: {},
  images: { type: 'image' },
  documents: { type: 'document' },
  media: { type: 'media' },
  'no-alt': { alt: false },
  unused: { used: false },
} as const satisfies Record<string, Omit<AssetQuery, 'perPage'>>
export type AssetKind = keyof typeof assetKinds

const kinds = Object.keys(assetKinds) as AssetKind[]

/** Returns the number of files for each tab of the library. */
export function useAssetCounts() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(assetsResource, 'counts'),
    queryFn: async () => {
      const lists = await Promise.all(kinds.map(kind => readAssets(api, { ...assetKinds[kind], perPage: 1 })))
      const counts = kinds.map((kind, at) => [kind, lists[at]!.count] as const)
      return Object.fromEntries(counts) as Record<AssetKind, number>
    },
  })
}

export function useAssetCount() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(assetsResource, 'count'),
    queryFn: async () => (await readAssets(api, { perPage: 1 })).count,
  })
}

/** Returns one file and its uses; null if the space has none with this id. */
export function useAsset(id: string) {
  return useQuery(assetQuery(useSpaceApi(), id))
}

/** Returns several files by their ids, in the same order. An element is undefined while its file loads. */
export function useAssetsById(ids: readonly string[]): readonly (AssetView | null | undefined)[] {
  const api = useSpaceApi()
  return useQueries({
    queries: ids.map(id => assetQuery(api, id)),
    combine: results => results.map(({ data }) => data),
  })
}

/** Stores a file from a response in the cache, so that it is not requested again. */
export function useRememberAsset(): (asset: AssetItemView) => void {
  const client = useQueryClient()
  const api = useSpaceApi()
  return asset =>
    client.setQueryData<AssetView | null>(
      api.toKey(assetsResource, 'asset', asset.id),
      before => before ?? { ...asset, usedBy: [] },
    )
}

/** Returns a function for code outside React, such as pictures in rich text. */
export function useFindAsset(): (id: string) => Promise<AssetView | null> {
  const client = useQueryClient()
  const api = useSpaceApi()
  return id => client.fetchQuery(assetQuery(api, id))
}

function assetQuery(api: SpaceApi, id: string) {
  return {
    queryKey: api.toKey(assetsResource, 'asset', id),
    queryFn: async () => {
      try {
        return (await api.request<{ doc: AssetView }>('GET', toAssetPath(id))).doc
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'asset_not_found') return null
        throw error
      }
    },
    enabled: id !== '',
  }
}

export interface AssetChange {
  readonly title?: string | null
  readonly alt?: string | null
  readonly focalPoint?: { readonly x: number; readonly y: number } | null
}

/** `rewritten` is the number of live entries whose content the change has altered. */
interface ChangedAsset {
  readonly doc: AssetItemView
  readonly rewritten: number
}

interface ReplacedAsset extends ChangedAsset {
  readonly metadataRemoved: boolean
  readonly warnings: readonly UploadWarning[]
}

/** Checks whether the page offers to change the file. Only the server considers scheduled entries. */
export function useMayChangeAsset({ live }: Pick<AssetItemView, 'live'>): boolean {
  const mayWrite = useHasRight('write')
  const mayPublish = useHasRight('publish')
  return mayWrite && (mayPublish || !live)
}

export function useChangeAsset() {
  const api = useSpaceApi()
  const refresh = useRefreshAssets()
  return useMutation({
    mutationFn: ({ id, ...change }: AssetChange & { readonly id: string }) =>
      api.request<ChangedAsset>('PATCH', toAssetPath(id), change),
    onSuccess: ({ doc }) => refresh(doc),
  })
}

/** The ids of files that were deleted here. They can stay on the screen for a moment and must not be requested again. */
const deleted = new Set<unknown>()

/** Deletes a file. With `force`, content that uses the file shows nothing in its place. */
export function useDeleteAsset() {
  const api = useSpaceApi()
  const refresh = useRefreshAssets()
  return useMutation({
    mutationFn: ({ id, force }: { readonly id: string; readonly force: boolean }) =>
      api.request<ChangedAsset>('DELETE', `${toAssetPath(id)}${force ? '?force=1' : ''}`),
    onSuccess: (_, { id }) => {
      deleted.add(id)
      return refresh()
    },
  })
}

export interface Replacement {
  readonly id: string
  readonly file: File
  readonly onProgress: (bytesSent: number) => void
  readonly signal: AbortSignal
}

/** Replaces a file's bytes and name under the same id. */
export function useReplaceFile() {
  const { slug } = useSpace()
  const refresh = useRefreshAssets()
  return useMutation({
    mutationFn: async ({ id, file, ...others }: Replacement) => {
      const target = `${toAssetPath(id)}/file?${new URLSearchParams({ filename: file.name })}`
      const sent = { method: 'PUT', path: target, file, space: slug, ...others } as const
      return (await sendFile<ReplacedAsset>(sent)).body
    },
    onSuccess: ({ doc }) => refresh(doc),
  })
}

/** Returns a function that invalidates all cached files, and the entries that show them. */
export function useRefreshAssets(): (changed?: AssetItemView) => Promise<void> {
  const client = useQueryClient()
  const api = useSpaceApi()
  return async changed => {
    if (changed) takeAsset(client, api, changed)
    await Promise.all([
      client.invalidateQueries({
        queryKey: api.toKey(assetsResource),
        predicate: ({ queryKey }) => !deleted.has(queryKey.at(-1)),
      }),
      client.invalidateQueries({ queryKey: api.toKey(contentResource), refetchType: 'none' }),
    ])
  }
}

/** Updates the cached file from a response at once. Its uses are refetched later. */
function takeAsset(client: QueryClient, api: SpaceApi, changed: AssetItemView): void {
  client.setQueryData<AssetView | null>(
    api.toKey(assetsResource, 'asset', changed.id),
    before => before && { ...before, ...changed },
  )
}

const versionLength = 8

interface FileOptions {
  /** One of the widths that the server accepts; without it, the original file. */
  readonly width?: number
}

/**
 * Returns the URL of a published or unpublished file for members of the space. The server ignores `v`, which gives a
 * replaced file a new URL so that the browser does not show the cached picture.
 */
export function toFileUrl(
  space: string,
  { id, sha256 }: Pick<AssetItemView, 'id' | 'sha256'>,
  { width }: FileOptions = {},
): string {
  const query = new URLSearchParams({ space, v: sha256.slice(0, versionLength) })
  if (width !== undefined) query.set('w', String(width))
  return `${toAssetPath(id)}/file?${query}`
}

function readAssets(api: SpaceApi, query: AssetQuery) {
  return api.request<List<AssetItemView>>('GET', `${path}?${toSearch(query)}`)
}
