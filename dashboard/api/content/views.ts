// Queries and mutations for the views of lists: the user's own and shared ones.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewView, View, ViewChange } from '../../../src/authoring/views/views.schema.ts'
import { useSpaceApi } from '../space.ts'
import { contentResource, type List, toSearch } from './content.ts'

const base = '/api/v1/views'
/** More than a collection can have. */
const perPage = 100

export function useViews(collection: string) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(contentResource, 'views', collection),
    queryFn: async () =>
      (await api.request<List<View>>('GET', `${base}?${toSearch({ collection, perPage })}`)).list,
  })
}

function useRefreshViews(): () => Promise<void> {
  const client = useQueryClient()
  const api = useSpaceApi()
  return () => client.invalidateQueries({ queryKey: api.toKey(contentResource, 'views') })
}

export function useCreateView() {
  const api = useSpaceApi()
  const refresh = useRefreshViews()
  return useMutation({
    mutationFn: async (view: NewView) => (await api.request<{ doc: View }>('POST', base, view)).doc,
    onSuccess: refresh,
  })
}

export function useChangeView() {
  const api = useSpaceApi()
  const refresh = useRefreshViews()
  return useMutation({
    mutationFn: async ({ id, ...changes }: ViewChange & { readonly id: string }) =>
      (await api.request<{ doc: View }>('PATCH', `${base}/${encodeURIComponent(id)}`, changes)).doc,
    onSuccess: refresh,
  })
}

export function useDeleteView() {
  const api = useSpaceApi()
  const refresh = useRefreshViews()
  return useMutation({
    mutationFn: ({ id }: Pick<View, 'id'>) => api.request('DELETE', `${base}/${encodeURIComponent(id)}`),
    onSuccess: refresh,
  })
}
