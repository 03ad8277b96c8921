// The API keys of the current space: for owners and admins, so ask only where the role allows it. A secret is in the answer
// that made it and nowhere else: it goes to known-keys.ts, and no cache of queries or mutations keeps it.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiKeyView } from '../../src/keys/keys.schema.ts'
import { forgetSecret, rememberSecret, renameSecret } from './known-keys.ts'
import { request } from './request.ts'

export interface ApiKeyList {
  readonly list: readonly ApiKeyView[]
  readonly count: number
  readonly pagesCount: number
}

/** A key and its secret, which the server tells this once. */
export interface NewApiKey {
  readonly doc: ApiKeyView
  readonly key: string
}

/** Of a change: what is absent stays as it is. `expiresAt` is RFC 3339; null is never. */
export interface ApiKeyChange {
  readonly name?: string
  readonly scopes?: ApiKeyView['scopes']
  readonly expiresAt?: string | null
}

export interface ApiKeyDraft {
  readonly name: string
  readonly scopes: ApiKeyView['scopes']
  readonly expiresAt: string | null
}

const resource = 'api-keys'
const path = '/api/v1/tokens/api-keys'
const perPage = 20
const toPath = (id: string) => `${path}/${encodeURIComponent(id)}`

/** The newest first, revoked ones too. While another page loads, `data` is the page before. */
export function useApiKeys(page: number) {
  return useQuery({
    queryKey: [resource, 'page', page],
    queryFn: () => request<ApiKeyList>('GET', `${path}?page=${page}&perPage=${perPage}`),
    placeholderData: keepPreviousData,
  })
}

/** How many there are, revoked and expired ones too. */
export function useApiKeysCount() {
  return useQuery({
    queryKey: [resource, 'count'],
    queryFn: async () => (await request<ApiKeyList>('GET', `${path}?perPage=1`)).count,
  })
}

/** Only a key that may read content is of use to the pages that send requests. */
function keepSecret({ doc, key }: NewApiKey, space: string): void {
  if (doc.scopes.includes('content.read')) rememberSecret({ id: doc.id, name: doc.name, key, space })
  else forgetSecret(doc.id)
}

interface KeyAnswer {
  readonly doc: ApiKeyView
}

/** The list is asked for anew after a refusal too, which may say that the key is not what the list shows. */
function useKeyMutation<Input, Answer extends KeyAnswer>(send: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    gcTime: 0,
    onSuccess: ({ doc }) => {
      const replace = (page: ApiKeyList | undefined) =>
        page && { ...page, list: page.list.map(key => (key.id === doc.id ? doc : key)) }
      client.setQueriesData<ApiKeyList>({ queryKey: [resource, 'page'] }, replace)
    },
    // Not waited for: a new secret is shown whether or not the list comes.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [resource] })
    },
  })
}

/** `space` is the id of the space that is current. */
export function useCreateApiKey(space: string) {
  return useKeyMutation(async (draft: ApiKeyDraft) => {
    const made = await request<NewApiKey>('POST', path, draft)
    keepSecret(made, space)
    return made
  })
}

export function useChangeApiKey(id: string) {
  return useKeyMutation(async (change: ApiKeyChange) => {
    const answer = await request<KeyAnswer>('PATCH', toPath(id), change)
    if (answer.doc.scopes.includes('content.read')) renameSecret(id, answer.doc.name)
    else forgetSecret(id)
    return answer
  })
}

/** `space` is the id of the space that is current. */
export function useRotateApiKey(id: string, space: string) {
  return useKeyMutation(async (overlapSeconds: number) => {
    const made = await request<NewApiKey>('POST', `${toPath(id)}/rotate`, { overlapSeconds })
    keepSecret(made, space)
    return made
  })
}

/** For good. */
export function useRevokeApiKey(id: string) {
  return useKeyMutation(async () => {
    const answer = await request<KeyAnswer>('DELETE', toPath(id))
    forgetSecret(id)
    return answer
  })
}
