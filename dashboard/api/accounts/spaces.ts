// Creates and renames spaces. The session lists them, so it is refetched before the new name is used.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SpaceDocument } from '../../../src/accounts/spaces/spaces.schema.ts'
import { request } from '../request.ts'
import { sessionKey } from './session.ts'

export function useCreateSpace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; slug?: string }) =>
      request<SpaceDocument>('POST', '/api/dashboard/spaces', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKey }),
  })
}

export function useRenameSpace(slug: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string }) =>
      request<SpaceDocument>('PATCH', `/api/dashboard/spaces/${encodeURIComponent(slug)}`, {
        body,
        space: slug,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKey }),
  })
}
