// The preview sites of the space, and the tokens and links that show drafts on them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SpaceDocument } from '../../src/accounts/spaces/spaces.schema.ts'
import type { PreviewSite } from '../../src/content/model/preview-url.ts'
import type { LinkView } from '../../src/preview/links/links.schema.ts'
import { useSpace, useSpaceApi } from './space.ts'

const linksPath = '/api/v1/preview/links'

export interface PreviewToken {
  readonly token: string
  readonly expiresAt: string
}

function toSpacePath(slug: string): string {
  return `/api/dashboard/spaces/${encodeURIComponent(slug)}`
}

export function usePreviewSites() {
  const { slug } = useSpace()
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('preview-sites'),
    queryFn: async () => (await api.request<SpaceDocument>('GET', toSpacePath(slug))).doc.previewSites,
  })
}

export function useChangePreviewSites() {
  const { slug } = useSpace()
  const api = useSpaceApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (previewSites: readonly PreviewSite[]) =>
      api.request<SpaceDocument>('PATCH', toSpacePath(slug), { previewSites }),
    onSuccess: ({ doc }) => client.setQueryData(api.toKey('preview-sites'), doc.previewSites),
  })
}

/** A token is replaced this long before it expires. */
const renewalMs = 5 * 60_000

/** Returns a token for this user's own window, and a new one before it expires. */
export function useOwnToken(isNeeded: boolean) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('preview-token'),
    enabled: isNeeded,
    queryFn: async (): Promise<PreviewToken> => {
      const { doc, token } = await api.request<{ doc: { expiresAt: string }; token: string }>(
        'POST',
        linksPath,
        { own: true },
      )
      return { token, expiresAt: doc.expiresAt }
    },
    staleTime: ({ state }) => (state.data ? msUntilRenewal(state.data) : 0),
    refetchInterval: ({ state }) => (state.data ? msUntilRenewal(state.data) : false),
    refetchOnWindowFocus: true,
  })
}

function msUntilRenewal({ expiresAt }: PreviewToken): number {
  return Math.max(1000, Date.parse(expiresAt) - Date.now() - renewalMs)
}

interface NewPreviewLink {
  readonly entries: readonly string[]
  readonly expiresInSeconds: number
  readonly label?: string
}

/** Returns the newest shared links. */
export function usePreviewLinks() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('preview-links'),
    queryFn: async () =>
      (await api.request<{ list: readonly LinkView[] }>('GET', `${linksPath}?perPage=100`)).list,
  })
}

export function useCreatePreviewLink() {
  const api = useSpaceApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPreviewLink) =>
      api.request<{ doc: LinkView; token: string }>('POST', linksPath, body),
    onSuccess: () => client.invalidateQueries({ queryKey: api.toKey('preview-links') }),
  })
}

export function useRevokePreviewLink() {
  const api = useSpaceApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.request('DELETE', `${linksPath}/${encodeURIComponent(id)}`),
    onSuccess: () => client.invalidateQueries({ queryKey: api.toKey('preview-links') }),
  })
}
