// Mutations of the space's variants: the locales and audiences that entries can have values for.
import { useMutation } from '@tanstack/react-query'
import { useSpaceApi } from '../space.ts'
import { useRefreshContent } from './content.ts'
import type { VariantView } from './drafts.ts'

const base = '/api/v1/variants'

export function useCreateVariant() {
  const api = useSpaceApi()
  const refresh = useRefreshContent()
  return useMutation({
    mutationFn: (variant: VariantView) => api.request('POST', base, variant),
    onSuccess: refresh,
  })
}

/** Changes a variant. Its id cannot be changed. */
export function useChangeVariant() {
  const api = useSpaceApi()
  const refresh = useRefreshContent()
  return useMutation({
    mutationFn: ({ id, ...changes }: VariantView) =>
      api.request('PATCH', `${base}/${encodeURIComponent(id)}`, changes),
    onSuccess: refresh,
  })
}

export function useDeleteVariant() {
  const api = useSpaceApi()
  const refresh = useRefreshContent()
  return useMutation({
    mutationFn: ({ id }: VariantView) => api.request('DELETE', `${base}/${encodeURIComponent(id)}`),
    onSuccess: refresh,
  })
}
