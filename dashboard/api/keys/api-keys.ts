// Queries and mutations for the API keys of the space. Only owners and admins may use them. A secret appears only in the
// response that creates it; it is held in memory and in no query or mutation cache.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { type SpaceApi, useSpace, useSpaceApi } from '../space.ts'

export interface ApiKeyList {
  readonly list: readonly ApiKeyView[]
  readonly count: number
  readonly pagesCount: number
}

/** A key and its secret, which the server sends only once. */
export interface NewApiKey {
  readonly doc: ApiKeyView
  readonly key: string
}

/** The fields of a change; absent ones stay unchanged. `expiresAt` is RFC 3339; null means never. */
export interface ApiKeyChange {
  readonly name?: string
  readonly scopes?: ApiKeyView['scopes']
  readonly expiresAt?: string | null
}

interface ApiKeyDraft {
  readonly name: string
  readonly scopes: ApiKeyView['scopes']
  readonly expiresAt: string | null
}

const resource = 'api-keys'
const path = '/api/v1/tokens/api-keys'
const perPage = 20
const toPath = (id: string) => `${path}/${encodeURIComponent(id)}`

/** Newest first, including revoked keys. While another page loads, `data` is the previous page. */
export function useApiKeys(page: number) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(resource, 'page', page),
    queryFn: () => api.request<ApiKeyList>('GET', `${path}?page=${page}&perPage=${perPage}`),
    placeholderData: keepPreviousData,
  })
}

/** The number of keys, including revoked and expired ones. */
export function useApiKeysCount() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(resource, 'count'),
    queryFn: async () => (await api.request<ApiKeyList>('GET', `${path}?perPage=1`)).count,
  })
}

/** Remembers the secret if the key may read content. Pages that send requests cannot use other keys. */
function keepSecret({ doc, key }: NewApiKey, space: string): void {
  if (doc.scopes.includes('content.read')) rememberSecret({ id: doc.id, name: doc.name, key, space })
  else forgetSecret(doc.id)
}

interface ApiKeyDocument {
  readonly doc: ApiKeyView
}

/** Refetches the list after an error too, since an error can mean that the list is out of date. */
function useKeyMutation<Input, Output extends ApiKeyDocument>(
  send: (input: Input, api: SpaceApi) => Promise<Output>,
) {
  const client = useQueryClient()
  const api = useSpaceApi()
  return useMutation({
    mutationFn: (input: Input) => send(input, api),
    gcTime: 0,
    onSuccess: ({ doc }) => {
      const replace = (page: ApiKeyList | undefined) =>
        page && { ...page, list: page.list.map(key => (key.id === doc.id ? doc : key)) }
      client.setQueriesData<ApiKeyList>({ queryKey: api.toKey(resource, 'page') }, replace)
    },
    // Not awaited: a new secret is shown even if the list cannot be loaded.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: api.toKey(resource) })
    },
  })
}

export function useCreateApiKey() {
  const space = useSpace()
  return useKeyMutation(async (draft: ApiKeyDraft, api) => {
    const created = await api.request<NewApiKey>('POST', path, draft)
    keepSecret(created, space.id)
    return created
  })
}

export function useChangeApiKey(id: string) {
  return useKeyMutation(async (change: ApiKeyChange, api) => {
    const changed = await api.request<ApiKeyDocument>('PATCH', toPath(id), change)
    if (changed.doc.scopes.includes('content.read')) renameSecret(id, changed.doc.name)
    else forgetSecret(id)
    return changed
  })
}

export function useRotateApiKey(id: string) {
  const space = useSpace()
  return useKeyMutation(async (overlapSeconds: number, api) => {
    const rotated = await api.request<NewApiKey>('POST', `${toPath(id)}/rotate`, { overlapSeconds })
    keepSecret(rotated, space.id)
    return rotated
  })
}

/** Revokes the key permanently. */
export function useRevokeApiKey(id: string) {
  return useKeyMutation(async (_: undefined, api) => {
    const revoked = await api.request<ApiKeyDocument>('DELETE', toPath(id))
    forgetSecret(id)
    return revoked
  })
}

export interface StoredSecret {
  /** The API key's id, or a generated one for a pasted secret of an unknown key. */
  readonly id: string
  readonly name: string
  /** The secret itself, `flst_…`. */
  readonly key: string
  /** The id (not the slug) of the space that the key reads. */
  readonly space: string
}

/**
 * The secrets that this tab knows because they were created, rotated or pasted since the page was loaded, the newest first.
 * Only keys that may read content are included. They are held in memory only and must never reach the browser's storage, a
 * URL or the server's logs.
 */
let secrets: readonly StoredSecret[] = []
const listeners = new Set<() => void>()

function replaceAll(next: readonly StoredSecret[]): void {
  secrets = next
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Replaces an earlier secret under the same id, for example after a rotation. */
export function rememberSecret(secret: StoredSecret): void {
  replaceAll([secret, ...secrets.filter(({ id }) => id !== secret.id)])
}

/** Applies a change of the key's name. Does nothing for an unknown id. */
function renameSecret(id: string, name: string): void {
  replaceAll(secrets.map(secret => (secret.id === id ? { ...secret, name } : secret)))
}

/** Removes the secret of a revoked key, or a pasted secret. */
function forgetSecret(id: string): void {
  replaceAll(secrets.filter(secret => secret.id !== id))
}

/** Removes a secret that the server has refused, under any id. */
export function forgetRefused(key: string): void {
  replaceAll(secrets.filter(secret => secret.key !== key))
}

/** Removes all secrets at sign-out and when another user signs in. */
export function forgetAllSecrets(): void {
  replaceAll([])
}

/** Returns the secrets of one space by the space's id, newest first. */
export function useKnownSecrets(space: string): readonly StoredSecret[] {
  const all = useSyncExternalStore(subscribe, () => secrets)
  return useMemo(() => all.filter(secret => secret.space === space), [all, space])
}
