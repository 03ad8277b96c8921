// The files of the space: listed, looked up, changed, replaced and deleted. Uploading is uploads.ts.
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
import { sendFile } from './send-file.ts'

const path = '/api/v1/assets'
/** Invalidated by itself where files alone have changed. */
export const assetsResource = 'assets'
const toAssetPath = (id: string) => `${path}/${encodeURIComponent(id)}`

/** What a list of files selects, as in the parameters of the management API. */
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

/** What the tabs of the library select. */
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

/** How many files each tab of the library has. */
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

/** One file with where it is used; null if the space has none with this id. */
export function useAsset(id: string) {
  return useQuery(assetQuery(useSpaceApi(), id))
}

/** Several files by their ids, in their order; undefined while one loads. */
export function useAssetsById(ids: readonly string[]): readonly (AssetView | null | undefined)[] {
  const api = useSpaceApi()
  return useQueries({
    queries: ids.map(id => assetQuery(api, id)),
    combine: results => results.map(({ data }) => data),
  })
}

/** What a response has is known without being asked for. */
export function useRememberAsset(): (asset: AssetItemView) => void {
  const client = useQueryClient()
  const api = useSpaceApi()
  return asset =>
    client.setQueryData<AssetView | null>(
      api.toKey(assetsResource, 'asset', asset.id),
      before => before ?? { ...asset, usedBy: [] },
    )
}

/** For what is not rendered by React, such as pictures in rich text. */
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

/** `rewritten` is the number of live entries that show something else now. */
interface ChangedAsset {
  readonly doc: AssetItemView
  readonly rewritten: number
}

interface ReplacedAsset extends ChangedAsset {
  readonly metadataRemoved: boolean
  readonly warnings: readonly UploadWarning[]
}

/** Whether the page offers it; of schedules, only the server knows. */
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

/** Files that were deleted here: they may be shown for a moment, and are not asked for again. */
const deleted = new Set<unknown>()

/** With `force`, content that uses it shows nothing in its place. */
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

/** Other bytes under the same id, and the new file's name. */
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

/** Fetches again what is shown of files, and of the entries that show them. */
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

/** What the response has is shown at once; where it is used comes with the next request. */
function takeAsset(client: QueryClient, api: SpaceApi, changed: AssetItemView): void {
  client.setQueryData<AssetView | null>(
    api.toKey(assetsResource, 'asset', changed.id),
    before => before && { ...before, ...changed },
  )
}

const versionLength = 8

interface FileOptions {
  /** One of the accepted widths; without, the file itself. */
  readonly width?: number
}

/**
 * The address of a file for members of the space, whether it is published or not. The server ignores `v`: it makes a
 * replaced file another address, because a page shows a picture again as it was.
 */
export function toFileAddress(
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
