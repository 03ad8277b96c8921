// Loads the OpenAPI document of this server.
import { useEffect, useState } from 'react'
import type { OpenApiDocument } from './document.ts'

type LoadState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'loaded'; readonly document: OpenApiDocument }

export function useLoaded(): LoadState {
  const [loaded, setLoaded] = useState<LoadState>({ state: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      const response = await fetch('/api/v1/openapi.json', { signal: controller.signal })
      if (!response.ok) throw new Error(String(response.status))
      setLoaded({ state: 'loaded', document: await response.json() })
    }
    load().catch(() => {
      if (!controller.signal.aborted) setLoaded({ state: 'failed' })
    })
    return () => controller.abort()
  }, [])
  return loaded
}
